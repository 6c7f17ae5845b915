// What a layer tells of the jobs with its rows, to whom, and who may stop them.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, csv, values, hostedTables } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', otto: 'publisher', anna: 'admin' } });
});
afterAll(() => t.close());

const jobsOf = async (layer: TestLayer, who = 'petra'): Promise<AnyReply[]> => (await t.as(who).get(`${layer.path}/append/jobs`)).jobs;
const username = (who: string): string => t.as(who).username ?? '';

/** A layer that everybody in the organisation sees and may add to. */
async function sharedLayer(): Promise<TestLayer> {
  const layer = await layerOf();
  await t.as('petra').post(`content/users/${username('petra')}/items/${layer.itemId}/share`, { org: true });
  return layer;
}

/** Begins to load without running it, and gives the id of the job. */
async function started(layer: TestLayer, who: string, text: string): Promise<string> {
  const { item } = await t.as(who).upload(`${layer.service}/uploads/upload`, {}, { file: csv(text) });
  const { statusUrl } = await t.as(who).post(`${layer.path}/append`, { appendUploadId: item.itemID, appendUploadFormat: 'csv' });
  return statusUrl.slice(statusUrl.lastIndexOf('/') + 1);
}

const cancel = (layer: TestLayer, who: string, job: string): Promise<AnyReply> => t.as(who).post(`${layer.path}/append/jobs/${job}/cancel`);

function overwrite(layer: TestLayer, text: string, who = 'petra'): Promise<AnyReply> {
  const name = layer.service.split('/').at(-2);
  const parameters = { text, fileType: 'csv', publishParameters: { name }, overwrite: true };
  return t.as(who).post(`content/users/${username('petra')}/publish`, parameters);
}

it('lists as many of each kind as are asked for, and says whether there are more', async () => {
  const layer = await layerOf(TREES);
  const ids: string[] = [];
  for (const code of ['x', 'y', 'z']) {
    ids.unshift(await started(layer, 'petra', `code,lat,lon\n${code},1,2\n`));
    await t.runJobs();
  }
  const list = async (num: number): Promise<{ loads: string[]; more: boolean }> => {
    const { jobs, more } = await t.as('petra').get(`${layer.path}/append/jobs`, { num });
    return { loads: jobs.filter((job: AnyReply) => job.operation === 'append').map((job: AnyReply) => job.jobId), more };
  };
  expect(await list(2)).toEqual({ loads: ids.slice(0, 2), more: true });
  expect(await list(4)).toEqual({ loads: ids, more: false });
  expect((await list(0)).loads).toEqual(ids.slice(0, 1));
});

it('lists publications, loads of each kind, overwrites and exports, the latest first', async () => {
  const layer = await layerOf('code,species,height,lat,lon\na,oak,12,1,2\nb,ash,tall,3,4\nc,elm,3,far,4\n', {
    columns: [{ name: 'height', type: 'esriFieldTypeInteger' }],
  });
  await load(layer, csv('code,lat,lon\nx,1,2\n'));
  await load(layer, csv('code,lat,lon\nx,1,2\ny,1,2\n'), { upsert: true, upsertMatchingField: 'code' });
  await load(layer, csv('code,lat,lon\nx,1,2\n'), { replace: true });
  await overwrite(layer, TREES, 'anna');
  await t.runJobs();
  const place = `content/users/${username('petra')}/export`;
  await t.as('petra').post(place, { itemId: layer.itemId, exportFormat: 'CSV' });
  await t.runJobs();
  const jobs = await jobsOf(layer);
  expect(jobs).toMatchObject([
    { operation: 'export', exportFormat: 'CSV', startedBy: username('petra'), status: 'Completed', recordCount: 2 },
    { operation: 'overwrite', startedBy: username('anna'), status: 'Completed', recordCount: 2, refusedCount: 0 },
    { operation: 'replace', startedBy: username('petra'), status: 'Completed', recordCount: 1 },
    { operation: 'upsert', startedBy: username('petra'), status: 'Completed' },
    { operation: 'append', startedBy: username('petra'), status: 'Completed', insertedCount: 1 },
    {
      operation: 'publish',
      startedBy: username('petra'),
      status: 'CompletedWithErrors',
      refusedCount: 2,
      warnings: [{ code: 'rows-left-out' }],
    },
  ]);
  for (const job of jobs) {
    expect(job).toMatchObject({ jobId: expect.stringMatching(/^[0-9a-f]{32}$/), layerName: expect.any(String) });
    // What is done cannot be stopped.
    expect(job).not.toHaveProperty('mayCancel');
    expect(job).not.toHaveProperty('cancelled');
  }
  // An export of another layer is not among them.
  const other = await layerOf();
  expect((await jobsOf(other)).map(({ operation }) => operation)).toEqual(['publish']);
});

it('knows of jobs that were told very much, too, while they wait and once that is forgotten', async () => {
  const layer = await sharedLayer();
  const anna = t.as('anna');
  await started(layer, 'una', TREES);
  await overwrite(layer, TREES, 'anna');
  await anna.post(`content/users/${username('anna')}/export`, { itemId: layer.itemId, exportFormat: 'CSV' });
  await sql`update job set payload = payload || jsonb_build_object('more', (select string_agg(md5(n::text), '') from generate_series(1, 10000) n))
    where state = 'waiting' and name in ('append-rows', 'publish-features', 'export-layers')`.execute(t.portal.db);
  const told = [
    { operation: 'export', exportFormat: 'CSV', startedBy: username('anna') },
    { operation: 'overwrite', startedBy: username('anna') },
    { operation: 'append', startedBy: username('una') },
    { operation: 'publish' },
  ];
  expect(await jobsOf(layer)).toMatchObject(told);
  await t.runJobs();
  expect(await jobsOf(layer)).toMatchObject(told.map((one) => ({ ...one, status: 'Completed' })));
  const { rows } = await sql<{ most: number }>`select max(octet_length(payload::text)) as most from job
    where name in ('append-rows', 'publish-features', 'export-layers')`.execute(t.portal.db);
  expect(rows[0]?.most).toBeLessThan(10_000);
});

