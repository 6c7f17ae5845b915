// Files of every kind that can be published, through the application: analyzed, published, queried; and refused.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const FIXTURES = join(import.meta.dirname, '../../../geo/fixtures');

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const upload = (file: string): { file: { name: string; bytes: Buffer } } => ({
  file: { name: file.slice(file.lastIndexOf('/') + 1), bytes: readFileSync(join(FIXTURES, file)) },
});

async function publish(file: string, fileType: string, publishParameters: object): Promise<{ path: string; status: AnyReply }> {
  const petra = t.as('petra');
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType, publishParameters }, upload(file));
  const [{ serviceurl, serviceItemId, jobId }] = reply.services;
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`, { jobId });
  return { path: new URL(serviceurl).pathname, status };
}

const count = async (path: string, layer: number): Promise<number> =>
  (await t.as('petra').get(`${path}/${layer}/query`, { returnCountOnly: true })).count;

const layerNames = async (path: string): Promise<string[]> => {
  const service = await t.as('petra').get(path);
  return [...service.layers, ...service.tables].map((layer: { name: string }) => layer.name);
};

describe('publishing files of many kinds', () => {
  it.each([
    ['vector/italy_provinces.kmz', 'kml', [110]],
    ['vector/us_west_counties.fgb', 'flatgeobuf', [209]],
    ['csv/nl_plaatsen.xlsx', 'excel', [400]],
    ['vector/walk.gpx', 'gpx', [2, 1, 1]],
  ] as const)('publishes %s as %s', async (file, fileType, counts) => {
    const name = file.replace(/\W/g, '_');
    const { path, status } = await publish(file, fileType, { name });
    expect(status).toMatchObject({ status: 'completed' });
    expect(await Promise.all(counts.map((_, layer) => count(path, layer)))).toEqual(counts);
    expect(await layerNames(path)).toHaveLength(counts.length);
  });

  it('publishes the layers and the table of a GeoPackage, each from its own reference system', async () => {
    const { path, status } = await publish('vector/france.gpkg', 'geoPackage', { name: 'france' });
    expect(status).toMatchObject({ status: 'completed' });
    expect((await layerNames(path)).sort()).toEqual(['departements', 'fuseaux', 'villes']);
    const service = await t.as('petra').get(path);
    const layer = service.layers.find((one: { name: string }) => one.name === 'departements');
    const page = await t.as('petra').get(`${path}/${layer.id}/query`, { returnExtentOnly: true, outSR: 4326 });
    // Overseas departments would be far away: the layer has those of Lambert 93.
    expect(page.extent.xmin).toBeGreaterThan(-180);
    expect(await count(path, layer.id)).toBe(101);
  });

  it('takes only the layers that are named', async () => {
    const { path } = await publish('vector/france.gpkg', 'geoPackage', { name: 'villes_only', layerNames: ['villes'] });
    expect(await layerNames(path)).toHaveLength(1);
    expect(await count(path, 0)).toBe(962);
    const wrong = await publish('vector/france.gpkg', 'geoPackage', { name: 'wrong_name', layerNames: ['nowhere'] });
    expect(wrong.status).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining('has no “nowhere”') });
  });

  it('proposes how to publish a workbook and a GeoPackage', async () => {
    const petra = t.as('petra');
    const sheet = await petra.upload('content/features/analyze', { fileType: 'excel' }, upload('csv/nl_plaatsen.xlsx'));
    expect(sheet.publishParameters).toMatchObject({ name: 'nl_plaatsen', rowCount: 400, locationType: 'coordinates' });
    expect(sheet.records[0]).toMatchObject({ Plaats: 'Amsterdam' });
    const france = await petra.upload('content/features/analyze', { fileType: 'geoPackage' }, upload('vector/france.gpkg'));
    expect(france.publishParameters.datasets).toHaveLength(3);
  });

  it.each([
    ['malformed/xxe.kml', 'kml', /DOCTYPE/],
    ['malformed/not_a.gpkg', 'geoPackage', /GeoPackage/],
    ['malformed/truncated.gpkg', 'geoPackage', /damaged or cut off/],
    ['malformed/html_named.geojson', 'kml', /web page/],
    ['malformed/ratio_bomb.zip', 'excel', /times its packed size/],
    ['malformed/ragged.csv', 'flatgeobuf', /not a FlatGeobuf/],
  ])('says what is wrong with %s as %s', async (file, fileType, message) => {
    const { status } = await publish(file, fileType, { name: `${file}_${fileType}`.replace(/\W/g, '_') });
    expect(status).toMatchObject({ status: 'failed', statusMessage: expect.stringMatching(message) });
  });
});
