// Answers stand only while nobody can have changed what they were made of.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { lookUp } from './prepared.ts';

let test: FreshDatabase;

beforeAll(async () => {
  test = await freshDatabase();
  await run('create sequence asked');
});
afterAll(() => test.close());
beforeEach(async () => {
  await run('delete from revoked_token');
});

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const run = (text: string, values: unknown[] = []) => test.handle.pool.query(text, values);

/** Rows of a table that is held, with the number of times that the database was asked for them. */
const TEXT = "select (select count(*)::int from revoked_token) as rows, nextval('asked')::int as asked";

async function ask(): Promise<{ rows: number; asked: number }> {
  const [row] = await lookUp<{ rows: number; asked: number }>(test.handle, { text: TEXT, values: [], stands: true });
  return row ?? { rows: -1, asked: -1 };
}

/** Asks until an answer stood: the database was not asked for it again. Ten at a time, which are many on slow machines too. */
async function untilAnswersStand(): Promise<void> {
  const askOften = async (): Promise<number> => Math.max(...(await Promise.all(Array.from({ length: 10 }, ask))).map(({ asked }) => asked));
  for (let last = await askOften(); ; ) {
    const next = await askOften();
    if (next === last) return;
    last = next;
  }
}

const revoke = (id: string | number) => run('insert into revoked_token (id, expires) values ($1, now())', [String(id)]);

it('are not asked for again, and never older than a change that somebody was told of', async () => {
  if (test.handle.engine === 'embedded') return;
  for (let made = 0; made < 40; made++) {
    if (made % 4 === 0) await untilAnswersStand();
    expect((await ask()).rows).toBe(made);
    await revoke(made);
    expect((await ask()).rows).toBe(made + 1);
  }
});

it('are true for all who ask while others go on changing', async () => {
  if (test.handle.engine === 'embedded') return;
  let committed = 0;
  let isOver = false;
  const stood = new Set<number>();
  let answers = 0;
  const asking = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const before = committed;
      const { rows, asked } = await ask();
      expect(rows).toBeGreaterThanOrEqual(before);
      answers++;
      stood.add(asked);
    }
  });
  for (let made = 0; made < 60; made++) {
    await revoke(`busy ${made}`);
    committed++;
    if (made % 10 === 0) await untilAnswersStand();
  }
  isOver = true;
  await Promise.all(asking);
  expect(stood.size).toBeLessThan(answers);
});

it('tell by their moment whether what was made of them is true still, also while others go on changing', async () => {
  const { lookups } = test.handle;
  if (test.handle.engine === 'embedded') {
    expect([lookups.moment, await lookups.lasting()]).toEqual([undefined, undefined]);
    return;
  }
  let committed = 0;
  let isOver = false;
  let lasted = 0;
  const making = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const { moment } = lookups;
      const { rows } = await ask();
      await passed(2);
      const before = committed;
      if (moment === undefined || (await lookups.lasting()) !== moment) continue;
      expect(rows).toBeGreaterThanOrEqual(before);
      lasted++;
    }
  });
  for (let made = 0; made < 40; made++) {
    await revoke(`made ${made}`);
    committed++;
    const before = lasted;
    for (let waited = 0; made % 10 === 0 && lasted === before && waited < 10_000; waited += 20) await passed(20);
  }
  isOver = true;
  await Promise.all(making);
  expect(lasted).toBeGreaterThan(3);
});

it('stand for one who asks again at once also where each answer takes its time', async () => {
  if (test.handle.engine === 'embedded') return;
  // Too few in 20 ms, were the waiting counted too.
  const text = `${TEXT}, pg_sleep(0.005)`;
  const ask = async (): Promise<number> => {
    const [row] = await lookUp<{ asked: number }>(test.handle, { text, values: [], stands: true });
    return row?.asked ?? -1;
  };
  // As long as it takes: after others changed the tables there is no hold for up to two seconds, and a busy machine takes longer.
  for (let last = await ask(); ; ) {
    const next = await ask();
    if (next === last) break;
    last = next;
  }
});

it('end with the connection that holds the tables', async () => {
  if (test.handle.engine === 'embedded') return;
  for (let round = 0; round < 5; round++) {
    await untilAnswersStand();
    // Those of this database alone: other tests hold tables still in theirs.
    await run(
      "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and query like '%hold_still()%' and datname = current_database()",
    );
    await revoke(`round ${round}`);
    expect((await ask()).rows).toBe(round + 1);
  }
});

it('do not stand while somebody is in the middle of a change, and keep nobody waiting', async () => {
  if (test.handle.engine === 'embedded') return;
  await untilAnswersStand();
  const client = await test.handle.pool.connect();
  await client.query('begin');
  await client.query("insert into revoked_token (id, expires) values ('begun', now())");
  const asked = new Set<number>();
  for (let question = 0; question < 100; question++) {
    const answer = await ask();
    expect(answer.rows).toBe(0);
    asked.add(answer.asked);
  }
  expect(asked.size).toBe(100);
  await client.query('commit');
  client.release();
  expect((await ask()).rows).toBe(1);
  await untilAnswersStand();
});

it('are asked one by one on the embedded engine', async () => {
  if (test.handle.engine === 'postgres') return;
  const asked = new Set<number>();
  for (let question = 0; question < 30; question++) asked.add((await ask()).asked);
  expect(asked.size).toBe(30);
});