it('says what was said of the file, and which texts an export cut off', async () => {
  const layer = await layerOf();
  const warning = { text: 'Dates are days.', code: 'of-no-language', values: {} };
  const report = [{ layer: 'trees', featuresLoaded: 2, rowsRefused: 0, geometriesRepaired: 1, warnings: [warning] }];
  await sql`update job set progress = ${JSON.stringify({ done: 2, total: 2, report })}::jsonb where subject = ${layer.itemId}
    and name = 'publish-features'`.execute(t.portal.db);
  expect(await jobsOf(layer)).toMatchObject([{ operation: 'publish', status: 'Completed', repairedCount: 1, warnings: [warning] }]);
  const long = await layerOf(`name,lat,lon\n${'x'.repeat(300)},1,2\n`);
  await t.as('petra').post(`content/users/${username('petra')}/export`, { itemId: long.itemId, exportFormat: 'Shapefile' });
  await t.runJobs();
  expect((await jobsOf(long))[0]).toMatchObject({ operation: 'export', exportFormat: 'Shapefile', textsCut: 1 });
});

it('tells each person of their own jobs, and who administers the layer of all', async () => {
  const layer = await sharedLayer();
  const own = await started(layer, 'una', TREES);
  await t.runJobs();
  await t.as('petra').post(`content/users/${username('petra')}/export`, { itemId: layer.itemId, exportFormat: 'GeoJson' });
  const kinds = async (who: string): Promise<string[]> => (await jobsOf(layer, who)).map(({ operation }) => operation);
  expect(await kinds('petra')).toEqual(['export', 'append', 'publish']);
  expect(await kinds('anna')).toEqual(['export', 'append', 'publish']);
  expect(await jobsOf(layer, 'una')).toMatchObject([{ jobId: own, startedBy: username('una') }]);
  expect(await jobsOf(layer, 'otto')).toEqual([]);
  expect((await t.stranger.get(`${layer.path}/append/jobs`)).error.code).toBe(499);
});

it('lets nobody else stop a load', async () => {
  const layer = await sharedLayer();
  const job = await started(layer, 'una', TREES);
  expect(await jobsOf(layer, 'petra')).toMatchObject([{ jobId: job, status: 'Pending', mayCancel: true }, { operation: 'publish' }]);
  expect(await jobsOf(layer, 'una')).toMatchObject([{ jobId: job, mayCancel: true }]);
  expect(await cancel(layer, 'otto', job)).toMatchObject({ error: { code: 400 } });
  expect((await t.stranger.post(`${layer.path}/append/jobs/${job}/cancel`)).error.code).toBe(499);
  await t.runJobs();
  expect(await jobsOf(layer, 'una')).toMatchObject([{ status: 'Completed', insertedCount: 2 }]);
  expect(await values(layer, 'species')).toEqual(['oak', 'ash', 'oak', 'ash']);
});

it('ends a load that runs as cancelled when a second client asks, with the rows as they were', async () => {
  const layer = await sharedLayer();
  const tables = await hostedTables();
  const many = Array.from({ length: 60_000 }, (_, i) => `c${i},elm,3,${i % 80},${i % 170}`).join('\n');
  const job = await started(layer, 'una', `code,species,height,lat,lon\n${many}\n`);
  const running = t.runJobs();
  // The second client knows nothing but the list.
  const seen = async (): Promise<AnyReply | undefined> => (await jobsOf(layer, 'petra')).find(({ jobId }) => jobId === job);
  await expect.poll(async () => ((await seen())?.recordCount ?? 0) > 0, { timeout: 60_000, interval: 5 }).toBe(true);
  expect(await seen()).toMatchObject({ status: 'InProgress', mayCancel: true });
  expect(await cancel(layer, 'petra', job)).toEqual({ success: true });
  await running;
  expect(await seen()).toMatchObject({ operation: 'append', status: 'Failed', cancelled: true, startedBy: username('una') });
  expect(await seen()).not.toHaveProperty('mayCancel');
  expect(await values(layer, 'species')).toEqual(['oak', 'ash']);
  expect(await hostedTables()).toEqual(tables);
}, 120_000);

it('stops an overwrite for whoever administers the layer, with the rows as they were, and leaves exports and publications alone', async () => {
  const layer = await sharedLayer();
  await overwrite(layer, 'code,species,lat,lon\nz,fir,1,2\n');
  await t.as('petra').post(`content/users/${username('petra')}/export`, { itemId: layer.itemId, exportFormat: 'CSV' });
  const [exporting, overwriting, publication] = await jobsOf(layer);
  expect([exporting.mayCancel, overwriting.mayCancel, publication.mayCancel]).toEqual([undefined, true, undefined]);
  expect(await cancel(layer, 'una', overwriting.jobId)).toMatchObject({ error: { code: 400 } });
  expect(await cancel(layer, 'petra', exporting.jobId)).toMatchObject({ error: { code: 400 } });
  expect(await cancel(layer, 'anna', overwriting.jobId)).toEqual({ success: true });
  await t.runJobs();
  expect(await jobsOf(layer)).toMatchObject([
    { operation: 'export', status: 'Completed' },
    { operation: 'overwrite', status: 'Failed', cancelled: true },
    { operation: 'publish', status: 'Completed' },
  ]);
  expect(await values(layer, 'species')).toEqual(['oak', 'ash']);
});
