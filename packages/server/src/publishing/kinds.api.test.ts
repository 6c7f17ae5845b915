// Files that mix kinds of geometry: one layer for each kind, and every feature arrives.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply, TestFile } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const MIXED = readFileSync(join(import.meta.dirname, '../../../geo/fixtures/geojson/mixed_null_collection.geojson'));
const file = { name: 'mixed.geojson', bytes: MIXED };

async function publish(parameters: object, sent: TestFile = file, fileType = 'geojson'): Promise<{ itemId: string; path: string }> {
  const petra = t.as('petra');
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType, publishParameters: parameters }, { file: sent });
  await t.runJobs();
  const [service] = reply.services;
  return { itemId: service.serviceItemId, path: new URL(service.serviceurl).pathname };
}

/** Name, type and features of each layer. */
async function layersOf(path: string): Promise<unknown[]> {
  const petra = t.as('petra');
  const { layers } = await petra.get(path);
  const counted = layers.map(async ({ id, name }: AnyReply) => {
    const { geometryType } = await petra.get(`${path}/${id}`);
    return [name, geometryType, (await petra.get(`${path}/${id}/query`, { returnCountOnly: true })).count];
  });
  return Promise.all(counted);
}

it('analyzing says what becomes of a file that mixes kinds', async () => {
  const { publishParameters } = await t.as('petra').upload('content/features/analyze', { fileType: 'geojson' }, { file });
  expect(publishParameters.datasets).toMatchObject([
    { name: 'mixed points', part: 'mixed', geometryType: 'esriGeometryPoint', rowCount: 4, fields: [{ name: 'k' }] },
    { name: 'mixed lines', part: 'mixed', geometryType: 'esriGeometryPolyline', rowCount: 2, fields: [{ name: 'k' }] },
    { name: 'mixed polygons', part: 'mixed', geometryType: 'esriGeometryPolygon', rowCount: 1, fields: [{ name: 'k' }] },
    { name: 'mixed multipoints', part: 'mixed', geometryType: 'esriGeometryMultipoint', rowCount: 1, fields: [{ name: 'k' }] },
  ]);
  const codes = publishParameters.warningSentences.map(({ code }: AnyReply) => code);
  expect(codes).toEqual(['mixed-geometry', 'features-split', 'points-apart']);
});

it('each layer is called, described and labelled as the publisher says of it in turn', async () => {
  const { path } = await publish({
    name: 'Each',
    layers: [
      { name: 'Stops', fields: [{ name: 'k', alias: 'Kind of stop' }] },
      { name: 'Ways', description: 'Where one can walk', fields: [{ name: 'k', alias: 'Kind of way' }] },
    ],
  });
  expect((await layersOf(path)).map((layer) => (layer as unknown[])[0])).toEqual(['Stops', 'Ways', 'mixed polygons', 'mixed multipoints']);
  const ways = await t.as('petra').get(`${path}/1`);
  expect(ways.description).toBe('Where one can walk');
  const aliasOf = async (id: number): Promise<string> =>
    (await t.as('petra').get(`${path}/${id}`)).fields.find(({ name }: AnyReply) => name === 'k').alias;
  expect([await aliasOf(0), await aliasOf(1), await aliasOf(2)]).toEqual(['Kind of stop', 'Kind of way', 'k']);
});

it('every kind becomes a layer of its own, called like the publisher called the whole', async () => {
  const { path, itemId } = await publish({
    name: 'Mixed',
    layerInfo: { name: 'Walk' },
    columns: [{ name: 'k', newName: 'kind', key: true }],
  });
  expect(await layersOf(path)).toEqual([
    ['Walk points', 'esriGeometryPoint', 4],
    ['Walk lines', 'esriGeometryPolyline', 2],
    ['Walk polygons', 'esriGeometryPolygon', 1],
    ['Walk multipoints', 'esriGeometryMultipoint', 0],
  ]);
  const report = await t.as('petra').get(`content/items/${itemId}/info/publishReport.json`);
  // One row has no value for the key that was chosen.
  expect(report.layers.map(({ layer, featuresLoaded, rowsRefused }: AnyReply) => [layer, featuresLoaded, rowsRefused])).toEqual([
    ['Walk points', 4, 0],
    ['Walk lines', 2, 0],
    ['Walk polygons', 1, 0],
    ['Walk multipoints', 0, 1],
  ]);
  const split = await t.as('petra').get(`${path}/1/query`, { where: "kind = 'collection'", outFields: '*' });
  expect(split.features).toMatchObject([
    { attributes: { kind: 'collection' }, geometry: { paths: [[expect.any(Array), expect.any(Array)]] } },
  ]);
});

it('a single kind can be chosen by its name', async () => {
  const { path } = await publish({ name: 'Mixed_lines', layerNames: ['mixed lines'] });
  expect(await layersOf(path)).toEqual([['mixed lines', 'esriGeometryPolyline', 2]]);
});

