// What a File Geodatabase holds beside its rows: its relationship classes become relationships of the service, its attachments files of features.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const FIXTURE = join(import.meta.dirname, '../../../geo/fixtures/vector/gdb_beside.gdb.zip');

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', quentin: 'publisher', rosalie: 'publisher' } });
});
afterAll(() => t.close());

interface Published {
  path: string;
  status: AnyReply;
  item: string;
}

async function publish(parameters: object, person = 'petra', more: object = {}): Promise<Published> {
  const agent = t.as(person);
  const file = { name: 'gdb_beside.gdb.zip', bytes: readFileSync(FIXTURE) };
  const call = { fileType: 'fileGeodatabase', publishParameters: parameters, ...more };
  const reply = await agent.upload(`content/users/${agent.username}/publish`, call, { file });
  const [{ serviceurl, serviceItemId, jobId }] = reply.services;
  await t.runJobs();
  const status = await agent.get(`content/users/${agent.username}/items/${serviceItemId}/status`, { jobId });
  return { path: new URL(serviceurl).pathname, status, item: serviceItemId };
}

async function layersOf(path: string): Promise<Record<string, number>> {
  const service = await t.as('petra').get(path);
  return Object.fromEntries([...service.layers, ...service.tables].map((one: AnyReply) => [one.name, one.id]));
}

async function related(path: string, layer: number | undefined, relationshipId: number): Promise<Record<string, unknown[]>> {
  const petra = t.as('petra');
  const { features, objectIdFieldName } = await petra.get(`${path}/${layer}/query`, { outFields: '*', orderByFields: 'OBJECTID' });
  const objectIds = features.map((one: AnyReply) => one.attributes[objectIdFieldName]).join(',');
  const reply = await petra.get(`${path}/${layer}/queryRelatedRecords`, { objectIds, relationshipId, outFields: '*' });
  return Object.fromEntries(
    reply.relatedRecordGroups.map((group: AnyReply) => [
      group.objectId,
      group.relatedRecords.map(({ attributes }: AnyReply) => attributes.remark ?? attributes.note ?? attributes.maker ?? attributes.label),
    ]),
  );
}

