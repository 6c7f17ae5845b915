// Rows that a load left out, all of them, as a file for whoever started it or administers the layer.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, csv } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', otto: 'publisher' } });
});
afterAll(() => t.close());

const addressOf = ({ path }: TestLayer, { jobId }: AnyReply): string => `${path}/append/jobs/${jobId}/refusedRows`;

async function linesOf(layer: TestLayer, status: AnyReply, who = 'petra'): Promise<string[]> {
  const { body } = await t.as(who).raw('GET', addressOf(layer, status), { f: '' });
  return body.replace('\uFEFF', '').trimEnd().split('\r\n');
}

it('a load tells of every row that it left out in a file, those without a clear key too', async () => {
  const layer = await layerOf();
  const far = Array.from({ length: 1500 }, (_, i) => `f${i},1,far,2`);
  const twice = Array.from({ length: 1500 }, () => 'a,1,1,2');
  const text = ['code,height,lat,lon', ...far, ...twice].join('\n');
  const status = await load(layer, csv(text), { upsert: true, upsertMatchingField: 'code' });
  expect(status).toMatchObject({ status: 'CompletedWithErrors', updatedCount: 1, refusedCount: 2999, refusedInFile: 2999 });
  expect(status.problems).toHaveLength(1000);
  const lines = await linesOf(layer, status);
  expect(lines).toHaveLength(3000);
  expect(lines.slice(0, 2)).toEqual([
    'layer,row,reason,"code","height","lat","lon"',
    expect.stringMatching(/^"[^"]+",2,"“far” is not a coordinate","f0","1","far","2"$/),
  ]);
  expect(lines.at(-1)).toMatch(/^"[^"]+",3000,"a later row has the same code","a","1","1","2"$/);
});

it('a large file is read once more for what the rows hold that have no clear key', async () => {
  const layer = await layerOf();
  const rows = Array.from({ length: 30_000 }, (_, i) => `c${i},${i},1,2,${'x'.repeat(40)}`);
  const text = ['code,height,lat,lon,note', ...rows, 'c7,70,3,4,later'].join('\n');
  const status = await load(layer, csv(text), { upsert: true, upsertMatchingField: 'code' });
  expect(status).toMatchObject({ insertedCount: 30_000, refusedCount: 1, refusedInFile: 1 });
  expect(await linesOf(layer, status)).toEqual([
    'layer,row,reason,"code","height","lat","lon","note"',
    expect.stringMatching(/^"[^"]+",9,"a later row has the same code","c7","7","1","2","x{40}"$/),
  ]);
});

it('the file is not for others who see the layer', async () => {
  const layer = await layerOf();
  const petra = t.as('petra');
  await petra.post(`content/users/${petra.username}/items/${layer.itemId}/share`, { everyone: true });
  const own = await load(layer, csv('code,lat,lon\nx,1,2\ny,far,2\n'));
  expect(await linesOf(layer, own)).toHaveLength(2);
  for (const who of [t.as('una'), t.as('otto'), t.stranger]) {
    expect((await who.get(`content/items/${layer.itemId}`)).id).toBe(layer.itemId);
    expect((await who.get(addressOf(layer, own))).error).toBeDefined();
    expect((await who.get(`content/items/${layer.itemId}/info/refusedRows/${own.jobId}.csv`)).error.code).toBe(403);
  }
  // Who may add rows reads the file of an own load.
  const byUna = await load(layer, csv('code,lat,lon\nx,1,2\ny,far,2\n'), {}, 'una');
  expect(byUna).toMatchObject({ status: 'CompletedWithErrors', refusedInFile: 1 });
  expect(await linesOf(layer, byUna, 'una')).toHaveLength(2);
  expect((await t.as('una').get(addressOf(layer, own))).error).toBeDefined();
});

it('a layer keeps the files of its newest loads', async () => {
  const layer = await layerOf();
  const loads: AnyReply[] = [];
  for (let i = 0; i < 6; i++) {
    loads.push(await load(layer, csv('code,lat,lon\nx,1,2\ny,far,2\n')));
  }
  expect((await t.as('petra').get(addressOf(layer, loads[0]))).error).toBeDefined();
  for (const one of loads.slice(1)) expect(await linesOf(layer, one)).toHaveLength(2);
  const { jobs } = await t.as('petra').get(`${layer.path}/append/jobs`);
  const files = jobs.filter(({ operation }: AnyReply) => operation === 'append').map(({ refusedInFile }: AnyReply) => refusedInFile);
  expect(files).toEqual([1, 1, 1, 1, 1, undefined]);
  const clean = await load(layer, csv('code,lat,lon\nx,1,2\n'));
  expect((await t.as('petra').get(addressOf(layer, clean))).error).toBeDefined();
});
