// Records of jobs are forgotten some time after their end, and what the pages tell of them stays true.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { sweepJobs } from './old-jobs.ts';

let t: TestPortal;
const { layerOf, load, csv } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const base = (): string => `content/users/${t.as('petra').username}`;
const historyOf = async (layer: TestLayer): Promise<AnyReply[]> =>
  (await t.as('petra').get(`${layer.path}/append/jobs`, { num: 100 })).jobs;
const isKept = async (id: string): Promise<boolean> => (await t.portal.queue.status(id)) !== undefined;
const loadsOf = async (layer: TestLayer): Promise<number> =>
  (await t.portal.db.selectFrom('feature_load').select('job_id').where('item_id', '=', layer.itemId).execute()).length;

/** Lets jobs and loads about something have been so many days ago. */
async function age(days: number, ids: readonly string[]): Promise<void> {
  const earlier = sql`make_interval(days => ${sql.lit(days)})`;
  await sql`update job set created = created - ${earlier}, finished = finished - ${earlier} where id = any(${[...ids]}::text[])`.execute(
    t.portal.db,
  );
  await sql`update feature_load set created = created - ${earlier} where job_id = any(${[...ids]}::text[])`.execute(t.portal.db);
}

/** Jobs that ended some days ago; gives their ids, the latest last. */
async function ended(
  count: number,
  { days, state = 'completed', ...job }: { days: number; state?: string; name: string; subject?: string },
): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const id = await t.portal.queue.enqueue(t.portal.db, { ...job, payload: {} });
    await sql`update job set state = ${state}, created = now() + make_interval(secs => ${i}), finished = now() where id = ${id}`.execute(
      t.portal.db,
    );
    ids.push(id);
  }
  await age(days, ids);
  return ids;
}

it('of an item the latest of each kind and end stay, however old they are, and all younger ones', async () => {
  const layer = await layerOf();
  const about = { name: 'some-work', subject: layer.itemId };
  const old = await ended(23, { ...about, days: 100 });
  const failed = await ended(2, { ...about, days: 400, state: 'failed' });
  const young = await ended(21, { ...about, name: 'other-work', days: 80 });
  await sweepJobs(t.portal);
  expect(await Promise.all(old.map(isKept))).toEqual([...Array(3).fill(false), ...Array(20).fill(true)]);
  expect(await Promise.all([...failed, ...young].map(isKept))).toEqual(Array(23).fill(true));
  const status = (jobId = ''): Promise<AnyReply> => t.as('petra').get(`${base()}/items/${layer.itemId}/status`, { jobId });
  expect((await status(old[0])).error).toMatchObject({ code: 400, message: expect.stringContaining('does not exist') });
  expect(await status(old[3])).toMatchObject({ status: 'completed' });
});

it('those that wait or run stay, and so do those of parts of the portal', async () => {
  const layer = await layerOf();
  const [waiting = '', running = ''] = await ended(2, { name: 'nobody-runs-this', days: 500 });
  await sql`update job set state = 'waiting', subject = ${layer.itemId} where id = ${waiting}`.execute(t.portal.db);
  await sql`update job set state = 'running' where id = ${running}`.execute(t.portal.db);
  const [newest = ''] = await ended(1, { name: 'tidy-up', subject: 'tidy-up', days: 500 });
  await sweepJobs(t.portal);
  expect(await Promise.all([waiting, running, newest].map(isKept))).toEqual([true, true, true]);
  await t.portal.db.deleteFrom('job').where('id', 'in', [waiting, running]).execute();
});

it('those about nothing, and about items that are gone, stay for a while', async () => {
  const gone = 'f'.repeat(32);
  const [mail = '', lateMail = ''] = [...(await ended(1, { name: 'mail', days: 31 })), ...(await ended(1, { name: 'mail', days: 29 }))];
  const [work = '', lateWork = ''] = [
    ...(await ended(1, { name: 'work', subject: gone, days: 91 })),
    ...(await ended(1, { name: 'work', subject: gone, days: 89 })),
  ];
  await sweepJobs(t.portal);
  expect(await Promise.all([mail, lateMail, work, lateWork].map(isKept))).toEqual([false, true, false, true]);
});

it('the history of a layer lists its latest publications and loads, and leads to the rows that were left out', async () => {
  const layer = await layerOf('code,species,height,lat,lon\na,oak,12,1,2\nc,elm,3,far,4\n');
  const loads: AnyReply[] = [];
  // The first one left a row out; of the others some failed, which leave no result.
  for (let i = 0; i < 24; i++)
    loads.push(await load(layer, csv(i === 0 ? 'code,lat,lon\nx,1,2\ny,far,2\n' : i % 2 === 0 ? 'code,lat,lon\nx,1,2\n' : 'none\n1\n')));
  expect(
    loads
      .map(({ status }) => status)
      .sort()
      .slice(-1),
  ).toEqual(['Failed']);
  const before = await historyOf(layer);
  expect([before.length, await loadsOf(layer)]).toEqual([25, 24]);
  await age(
    100,
    before.map(({ jobId }) => jobId),
  );
  await sweepJobs(t.portal);
  const after = await historyOf(layer);
  const kept = before.filter((_, i) => i < 20 || i >= 23);
  expect(after.map(({ jobId }) => jobId)).toEqual(kept.map(({ jobId }) => jobId));
  expect(await loadsOf(layer)).toBe(21);
  const fileOf = async (jobId: string) =>
    (await t.as('petra').raw('GET', `${layer.path}/append/jobs/${jobId}/refusedRows`, { f: '' })).body;
  for (const { jobId } of after.filter(({ refusedInFile }) => refusedInFile > 0)) expect(await fileOf(jobId)).toContain('"far"');
  expect(after.filter(({ refusedInFile }) => refusedInFile > 0)).toHaveLength(2);
  expect(await t.as('petra').get(`${base()}/items/${layer.itemId}/status`)).toMatchObject({ status: 'completed' });
});