describe('a File Geodatabase with relationships and attachments', () => {
  it('keeps its relationships by fields, by numbers of rows and by global ids', async () => {
    const petra = t.as('petra');
    const { path, status } = await publish({ name: 'beside' });
    expect(status).toMatchObject({ status: 'completed' });
    const layers = await layersOf(path);
    const hydrants = await petra.get(`${path}/${layers.Hydrants}`);
    expect(hydrants.relationships).toEqual([
      {
        id: 0,
        name: 'inspections of it',
        relatedTableId: layers.Inspections,
        cardinality: 'esriRelCardinalityOneToMany',
        role: 'esriRelRoleOrigin',
        keyField: 'code',
        composite: true,
      },
      expect.objectContaining({ id: 1, name: 'inspections by number', keyField: 'OBJECTID', composite: false }),
      expect.objectContaining({ id: 3, cardinality: 'esriRelCardinalityOneToOne', relatedTableId: layers.plates }),
    ]);
    expect(await related(path, layers.Hydrants, 0)).toEqual({ 1: ['ok', 'leaks'], 3: ['new'] });
    // The first row was deleted in the geodatabase: what names the second one names object id 1 here.
    expect(await related(path, layers.Hydrants, 1)).toEqual({ 1: ['ok', 'leaks'], 3: ['new'] });
    expect(await related(path, layers.Hydrants, 3)).toEqual({ 1: ['A'], 2: ['B'] });
    expect(await related(path, layers.Inspections, 0)).toEqual({ 1: ['North'], 2: ['North'], 3: ['Löwen “plaza”'] });
    const lost = await petra.get(`${path}/${layers.Inspections}/query`, { where: "remark = 'lost'", outFields: '*' });
    expect(lost.features[0].attributes).toMatchObject({ hydrant_code: null, hydrant_id: null });

    const trees = await petra.get(`${path}/${layers.Trees}`);
    expect(trees.fields.map((field: AnyReply) => field.name)).toEqual(['OBJECTID', 'GlobalID', 'kind']);
    expect(trees).toMatchObject({ displayField: 'kind', relationships: [{ keyField: 'GlobalID', name: 'visits' }] });
    const visits = await petra.get(`${path}/${layers.visits}`);
    expect(visits.fields.find((field: AnyReply) => field.name === 'tree')).toMatchObject({ type: 'esriFieldTypeGUID', length: 38 });
    expect(await related(path, layers.Trees, 2)).toEqual({ 1: ['cut', 'watered'], 2: ['sick'] });
    const all = await petra.get(`${path}/${layers.Trees}/query`, { outFields: '*', orderByFields: 'OBJECTID' });
    expect(all.features[0].attributes.GlobalID).toBe('{16B7643C-7690-436D-8017-A801547ABDC4}');
    expect(trees.fields).not.toContainEqual(expect.objectContaining({ name: 'row_number' }));
  });

  it('keeps the files with their features, and tells how many could not be kept', async () => {
    const petra = t.as('petra');
    const { path, status, item } = await publish({ name: 'beside_files', layerNames: ['hydrants', 'trees'] });
    expect(status).toMatchObject({ status: 'completed' });
    expect(await petra.get(`${path}/0`)).toMatchObject({ hasAttachments: true });
    const listed = await petra.get(`${path}/0/queryAttachments`, { objectIds: '1,2,3' });
    const names = listed.attachmentGroups.map((group: AnyReply) => [
      group.parentObjectId,
      group.attachmentInfos.map((one: AnyReply) => `${one.name} ${one.contentType} ${one.size}`),
    ]);
    expect(names).toEqual([
      [1, ['photo.png image/png 69', 'note.txt text/plain 7']],
      [3, ['plan.txt text/plain 70000']],
    ]);
    const [, note] = listed.attachmentGroups[0].attachmentInfos;
    const bytes = await petra.raw('GET', `${path}/0/1/attachments/${note.id}`);
    expect(bytes.body).toBe('Grüße');
    const elm = await petra.get(`${path}/1/2/attachments`);
    expect(elm.attachmentInfos).toMatchObject([{ name: 'elm.txt', size: 3 }]);
    const report = JSON.parse((await petra.raw('GET', `content/items/${item}/info/publishReport.json`, { f: '' })).body);
    expect(report.layers).toMatchObject([
      { featuresLoaded: 3, filesKept: 3, filesLeftOut: 2 },
      { featuresLoaded: 2, filesKept: 1, filesLeftOut: 0 },
    ]);
    // Only one side of the relationships is there.
    expect(await petra.get(`${path}/0`)).toMatchObject({ relationships: [] });
    const { hosted_bytes } = await t.portal.db.selectFrom('item').select('hosted_bytes').where('id', '=', item).executeTakeFirstOrThrow();
    const rows = await t.portal.db.selectFrom('feature_bytes').select('bytes').where('item_id', '=', item).execute();
    expect(Number(hosted_bytes) - rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(70_079);
  });

  it('exchanges files and relationships when the service is overwritten', async () => {
    const petra = t.as('petra');
    const { path, item } = await publish({ name: 'beside_again' });
    const { status } = await publish({ name: 'beside_again' }, 'petra', { overwrite: true });
    expect(status).toMatchObject({ status: 'completed' });
    const layers = await layersOf(path);
    // Numbers go on: those of the features before are not given again.
    expect(await related(path, layers.Hydrants, 1)).toEqual({ 4: ['ok', 'leaks'], 6: ['new'] });
    expect(await related(path, layers.Trees, 2)).toEqual({ 3: ['cut', 'watered'], 4: ['sick'] });
    const listed = await petra.get(`${path}/${layers.Hydrants}/queryAttachments`, { objectIds: '4,5,6' });
    expect(listed.attachmentGroups.flatMap((group: AnyReply) => group.attachmentInfos)).toHaveLength(3);
    // Those of the layers before are gone.
    const kept = await t.portal.db.selectFrom('feature_attachment').select('name').where('item_id', '=', item).execute();
    expect(kept.map(({ name }) => name).sort()).toEqual(['elm.txt', 'note.txt', 'photo.png', 'plan.txt']);
  });

  it('leaves a relationship out whose key was left out', async () => {
    const columns = [{ name: 'code', skip: true }];
    const { path, status } = await publish({ name: 'beside_skipped', layerNames: ['hydrants', 'inspections'], columns });
    expect(status).toMatchObject({ status: 'completed' });
    const { relationships } = await t.as('petra').get(`${path}/0`);
    expect(relationships).toMatchObject([{ name: 'inspections by number' }]);
  });

  it('is refused whole where the files are more than its owner may store', async () => {
    const { username } = t.as('quentin');
    await t.portal.db.updateTable('account').set({ storage_quota: 60_000 }).where('username', '=', username).execute();
    const { status, path } = await publish({ name: 'beside_quota' }, 'quentin');
    expect(status).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining('KB') });
    expect((await t.as('quentin').raw('GET', path)).body).toContain('error');
    const left = await t.portal.db
      .selectFrom('feature_attachment as a')
      .innerJoin('item as i', 'i.id', 'a.item_id')
      .select('a.id')
      .where('i.owner', '=', username)
      .execute();
    expect(left).toEqual([]);
  });

  it('is refused whole where something else takes the room while its files are kept', async () => {
    const { username } = t.as('rosalie');
    await t.portal.db.updateTable('account').set({ storage_quota: 1_000_000 }).where('username', '=', username).execute();
    const put = t.portal.files.put.bind(t.portal.files);
    const kept = vi.spyOn(t.portal.files, 'put').mockImplementation(async (bytes) => {
      await t.portal.db.updateTable('item').set({ resource_bytes: 2_000_000 }).where('owner', '=', username).execute();
      return put(bytes);
    });
    const { status } = await publish({ name: 'beside_race' }, 'rosalie');
    expect(kept).toHaveBeenCalled();
    kept.mockRestore();
    expect(status).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining('KB') });
  });
});
