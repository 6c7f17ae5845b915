// What is told of jobs once all their rows are read or written: what follows takes long where there are very many.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { runWatched } from '../../testing/watched-job.ts';
import { createRunner, type JobHandler } from '../platform/queue/queue.ts';
import type { AppendPayload } from './append/append.ts';
import { appendRowsJob } from './append/append-rows.job.ts';
import { exportLayersJob } from './export-layers.job.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf, csv } = loadScene(() => t);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
beforeEach(async () => {
  layer = await layerOf(TREES);
});
afterAll(() => t.close());

const petra = () => t.as('petra');

/** Runs the jobs that wait; gives what is told after each of their reports. */
async function toldBy(handler: Parameters<typeof runWatched>[1], ask: () => Promise<AnyReply>): Promise<AnyReply[]> {
  const told: AnyReply[] = [];
  await runWatched(t.portal, handler, async (report) => {
    await report();
    told.push(await ask());
  });
  return told;
}

it.each([
  ['added', {}],
  ['merged', { upsert: true, upsertMatchingField: 'code' }],
  ['put in the place of others', { replace: true }],
])('rows that are read and %s are told to be brought into the layer, until they are there', async (_, { replace, ...params }: AnyReply) => {
  const { item } = await petra().upload(`${layer.service}/uploads/upload`, {}, { file: csv(TREES) });
  const address = replace ? `${layer.admin}/replaceFeatures` : `${layer.path}/append`;
  const { statusUrl } = await petra().post(address, { appendUploadId: item.itemID, appendUploadFormat: 'csv', ...params });
  const path = new URL(statusUrl).pathname;
  const latest = async (): Promise<AnyReply> => (await petra().get(`${layer.path}/append/jobs`)).jobs[0];
  const told = await toldBy(appendRowsJob, async () => [await petra().get(path), await latest()]);
  for (const one of told.at(-1) ?? []) expect(one).toMatchObject({ status: 'InProgress', recordCount: 2, phase: 'layer' });
  for (const one of [await petra().get(path), await latest()]) {
    expect(one).toMatchObject({ status: 'Completed' });
    expect(one).not.toHaveProperty('phase');
  }
});

it('rows that are read once more, because the first run was cut short, are not told to be all read', async () => {
  const { item } = await petra().upload(`${layer.service}/uploads/upload`, {}, { file: csv(TREES) });
  const { statusUrl } = await petra().post(`${layer.path}/append`, { appendUploadId: item.itemID, appendUploadFormat: 'csv' });
  const path = new URL(statusUrl).pathname;
  const id = path.slice(path.lastIndexOf('/') + 1);
  const progress = JSON.stringify({ done: 2, total: 2, phase: 'layer' });
  await t.portal.db.updateTable('job').set({ progress, attempts: 1 }).where('id', '=', id).execute();
  const told: AnyReply[] = [];
  const again: JobHandler<AppendPayload> = {
    ...appendRowsJob,
    run: async (portal, payload, run) => {
      told.push(await petra().get(path));
      return appendRowsJob.run(portal, payload, run);
    },
  };
  const runner = createRunner(t.portal, [again as JobHandler<never>]);
  await runner.drain();
  await runner.stop();
  expect(told).toMatchObject([{ status: 'InProgress', recordCount: 2 }]);
  expect(told[0]).not.toHaveProperty('phase');
});

it.each(['CSV', 'Shapefile', 'GeoPackage', 'KML'])(
  'an export as %s whose rows are all written is told to be finished',
  async (exportFormat) => {
    const base = `content/users/${petra().username}`;
    const { exportItemId, jobId } = await petra().post(`${base}/export`, { itemId: layer.itemId, exportFormat });
    const ask = (): Promise<AnyReply> => petra().get(`${base}/items/${exportItemId}/status`, { jobId });
    const told = await toldBy(exportLayersJob, ask);
    // from the last row on
    expect(told.map(({ status, phase }) => [status, phase])).toEqual(told.map(() => ['processing', 'file']));
    expect(await ask()).toMatchObject({ status: 'completed' });
    expect(await ask()).not.toHaveProperty('phase');
  },
);
