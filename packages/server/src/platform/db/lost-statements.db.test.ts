// A database that loses a statement says that it was asked nothing, as it does for an empty one. That fails for its own call, and ends nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { receiveRows } from './binary-rows.ts';
import { lookUp, runOnce } from './prepared.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('among rows that are handed over', async () => {
  const ask = (text: string): Promise<unknown> =>
    receiveRows(database.handle, { text, values: [], timeoutMs: 5_000 }, { row: () => undefined });
  for (let round = 0; round < 2; round++) await expect(ask('')).rejects.toThrow(/no statement/);
  await ask('select 1');
});

it('among statements that are known', async () => {
  const ask = (text: string): Promise<unknown> => runOnce(database.handle, { text, values: [] }, { byKey: true });
  for (let round = 0; round < 3; round++) await expect(ask('')).rejects.toThrow(/no statement/);
  expect(await ask('select 1 as n')).toEqual([{ n: 1 }]);
});

it('among those of the driver itself, with others behind it', async () => {
  const [lost, next] = await Promise.allSettled([database.handle.pool.query(''), database.handle.pool.query('select 1 as n')]);
  expect(lost).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('no statement') } });
  expect(next).toMatchObject({ value: { rows: [{ n: 1 }] } });
});

it('among look-ups, where each of the others gets its own answer', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, , two] = await Promise.allSettled(
      ['select 1 as n', '', 'select 2 as n'].map((text) => lookUp<{ n: number }>(database.handle, { text, values: [] })),
    );
    expect([one, two]).toMatchObject([{ value: [{ n: 1 }] }, { value: [{ n: 2 }] }]);
  }
});
