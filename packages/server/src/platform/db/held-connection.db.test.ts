import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { receiveRows } from './binary-rows.ts';
import { collectRows } from './collected-rows.ts';
import { untilGone } from './held-connection.ts';
import { STOP } from './rows-query.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.handle.pool.query('create table held (n integer)');
});
afterAll(() => database.close());

const count = { text: 'select count(*)::integer from held', values: [], timeoutMs: 20_000, mostBytes: Number.POSITIVE_INFINITY };

describe('statements whose caller goes away', () => {
  it('end while they wait for another, and the database goes on', async () => {
    const { handle } = database;
    // Both connections stand before the lock: the embedded database opens none while a transaction runs.
    const [other, second] = [await handle.pool.connect(), await handle.pool.connect()];
    second.release();
    await other.query('begin');
    await other.query('lock table held in access exclusive mode');
    const leaving = new AbortController();
    const asked = collectRows(untilGone(handle, leaving.signal), count).catch((error: unknown) => error);
    setTimeout(() => leaving.abort(), 50);
    // Nothing but the cancel can end it: the lock is still held.
    expect(await asked).toMatchObject({ code: 'QUERY_TIMED_OUT' });
    await other.query('insert into held values (1)');
    await other.query('commit');
    other.release();
    expect((await collectRows(handle, count)).rows).toEqual([[1]]);
  });

  it('do not begin when the caller has left already', async () => {
    const asked = collectRows(untilGone(database.handle, AbortSignal.abort()), { ...count, text: 'insert into held values (2)' });
    await expect(asked).rejects.toMatchObject({ code: 'QUERY_TIMED_OUT' });
    expect((await collectRows(database.handle, { ...count, text: 'select n from held where n = 2' })).rows).toEqual([]);
  });
});

describe('rows of which only some are wanted', () => {
  it('are collected up to a number of bytes, and at least one', async () => {
    const text = "select g, repeat('x', 1000) from generate_series(1, 100000) g";
    const some = await collectRows(database.handle, { ...count, text, mostBytes: 10_000 });
    expect(some.cut).toBe(true);
    expect(some.rows.map(([n]) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const one = await collectRows(database.handle, { ...count, text, mostBytes: 10 });
    expect([one.rows.length, one.cut]).toEqual([1, true]);
    const all = await collectRows(database.handle, { ...count, text: 'select 1 union all select 2', mostBytes: 10_000 });
    expect(all).toEqual({ rows: [[1], [2]], cut: false });
  });

  it('are received until the receiver has enough', async () => {
    const seen: number[] = [];
    const statement = { text: 'select g from generate_series(1, 300000) g', values: [], timeoutMs: 20_000 };
    const row = (one: { integer(column: number): number }): typeof STOP | undefined => {
      seen.push(one.integer(0));
      return seen.length === 3 ? STOP : undefined;
    };
    await receiveRows(database.handle, statement, { row });
    expect(seen).toEqual([1, 2, 3]);
    expect((await database.handle.pool.query('select 7 as n')).rows).toEqual([{ n: 7 }]);
  });
});
