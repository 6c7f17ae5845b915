// The database ends every connection in the middle of a load, as when it is restarted: what was begun is done once more, readers see nothing of it, and nothing is left over.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { csv, hostedTables } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const ROWS = 60_000;
const file = (mark: string) => csv(`lat,lon,name\n${Array.from({ length: ROWS }, (_, i) => `1,2,${mark}${i}`).join('\n')}\n`);

/** Runs the jobs, and ends all other connections once rows are on their way into a table; gives whether it came to that. */
async function cutWhileCopying(): Promise<boolean> {
  let [isOver, isCut] = [false, false];
  // The worker goes on when the database is back, as it does in a portal that runs.
  const jobs = t
    .runJobs()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  while (!isOver && !isCut) {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity a where datname = current_database() and pid <> pg_backend_pid()
      and exists (select 1 from pg_stat_activity b where b.datname = a.datname and b.state <> 'idle'
        and b.query ~* '^\s*(copy hosted|insert into hosted|with given as .*insert into hosted)\.')`.execute(t.portal.db);
    isCut = rows.length > 0;
  }
  await jobs;
  await untilBack();
  return isCut;
}

/** Asks until the connections that were ended are known to be. */
async function untilBack(): Promise<void> {
  for (let inARow = 0; inARow < 20; ) {
    inARow = await sql`select 1`.execute(t.portal.db).then(
      () => inARow + 1,
      () => 0,
    );
  }
}

/** The pause before the next attempt is over. */
async function runAgain(): Promise<void> {
  await t.runJobs();
  await sql`update job set run_after = now() where state = 'waiting' and attempts > 0`.execute(t.portal.db);
  await t.runJobs();
}

it('a publication, an addition and a replacement are made once more, and each only once', async ({ skip }) => {
  if (t.portal.database.engine === 'embedded') skip('the database lives and ends with the portal');
  const petra = t.as('petra');
  const publishParameters = { name: 'cut', capabilities: 'Query,Editing' };
  const { services } = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters },
    { file: file('a') },
  );
  expect(await cutWhileCopying()).toBe(true);
  await runAgain();
  const [{ serviceurl }] = services;
  const service = new URL(serviceurl).pathname;
  const admin = `${service.replace('/rest/services', '/rest/admin/services')}/0`;
  const counts = async (): Promise<number[]> =>
    Promise.all(
      ['a', 'b', 'c'].map(async (mark) => {
        const reply = await petra.get(`${service}/0/query`, { where: `name LIKE '${mark}%'`, returnCountOnly: true });
        return reply.count;
      }),
    );
  expect([await counts(), (await hostedTables()).length]).toEqual([[ROWS, 0, 0], 1]);
  for (const [address, mark, after, tables] of [
    [`${service}/0/append`, 'b', [ROWS, ROWS, 0], 1],
    // The table that is not read any more is swept away later.
    [`${admin}/replaceFeatures`, 'c', [0, 0, ROWS], 2],
  ] as const) {
    const before = await counts();
    const { item } = await petra.upload(`${service}/uploads/upload`, {}, { file: file(mark) });
    const { statusUrl } = await petra.post(address, { appendUploadId: item.itemID, appendUploadFormat: 'csv' });
    expect(await cutWhileCopying()).toBe(true);
    expect(await counts()).toEqual(before);
    await runAgain();
    expect(await petra.get(new URL(statusUrl).pathname)).toMatchObject({ status: 'Completed' });
    expect([await counts(), (await hostedTables()).length]).toEqual([after, tables]);
  }
});
