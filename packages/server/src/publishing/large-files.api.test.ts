// Files that are read by a process of their own: they load, are refused and are stopped like small ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { childrenOf, commandOf } from '../../testing/started-portal.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const PLACES = readFileSync(join(import.meta.dirname, '../../../geo/fixtures/geojson/places_120k.geojson.zip'));

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

async function start(name: string, bytes: Uint8Array, fileName: string): Promise<{ path: string; itemId: string; jobId: string }> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'geojson', publishParameters: { name } },
    { file: { name: fileName, bytes } },
  );
  const [service] = reply.services;
  return { path: new URL(service.serviceurl).pathname, itemId: service.serviceItemId, jobId: service.jobId };
}

async function hostedTables(): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from pg_tables where schemaname = 'hosted'`.execute(t.portal.db);
  return Number(found.rows[0]?.n);
}

/** The process that reads the file, once there is one. */
async function loader(): Promise<number> {
  for (;;) {
    const found = childrenOf(process.pid).find((pid) => commandOf(pid).includes('load-process'));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Ends as soon as some rows are in. */
async function loading(jobId: string): Promise<void> {
  for (;;) {
    const status = await t.portal.queue.status(jobId);
    if ((status?.progress.done ?? 0) > 0 || status?.state === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The percents that are told while a job runs, each once, and what is told to be done at the last of them. */
async function toldWhile(running: Promise<unknown>, ask: () => Promise<AnyReply>): Promise<{ percents: number[]; phases: unknown[] }> {
  let isOver = false;
  const over = running.finally(() => {
    isOver = true;
  });
  const told: number[] = [];
  const phases: unknown[] = [];
  while (!isOver) {
    const { status, percent, phase } = await ask();
    if (status === 'processing' && percent !== undefined && percent !== told.at(-1)) told.push(percent);
    if (status === 'processing' && phase !== phases.at(-1)) phases.push(phase);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await over;
  return { percents: told, phases };
}

describe('a large file', () => {
  it('is stopped when its item is deleted, and leaves nothing', async () => {
    const { itemId, jobId } = await start('deleted', PLACES, 'places.zip');
    const running = t.runJobs();
    await loading(jobId);
    const petra = t.as('petra');
    const address = `content/users/${petra.username}/items/${itemId}/delete`;
    expect(await petra.post(address, { permanentDelete: true })).toMatchObject({ success: true });
    await running;
    // it may have missed its table before it heard, and is not begun again then
    const state = async (): Promise<string | undefined> => {
      await t.runJobs();
      return (await t.portal.queue.status(jobId))?.state;
    };
    await expect.poll(state, { timeout: 10_000 }).toBe('cancelled');
    expect(await hostedTables()).toBe(0);
  }, 60_000);

  it('does not begin when its item is deleted while the job waits', async () => {
    const { itemId, jobId } = await start('waiting', PLACES, 'places.zip');
    const petra = t.as('petra');
    await petra.post(`content/users/${petra.username}/items/${itemId}/delete`, { permanentDelete: true });
    await t.runJobs();
    expect(await t.portal.queue.status(jobId)).toMatchObject({ state: 'cancelled', progress: {} });
  });

  it('is stopped when its owner asks, and leaves nothing', async () => {
    const { itemId, jobId } = await start('stopped', PLACES, 'places.zip');
    const running = t.runJobs();
    await loading(jobId);
    await t.portal.queue.cancel(jobId);
    await running;
    expect((await t.portal.queue.status(jobId))?.state).toBe('cancelled');
    expect(await hostedTables()).toBe(0);
    const item = await t.portal.db.selectFrom('item').select(['status', 'url']).where('id', '=', itemId).executeTakeFirst();
    expect(item).toEqual({ status: 'failed', url: null });
  }, 60_000);

  it('is told of when the process that reads it is killed each time, and leaves nothing', async () => {
    const before = await hostedTables();
    const { itemId, jobId } = await start('killed', PLACES, 'places.zip');
    for (const attempt of [1, 2, 3]) {
      const running = t.runJobs();
      if (attempt === 1) await loading(jobId);
      process.kill(await loader(), 'SIGKILL');
      await running;
      await sql`update job set run_after = now() where id = ${jobId} and attempts = ${attempt}`.execute(t.portal.db);
    }
    const petra = t.as('petra');
    expect(await petra.get(`content/users/${petra.username}/items/${itemId}/status`, { jobId, jobType: 'publish' })).toMatchObject({
      status: 'failed',
      statusMessage:
        'The process that reads the file ended, perhaps because of too little memory. Try again, or with a smaller part of the file.',
      reasons: [{ code: 'reader-ended' }],
    });
    expect(await hostedTables()).toBe(before);
  }, 60_000);

  it('loads with every row, thinned tiles and true counts, and tells meanwhile how far it is', async () => {
    const { path, itemId, jobId } = await start('places', PLACES, 'places.zip');
    const petra = t.as('petra');
    const ask = () => petra.get(`content/users/${petra.username}/items/${itemId}/status`, { jobId, jobType: 'publish' });
    expect(await ask()).toEqual({ status: 'processing', statusMessage: '', itemId, jobId });
    const { percents: told, phases } = await toldWhile(t.runJobs(), ask);
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBeLessThan(100);
    // told while it lasts, and not of what is over
    expect(phases).toContain('indexes');
    expect(await ask()).toMatchObject({ status: 'completed', percent: 100 });
    expect(await ask()).not.toHaveProperty('phase');
    expect(await t.portal.queue.status(jobId)).toMatchObject({ state: 'completed', progress: { done: 120_000, total: 120_000 } });
    expect(await petra.get(`${path}/0/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 120_000 });
    expect(await petra.get(`${path}/0/query`, { where: 'OBJECTID > 0', returnCountOnly: true })).toEqual({ count: 120_000 });
    const world = await petra.raw('GET', `${path}/0/tiles/0/0/0.pbf`, { f: '' });
    expect(world.rawPayload.length).toBeLessThan(300_000);
  }, 60_000);

  it('is refused with the reason when it is broken', async () => {
    const cut = Buffer.concat([
      Buffer.from('{"type":"FeatureCollection","features":['),
      Buffer.alloc(1_200_000, ' '),
      Buffer.from('{"type":'),
    ]);
    const before = await hostedTables();
    const { jobId } = await start('broken', cut, 'broken.geojson');
    await t.runJobs();
    const job = await t.portal.queue.status(jobId);
    expect(job?.state).toBe('failed');
    expect(job?.message).toMatch(/^The file cannot be read: /);
    expect(await hostedTables()).toBe(before);
  }, 60_000);
});
