// Looking at a file before its rows go into a layer, and naming the columns that say where they are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, run, features } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', otto: 'publisher' } });
});
afterAll(() => t.close());

type Layer = Awaited<ReturnType<typeof layerOf>>;

async function sent(layer: Layer, text: string, name = 'new.csv'): Promise<string> {
  const file = { name, bytes: text };
  return (await t.as('petra').upload(`${layer.service}/uploads/upload`, {}, { file })).item.itemID;
}

it('says what a file holds and which of its columns fit, by name or by alias', async () => {
  const layer = await layerOf();
  const appendUploadId = await sent(layer, 'SPECIES;height;lat;lon;extra\nelm;3;5;60;x\nyew;4;6;61;y\n');
  const found = await t.as('petra').get(`${layer.path}/append/analyze`, { appendUploadId });
  expect(found.publishParameters).toMatchObject({
    locationType: 'coordinates',
    latitudeFieldName: 'lat',
    longitudeFieldName: 'lon',
    columnDelimiter: ';',
    rowCount: 2,
  });
  expect(found.fieldMappings).toEqual(
    expect.arrayContaining([
      { name: 'species', source: 'SPECIES' },
      { name: 'height', source: 'height' },
    ]),
  );
  expect(found.fieldMappings.map(({ source }: { source: string }) => source)).not.toContain('extra');
  expect(await features(layer)).toHaveLength(2);
});

it('says in the words of people that a file of another kind was sent', async () => {
  const layer = await layerOf();
  const appendUploadId = await sent(layer, 'no rows', 'photo.jpg');
  for (const path of ['append/analyze', 'append']) {
    const { error } = await t.as('petra').post(`${layer.path}/${path}`, { appendUploadId });
    expect(error, path).toMatchObject({ code: 400, reasons: [{ code: 'load-format-missing', values: { name: 'photo.jpg' } }] });
    expect(error.details).toEqual([expect.stringMatching(/^Choose a file of a format that can be published/)]);
  }
});

it('takes the columns of the coordinates that the caller names, as for publishing', async () => {
  const layer = await layerOf();
  const appendUploadId = await sent(layer, 'species,height,nord_süd,ost_west\nelm,3,5,60\n');
  const petra = t.as('petra');
  const asIs = await petra.get(`${layer.path}/append/analyze`, { appendUploadId });
  expect(asIs.publishParameters.locationType).toBe('none');
  const refused = await run(await petra.post(`${layer.path}/append`, { appendUploadId }));
  expect(refused).toMatchObject({ status: 'Failed', reasons: [{ code: 'geometry-for-layer' }] });
  const appendSourceInfo = { latitudeFieldName: 'nord_süd', longitudeFieldName: 'ost_west' };
  const named = await petra.get(`${layer.path}/append/analyze`, { appendUploadId, appendSourceInfo });
  expect(named.publishParameters).toMatchObject({ locationType: 'coordinates', latitudeFieldName: 'nord_süd' });
  const status = await run(await petra.post(`${layer.path}/append`, { appendUploadId, appendSourceInfo }));
  expect(status).toMatchObject({ status: 'Completed', insertedCount: 1 });
  expect((await features(layer))[2].geometry).toMatchObject({ x: expect.closeTo(60, 6), y: expect.closeTo(5, 6) });
});

it('takes the column of well-known text that the caller names', async () => {
  const layer = await layerOf();
  const text = 'species,height,lat,lon,place\nelm,3,1,1,POINT (60 5)\n';
  const appendSourceInfo = { wktFieldName: 'place' };
  const status = await load(layer, { name: 'new.csv', bytes: text }, { appendSourceInfo });
  expect(status).toMatchObject({ status: 'Completed', insertedCount: 1 });
  expect((await features(layer))[2].geometry).toMatchObject({ x: expect.closeTo(60, 6), y: expect.closeTo(5, 6) });
  const wrong = await load(layer, { name: 'new.csv', bytes: text }, { appendSourceInfo: { wktFieldName: 'shape' } });
  expect(wrong).toMatchObject({ status: 'Failed', reasons: [{ code: 'column-missing', values: { column: 'shape' } }] });
});

it('is for those who may add rows, and for the files that they sent themselves', async () => {
  const layer = await layerOf();
  const appendUploadId = await sent(layer, 'species,lat,lon\nelm,5,60\n');
  for (const name of ['una', 'otto']) {
    expect((await t.as(name).get(`${layer.path}/append/analyze`, { appendUploadId })).error).toBeDefined();
  }
  const broken = await sent(layer, 'not a package', 'new.gpkg');
  const refused = await t.as('petra').get(`${layer.path}/append/analyze`, { appendUploadId: broken });
  expect(refused.error).toMatchObject({ code: 400, message: expect.stringContaining('new.gpkg') });
});
