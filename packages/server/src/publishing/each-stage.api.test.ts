// Exports and loads that are cancelled, and loads whose owner has no room left, at every moment at which they say how far they are: nothing is left over.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal, usernameOf } from '../../testing/test-portal.ts';
import { runWatched } from '../../testing/watched-job.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { appendRowsJob } from './append/append-rows.job.ts';
import { exportLayersJob } from './export-layers.job.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf, features, csv } = loadScene(() => t);
const ROWS = 3_000;
const rowsOf = (count: number, code: string): string =>
  `code,species,height,planted,lat,lon\n${Array.from({ length: count }, (_, i) => `${code}${i},oak,${i},2020-01-01,${i % 80},2`).join('\n')}\n`;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  layer = await layerOf(rowsOf(ROWS, 'c'));
});
afterAll(() => t.close());

const petra = () => t.as('petra');
const base = (): string => `content/users/${petra().username}`;
const received = (): string[] => readdirSync(join(t.portal.files.receivingPath(), '..'));
const files = async (): Promise<number> => (await t.portal.db.selectFrom('stored_file').select('key').execute()).length;
const hostedTables = async (): Promise<string[]> =>
  (await t.portal.db.introspection.getTables()).filter(({ schema }) => schema === 'hosted').map(({ name }) => name);

/** Runs the jobs that wait, and does something before each report of how far one is; gives how many there were. */
const runWith = (handler: Parameters<typeof runWatched>[1], before: (report: number, jobId: string) => Promise<void>): Promise<number> =>
  runWatched(t.portal, handler, async (report, { count, jobId }) => {
    await before(count, jobId);
    await report();
  });

const FORMATS = ['CSV', 'GeoJson', 'Shapefile', 'GeoPackage', 'Excel', 'KML', 'FlatGeobuf', 'Parquet', 'Feature Collection'];

it.each(FORMATS)('an export as %s that is cancelled at any report leaves nothing', async (exportFormat) => {
  const start = (): Promise<AnyReply> => petra().post(`${base()}/export`, { itemId: layer.itemId, exportFormat });
  const whole = await start();
  const reports = await runWith(exportLayersJob, async () => undefined);
  expect(reports).toBeGreaterThanOrEqual(2);
  expect((await t.portal.queue.status(whole.jobId))?.state).toBe('completed');
  const [before, left] = [await files(), received()];
  for (const at of new Set([1, 2, Math.ceil(reports / 2), reports - 1, reports])) {
    const { jobId, exportItemId } = await start();
    const done = await runWith(exportLayersJob, async (report, id) => {
      if (report === at) await t.portal.queue.cancel(id);
    });
    expect(done).toBe(at);
    const status = await petra().get(`${base()}/items/${exportItemId}/status`, { jobId });
    expect(status).toMatchObject({ status: 'failed', statusMessage: 'Cancelled.' });
    expect([await files(), received()]).toEqual([before, left]);
    expect((await petra().get(`content/items/${exportItemId}`)).size).toBe(-1);
    await petra().post(`${base()}/items/${exportItemId}/delete`, { permanentDelete: true });
  }
});

it('an export that is cancelled once its item has the file is done', async () => {
  const { jobId, exportItemId } = await petra().post(`${base()}/export`, { itemId: layer.itemId, exportFormat: 'CSV' });
  const late: JobHandler<never> = {
    ...exportLayersJob,
    run: async (portal, payload, run) => {
      const done = await exportLayersJob.run(portal, payload, run);
      await portal.queue.cancel(run.id);
      return done;
    },
  } as JobHandler<never>;
  await runWith(late, async () => undefined);
  expect(await petra().get(`${base()}/items/${exportItemId}/status`, { jobId })).toMatchObject({ status: 'completed' });
  expect((await petra().raw('GET', `content/items/${exportItemId}/data`, { f: '' })).body.split('\r\n')).toHaveLength(ROWS + 2);
});

const LOADS = [
  ['append', {}],
  ['upsert', { upsert: true, upsertMatchingField: 'code' }],
  ['replace', { replace: true }],
] as const;

/** Sends rows for the layer; gives where to ask what became of them. */
async function sent(more: Record<string, string | boolean>): Promise<string> {
  const { replace, ...params } = more;
  const { item } = await petra().upload(`${layer.service}/uploads/upload`, {}, { file: csv(rowsOf(ROWS * 4, 'c')) });
  const address = replace ? `${layer.admin}/replaceFeatures` : `${layer.path}/append`;
  const started = await petra().post(address, { appendUploadId: item.itemID, appendUploadFormat: 'csv', ...params });
  return new URL(started.statusUrl).pathname;
}

it.each(LOADS)('a load that is to %s, cancelled at any report, leaves the layer as it was and no table', async (_, params) => {
  const [before, tables, left] = [await features(layer), await hostedTables(), received()];
  for (const at of [1, 2]) {
    const path = await sent(params);
    await runWith(appendRowsJob, async (report, id) => {
      if (report === at) await t.portal.queue.cancel(id);
    });
    expect(await petra().get(path)).toMatchObject({ status: 'Failed', statusMessage: 'Cancelled.' });
    expect([await features(layer), await hostedTables(), received()]).toEqual([before, tables, left]);
  }
});

it.each(LOADS)(
  'a load that is to %s ends where its owner has no room left meanwhile, and leaves the layer as it was',
  async (_, params) => {
    const account = (storage_quota: number | null): Promise<unknown> =>
      t.portal.db.updateTable('account').set({ storage_quota }).where('username', '=', usernameOf('petra')).execute();
    const [before, tables, left] = [await features(layer), await hostedTables(), received()];
    try {
      for (const at of [1, 2]) {
        const path = await sent(params);
        const { storageUsage } = await petra().get(`community/users/${petra().username}`);
        await runWith(appendRowsJob, async (report) => {
          if (report === at) await account(storageUsage + 1_000);
        });
        const status = await petra().get(path);
        expect(status).toMatchObject({ status: 'Failed', statusMessage: expect.stringContaining('Not enough storage') });
        expect([await features(layer), await hostedTables(), received()]).toEqual([before, tables, left]);
        await account(null);
      }
    } finally {
      await account(null);
    }
  },
);
