import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { receiveRows } from './binary-rows.ts';
import { collectRows } from './collected-rows.ts';
import { lookUp } from './prepared.ts';

let test: FreshDatabase;

beforeAll(async () => {
  test = await freshDatabase();
});
afterAll(async () => {
  await test.close();
});

const timeoutMs = 10_000;
const statement = { text: 'select value from prepared_test where id = $1::integer', values: [1], timeoutMs };

const mostBytes = 1e6;
const listed = async (given: { text: string; values: unknown[] }): Promise<unknown[][]> =>
  (await collectRows(test.handle, { ...given, timeoutMs, mostBytes })).rows;

async function received(): Promise<string[]> {
  const values: string[] = [];
  await receiveRows(test.handle, statement, {
    row: (row) => {
      values.push(Buffer.from(row.bytes).toString('latin1', row.starts[0], (row.starts[0] ?? 0) + (row.lengths[0] ?? 0)));
      return undefined;
    },
  });
  return values;
}

describe('statements that come often', () => {
  it('answer as before when the type of a column has changed since they were prepared', async () => {
    await test.handle.pool.query("create table prepared_test (id integer, value text); insert into prepared_test values (1, 'one')");
    for (let i = 0; i < 5; i++) {
      expect(await listed(statement)).toEqual([['one']]);
      expect(await received()).toEqual(['one']);
      expect(await lookUp(test.handle, statement)).toEqual([{ value: 'one' }]);
    }
    await test.handle.pool.query('alter table prepared_test alter value type integer using 7');
    for (let i = 0; i < 5; i++) {
      expect(await listed(statement)).toEqual([[7]]);
      expect(await received()).toEqual(['\0\0\0\x07']);
      expect(await lookUp(test.handle, statement)).toEqual([{ value: 7 }]);
    }
  });

  it('go on when a statement that failed comes again', async () => {
    const wrong = { text: 'select 1 / $1::integer as n', values: [0], timeoutMs };
    for (let i = 0; i < 5; i++) await expect(listed(wrong)).rejects.toThrow('division by zero');
    expect(await listed({ ...wrong, values: [1] })).toEqual([[1]]);
  });

  it('are given up by a connection that has prepared too many', async () => {
    const { pool } = test.handle;
    for (let i = 0; i < 300; i++) {
      const many = { text: `select ${i} + $1::integer as n`, values: [1], timeoutMs };
      for (let times = 0; times < 3; times++) await listed(many);
    }
    if (test.handle.engine === 'embedded') return;
    const held = await pool.query<{ n: number }>("select count(*)::integer as n from pg_prepared_statements where name like 'g%'");
    expect(held.rows[0]?.n).toBeGreaterThan(0);
    expect(held.rows[0]?.n).toBeLessThanOrEqual(151);
  });
});
