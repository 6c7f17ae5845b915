// Analyzing a file tells where its rows are, in the coordinate system of the file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const FIXTURES = join(import.meta.dirname, '../../../geo/fixtures');

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

async function analyzed(path: string, fileType: string, analyzeParameters: object = {}): Promise<AnyReply> {
  const file = { name: path.slice(path.lastIndexOf('/') + 1), bytes: readFileSync(join(FIXTURES, path)) };
  return (await t.as('petra').upload('content/features/analyze', { fileType, analyzeParameters }, { file })).publishParameters;
}

it('in degrees and in metres, in the description of the layer and of the dataset', async () => {
  const peru = { xmin: -81.27194, ymin: -18.01465, xmax: -69.04167, ymax: -2.45012, spatialReference: { wkid: 4326, latestWkid: 4326 } };
  const csv = await analyzed('csv/peru_lat_lon.csv', 'csv');
  expect(csv.layerInfo.extent).toEqual(peru);
  expect(csv.datasets.map(({ extent }: AnyReply) => extent)).toEqual([peru]);
  const swiss = await analyzed('vector/swiss_places_pointz_2056.zip', 'shapefile');
  expect(swiss.layerInfo.extent).toEqual({
    xmin: 2486654.6274155886,
    ymin: 1076854.0074055707,
    xmax: 2830282.6335808644,
    ymax: 1289279.2109012434,
    spatialReference: { wkid: 2056, latestWkid: 2056 },
  });
  const norway = await analyzed('geojson/norway_crs_3857.geojson', 'geojson');
  expect(norway.layerInfo.extent).toMatchObject({ xmin: 560248.73, spatialReference: { wkid: 102100, latestWkid: 3857 } });
});

it('each dataset of a file has its own, and tables have none', async () => {
  const { datasets } = await analyzed('vector/france.gpkg', 'geoPackage');
  const told = Object.fromEntries(datasets.map(({ name, extent }: AnyReply) => [name, extent?.spatialReference.wkid]));
  expect(told).toEqual({ departements: 2154, villes: 4326, fuseaux: undefined });
  const villes = datasets.find(({ name }: AnyReply) => name === 'villes');
  expect(villes.extent).toMatchObject({ xmin: -4.61805, ymin: 41.59101, xmax: 9.45123, ymax: 51.0344 });
  const table = await analyzed('csv/canada_addresses.csv', 'csv');
  expect(table.layerInfo).not.toHaveProperty('extent');
  expect(table.datasets[0]).not.toHaveProperty('extent');
});

it('none as long as nobody said the coordinate system, and then in that one', async () => {
  const unknown = await analyzed('csv/mexico_utm14.csv', 'csv');
  expect(unknown).toMatchObject({ needsSpatialReference: true, sourceSR: null });
  expect(unknown.layerInfo).not.toHaveProperty('extent');
  const known = await analyzed('csv/mexico_utm14.csv', 'csv', { sourceSR: { wkid: 32614 } });
  expect(known.layerInfo.extent).toEqual({
    xmin: -1209803.3,
    ymin: 1658725.3,
    xmax: 1768698.6,
    ymax: 3743904.2,
    spatialReference: { wkid: 32614, latestWkid: 32614 },
  });
});

it('sent back with what was proposed it changes nothing: the layer has its own', async () => {
  const petra = t.as('petra');
  const file = { name: 'a.csv', bytes: Buffer.from('lat,lon,n\n1,2,a\n3,4,b\n') };
  const { publishParameters } = await petra.upload('content/features/analyze', { fileType: 'csv' }, { file });
  publishParameters.layerInfo.extent.xmax = 170;
  publishParameters.targetSR = { wkid: 4326 };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType: 'csv', publishParameters }, { file });
  await t.runJobs();
  const layer = await petra.get(`${new URL(reply.services[0].serviceurl).pathname}/0`);
  const { xmin, ymin, xmax, ymax } = layer.extent;
  expect([xmin, ymin, xmax, ymax].map((side) => Number(side.toFixed(9)))).toEqual([2, 1, 4, 3]);
});