it('a file that mixes kinds beside others in an archive is left out only where others are named', async () => {
  const place = { type: 'Feature', properties: { k: 'a' }, geometry: { type: 'Point', coordinates: [1, 2] } };
  const bytes = zipArchive([
    { name: 'plain.geojson', bytes: JSON.stringify({ type: 'FeatureCollection', features: [place] }) },
    { name: 'mixed.geojson', bytes: MIXED },
  ]);
  const sent = { name: 'both.zip', bytes };
  const { publishParameters } = await t.as('petra').upload('content/features/analyze', { fileType: 'geojson' }, { file: sent });
  const names = ['mixed points', 'mixed lines', 'mixed polygons', 'mixed multipoints', 'plain'];
  expect(publishParameters.datasets.map(({ name }: AnyReply) => name)).toEqual(names);
  const named = async (name: string, layerNames?: string[]): Promise<unknown[]> =>
    (await layersOf((await publish({ name, layerNames }, sent)).path)).map((layer) => (layer as unknown[])[0]);
  expect(await named('Both')).toEqual(names);
  expect(await named('Both_named', ['plain', 'mixed lines'])).toEqual(['mixed lines', 'plain']);
  expect(await named('Both_plain', ['plain'])).toEqual(['plain']);
});

it('points and sets of points stay in one layer where the publisher wants that', async () => {
  const { path } = await publish({ name: 'Mixed_together', multipoints: 'together' });
  expect(await layersOf(path)).toEqual([
    ['mixed multipoints', 'esriGeometryMultipoint', 5],
    ['mixed lines', 'esriGeometryPolyline', 2],
    ['mixed polygons', 'esriGeometryPolygon', 1],
  ]);
});

it('a part is chosen by the name that analyzing showed', async () => {
  const walk = { name: 'walk.gpx', bytes: readFileSync(join(import.meta.dirname, '../../../geo/fixtures/vector/walk.gpx')) };
  const { publishParameters } = await t.as('petra').upload('content/features/analyze', { fileType: 'gpx' }, { file: walk });
  const names = publishParameters.datasets.map(({ name }: AnyReply) => name);
  expect(names).toEqual(['walk waypoints', 'walk routes', 'walk tracks']);
  const { path } = await publish({ name: 'Walk_tracks', layerNames: ['walk tracks'] }, walk, 'gpx');
  expect(await layersOf(path)).toEqual([['walk tracks', 'esriGeometryPolyline', 1]]);
});

it('rows are appended to a layer by its kind, and those of other kinds are told of', async () => {
  const { path } = await publish({ name: 'Mixed_target', layerNames: ['mixed polygons'] });
  const petra = t.as('petra');
  const started = await petra.upload(`${path}/uploads/upload`, {}, { file });
  const { statusUrl } = await petra.post(`${path}/0/append`, { appendUploadId: started.item.itemID, appendUploadFormat: 'geojson' });
  await t.runJobs();
  const status = await petra.get(new URL(statusUrl).pathname);
  // The polygon, and the two rows without a geometry.
  expect(status).toMatchObject({ status: 'CompletedWithErrors', insertedCount: 3, refusedCount: 4 });
  expect(status.problems.map(({ row, said }: AnyReply) => [row, said.code])).toEqual([
    [3, 'other-point'],
    [4, 'other-polyline'],
    [5, 'other-point'],
    [6, 'other-multipoint'],
  ]);
});

it('each layer of a file has its own corrections of columns', async () => {
  const france = { name: 'france.gpkg', bytes: readFileSync(join(import.meta.dirname, '../../../geo/fixtures/vector/france.gpkg')) };
  const petra = t.as('petra');
  const { publishParameters } = await petra.upload('content/features/analyze', { fileType: 'geoPackage' }, { file: france });
  const columnsOf = (part: string): AnyReply[] => publishParameters.datasets.find((one: AnyReply) => one.part === part).fields;
  const number = columnsOf('villes').find(({ type }) => type === 'esriFieldTypeInteger')?.name;
  const [first] = columnsOf('departements');
  const { path } = await publish(
    {
      name: 'France_columns',
      columns: [
        { name: number, dataset: 'villes', type: 'esriFieldTypeString' },
        { name: first?.name, dataset: 'departements', newName: 'corrected' },
      ],
    },
    france,
    'geoPackage',
  );
  const { layers } = await petra.get(path);
  const fieldsOf = async (name: string): Promise<string[]> => {
    const { id } = layers.find((one: AnyReply) => one.name === name);
    return (await petra.get(`${path}/${id}`)).fields.map((field: AnyReply) => `${field.name} ${field.type}`);
  };
  expect(await fieldsOf('villes')).toContain(`${number} esriFieldTypeString`);
  expect(await fieldsOf('villes')).not.toContain('corrected esriFieldTypeString');
  expect((await fieldsOf('departements')).some((field) => field.startsWith('corrected '))).toBe(true);
});
