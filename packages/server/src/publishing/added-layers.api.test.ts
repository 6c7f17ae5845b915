// A service that was published from a file gets more layers by hand; publishing over it takes none of them away.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const FRANCE = readFileSync(join(import.meta.dirname, '../../../geo/fixtures/vector/france.gpkg'));
/** The places of it in the order of the file. */
const TOWNS = ['villes'];

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

interface Published {
  path: string;
  itemId: string;
  status: AnyReply;
}

const adminOf = (path: string): string => path.replace('/rest/services', '/rest/admin/services');

async function publish(
  name: string,
  file: { name: string; bytes: string | Buffer },
  more: object = {},
  overwrite = false,
): Promise<Published> {
  const petra = t.as('petra');
  const fileType = file.name.endsWith('.csv') ? 'csv' : 'geoPackage';
  const publishParameters = { name, capabilities: 'Query,Editing', ...more };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType, publishParameters, overwrite }, { file });
  const [{ serviceurl, serviceItemId, jobId }] = reply.services;
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`, { jobId, jobType: 'publish' });
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId, status };
}

const csv = (text: string): { name: string; bytes: string } => ({ name: 'places.csv', bytes: text });
const PLACES = 'name,lat,lon\nnorth,60,10\nsouth,-30,20\n';
const france = { name: 'france.gpkg', bytes: FRANCE };
const visits = { name: 'visits', hasAttachments: true, fields: [{ name: 'name', type: 'esriFieldTypeString', alias: 'Place' }] };

/** Adds a table with two rows, and a file with the first of them; gives its id. */
async function addVisits(path: string, more: object = {}): Promise<number> {
  const petra = t.as('petra');
  const added = await petra.post(`${adminOf(path)}/addToDefinition`, { addToDefinition: { tables: [{ ...visits, ...more }] } });
  const [{ id }] = added.tables;
  const features = ['north', 'south'].map((name) => ({ attributes: { name } }));
  await petra.post(`${path}/${id}/addFeatures`, { features });
  await petra.upload(`${path}/${id}/1/addAttachment`, {}, { attachment: { name: 'note.txt', bytes: 'seen' } });
  return id;
}

const names = async (path: string, layer: number): Promise<string[]> =>
  (await t.as('petra').get(`${path}/${layer}/query`, { where: '1=1', outFields: 'name', returnGeometry: false })).features
    .map((one: AnyReply) => one.attributes.name)
    .sort();
const files = async (path: string, layer: number): Promise<string[]> =>
  (await t.as('petra').get(`${path}/${layer}/1/attachments`)).attachmentInfos.map((one: AnyReply) => one.name);
const layersOf = async (path: string): Promise<[number, string][]> => {
  const { layers, tables } = await t.as('petra').get(path);
  return [...layers, ...tables].map((one: AnyReply) => [one.id, one.name]);
};

describe('a table that was added to a published service', () => {
  it('stays with its rows and files when the service is published again', async () => {
    const { path, itemId } = await publish('kept_visits', csv(PLACES));
    const id = await addVisits(path);
    expect([id, await files(path, id)]).toEqual([1, ['note.txt']]);
    for (const text of [`${PLACES}east,1,40\n`, 'name,lat,lon\nwest,2,-40\n']) {
      expect((await publish('kept_visits', csv(text), {}, true)).status).toMatchObject({ status: 'completed' });
      expect(await names(path, 1)).toEqual(['north', 'south']);
      expect(await files(path, 1)).toEqual(['note.txt']);
    }
    expect(await names(path, 0)).toEqual(['west']);
    expect(await t.as('petra').get(`${path}/1`)).toMatchObject({ name: 'visits', type: 'Table', hasAttachments: true });
    // Its rows go on counting for what its owner stores.
    const { hosted_bytes } = await t.portal.db.selectFrom('item').select('hosted_bytes').where('id', '=', itemId).executeTakeFirstOrThrow();
    const rows = await t.portal.db.selectFrom('feature_bytes').select('bytes').where('item_id', '=', itemId).execute();
    expect(rows).toHaveLength(2);
    expect(Number(hosted_bytes)).toBe(rows.reduce((sum, { bytes }) => sum + bytes, 0) + 4);
  });

  it('keeps the relationship to a layer that is loaded anew, for as long as that has the key', async () => {
    const petra = t.as('petra');
    const { path } = await publish('related_visits', csv(PLACES));
    const id = await addVisits(path, {
      relationships: [{ id: 0, name: 'places', relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'name' }],
    });
    const of = async (layer: number): Promise<number[]> =>
      (await petra.get(`${path}/${layer}`)).relationships.map((one: AnyReply) => one.relatedTableId);
    expect([await of(0), await of(id)]).toEqual([[id], [0]]);
    await publish('related_visits', csv(PLACES), {}, true);
    expect([await of(0), await of(id)]).toEqual([[id], [0]]);
    await publish('related_visits', csv('code,lat,lon\nn,1,2\n'), {}, true);
    expect([await of(0), await of(id)]).toEqual([[], []]);
    expect(await names(path, id)).toEqual(['north', 'south']);
  });

  it('is not replaced by a second layer of the file: that is refused before a row is loaded, and nothing changes', async () => {
    const { path, itemId } = await publish('france_visits', france, { layerNames: TOWNS });
    const id = await addVisits(path);
    const before = await layersOf(path);
    const count = async (): Promise<number> => (await t.as('petra').get(`${path}/0/query`, { returnCountOnly: true })).count;
    const towns = await count();
    const { status } = await publish('france_visits', france, {}, true);
    expect(status).toMatchObject({ status: 'failed', reasons: [{ code: 'layer-in-the-way', values: { layer: 'visits', id } }] });
    expect(status.statusMessage).toContain('“visits”');
    expect([await layersOf(path), await names(path, id), await count()]).toEqual([before, ['north', 'south'], towns]);
    expect(await files(path, id)).toEqual(['note.txt']);
    expect(await t.portal.db.selectFrom('feature_layer').select('table_name').where('item_id', '=', itemId).execute()).toHaveLength(2);
    expect((await publish('france_visits', france, { layerNames: TOWNS }, true)).status).toMatchObject({ status: 'completed' });
    expect(await names(path, id)).toEqual(['north', 'south']);
  });

  it('makes room once it is deleted, and layers that a file loaded go with the file that has them no more', async () => {
    const { path } = await publish('france_again', france, { layerNames: TOWNS });
    const id = await addVisits(path);
    await t.as('petra').post(`${adminOf(path)}/deleteFromDefinition`, { deleteFromDefinition: { tables: [{ id }] } });
    expect((await publish('france_again', france, {}, true)).status).toMatchObject({ status: 'completed' });
    expect(await layersOf(path)).toHaveLength(3);
    const added = await addVisits(path);
    expect((await publish('france_again', france, { layerNames: TOWNS }, true)).status).toMatchObject({ status: 'completed' });
    expect((await layersOf(path)).map(([one]) => one)).toEqual([0, added]);
    expect(await names(path, added)).toEqual(['north', 'south']);
  });
});
