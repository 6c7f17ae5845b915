// What files and formats are called: names with dots that end nothing, and formats with two names.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

let count = 0;
const CSV = 'name,lat,lon\na,1,2\n';

async function published(params: Record<string, string | object>, file: { name: string; bytes: string | Buffer }): Promise<AnyReply> {
  const petra = t.as('petra');
  const { services } = await petra.upload(`content/users/${petra.username}/publish`, params, { file });
  await t.runJobs();
  const { pathname } = new URL(services[0].serviceurl);
  return { path: pathname, ...(await petra.get(pathname)) };
}

it.each([
  ['Letter to Dr.Smith', 'Letter to Dr.Smith', 'Letter_to_Dr_Smith'],
  ['St.Gallen.csv', 'St.Gallen', 'St_Gallen'],
])('%s becomes the layer %s of the service %s', async (name, layer, service) => {
  const file = { name, bytes: CSV };
  const { publishParameters } = await t.as('petra').upload('content/features/analyze', { fileType: 'csv' }, { file });
  expect(publishParameters).toMatchObject({ name: service, layerInfo: { name: layer } });
  const made = await published({ fileType: 'csv', publishParameters: {} }, file);
  expect(made.path).toBe(`/rest/services/Hosted/${service}/FeatureServer`);
  expect(made.layers).toMatchObject([{ name: layer }]);
});

it.each(['GeoParquet', 'geoparquet', 'PARQUET'])('%s is a format of exports, of files to publish and of files to load', async (format) => {
  const { itemId, ...layer } = await layerOf(CSV);
  const petra = t.as('petra');
  const { rawPayload, statusCode } = await petra.raw('GET', `content/items/${itemId}/export`, { f: '', exportFormat: format });
  expect(statusCode).toBe(200);
  const started = await petra.post(`content/users/${petra.username}/export`, { itemId, exportFormat: format, title: `As ${format}` });
  await t.runJobs();
  expect(await petra.get(`content/items/${started.exportItemId}`)).toMatchObject({ type: 'Apache Parquet' });
  const file = { name: 'a.parquet', bytes: rawPayload };
  const { publishParameters } = await petra.upload('content/features/analyze', { fileType: format }, { file });
  expect(publishParameters.layerInfo.fields.map((field: AnyReply) => field.name)).toContain('name');
  const made = await published({ fileType: format, publishParameters: { name: `from_${++count}` } }, file);
  expect((await petra.get(`${made.path}/0/query`, { where: '1=1', returnCountOnly: true })).count).toBe(1);
  expect(await load({ itemId, ...layer }, file, { appendUploadFormat: format })).toMatchObject({ status: 'Completed', insertedCount: 1 });
});
