// Changes of many rows in parts: the same as all at once.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statementsOf } from '../../testing/statements.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import { giveValues, inParts, ROWS_OF_PART } from './row-parts.store.ts';

const ROWS = 200;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`drop table if exists hosted.numbers`.execute(database.db);
  await sql`create table hosted.numbers (id integer, n integer, filling text)`.execute(database.db);
  // Several pages with room between the rows: what is written anew lies among those that are still to come.
  await sql`insert into hosted.numbers select i, i, repeat('x', 300) from generate_series(1, ${sql.lit(2 * ROWS)}) i`.execute(database.db);
  await sql`delete from hosted.numbers where id % 2 = 0`.execute(database.db);
  await sql`update hosted.numbers set id = (id + 1) / 2, n = (n + 1) / 2`.execute(database.db);
});

const numbers = async (): Promise<number[]> =>
  (await sql<{ n: number }>`select n from hosted.numbers order by id`.execute(database.db)).rows.map(({ n }) => n);

describe.each([1, 7, 50, 1000])('%i rows at a time', (rowsOfPart) => {
  it('each row is told of once', async () => {
    const text = 'select id from hosted.numbers t where';
    expect(
      await inParts(database.db, { table: 'numbers', place: 't.ctid', rowsOfPart }, (part) => ({ text: `${text} ${part}`, values: [] })),
    ).toBe(ROWS);
  });

  it('values that depend on those of other rows are those from before', async () => {
    const values = 'select t.ctid as place, o.n from hosted.numbers t join hosted.numbers o on o.id = t.id + 1';
    const given = await database.db.transaction().execute((db) => giveValues(db, { table: 'numbers', columns: ['n'], rowsOfPart }, values));
    expect(given).toBe(ROWS - 1);
    expect(await numbers()).toEqual([...Array.from({ length: ROWS - 1 }, (_, at) => at + 2), ROWS]);
  });
});

it('writes no more rows with one statement than it says, unasked', async () => {
  await sql`truncate hosted.numbers`.execute(database.db);
  await sql`insert into hosted.numbers (id, n) select i, i from generate_series(1, ${sql.lit(ROWS_OF_PART + 10_000)}) i`.execute(
    database.db,
  );
  const values = 'select ctid as place, n + 1 as n from hosted.numbers';
  const give = (): Promise<unknown> =>
    database.db.connection().execute((db) => giveValues(db, { table: 'numbers', columns: ['n'] }, values));
  expect(await statementsOf(give, /^update hosted/)).toBe(2);
  expect((await numbers()).slice(-1)).toEqual([ROWS_OF_PART + 10_001]);
});

it('leaves nothing behind when it fails, and can be tried again', async () => {
  const fails = 'select ctid as place, case when n > 150 then 1 / (n - 200) else n end as n from hosted.numbers';
  const wide = 'select ctid as place, n * 100000000::bigint as n from hosted.numbers';
  for (const values of [fails, wide]) {
    const given = database.db.connection().execute((db) => giveValues(db, { table: 'numbers', columns: ['n'], rowsOfPart: 1000 }, values));
    await expect(given).rejects.toThrow(values === fails ? 'division by zero' : 'integer out of range');
  }
  await database.db
    .connection()
    .execute((db) => giveValues(db, { table: 'numbers', columns: ['n'] }, 'select ctid as place, n + 1 as n from hosted.numbers'));
  expect((await numbers())[0]).toBe(2);
});
