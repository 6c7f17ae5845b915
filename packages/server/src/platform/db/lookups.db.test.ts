// Rounds of look-ups against the database: many statements at once, failures among them, connections that break.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { lookUp } from './prepared.ts';

let test: FreshDatabase;

beforeAll(async () => {
  test = await freshDatabase();
});
afterAll(() => test.close());

const ask = (text: string, ...values: unknown[]): Promise<readonly object[]> => lookUp<object>(test.handle, { text, values });

it('gives each question its own rows, in the types of other statements', async () => {
  const text = 'select $1::int as n, $2::text[] as list, null::text as nothing, true as yes, 5::bigint as big';
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all([1, 2, 3].map((n) => ask(text, n, ['a"b', 'c\\d,{}', ''])));
    expect(replies.map(([row]) => row)).toEqual(
      [1, 2, 3].map((n) => ({ n, list: ['a"b', 'c\\d,{}', ''], nothing: null, yes: true, big: 5 })),
    );
  }
  const sizes = await Promise.all([0, 1, 3].map((many) => ask('select n from generate_series(1, $1::int) n', many)));
  expect(sizes).toEqual([[], [{ n: 1 }], [{ n: 1 }, { n: 2 }, { n: 3 }]]);
});

it('does not let one question that fails harm the others, also when statements are new', async () => {
  for (let round = 0; round < 3; round++) {
    const results = await Promise.allSettled([
      ask('select 1 / $1::int as n', 1),
      ask('select 1 / $1::int as n', 0),
      ask(`select ${round} + $1::int as n`, 1),
      ask('select $1::text as n', 'a\0b'),
      ask('select $1::int as n', 7),
    ]);
    expect(results.map((each) => (each.status === 'fulfilled' ? each.value : 'refused'))).toEqual([
      [{ n: 1 }],
      'refused',
      [{ n: round + 1 }],
      'refused',
      [{ n: 7 }],
    ]);
  }
});

/** Ends the connection on which a statement is running that holds the mark. */
async function endConnectionOf(mark: string): Promise<void> {
  const text = `select pg_terminate_backend(pid) from pg_stat_activity where query like $1 and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`;
  while ((await test.handle.pool.query(text, [`%${mark}%`])).rowCount === 0) await new Promise((resolve) => setImmediate(resolve));
}

it('goes on over a new connection when the one in use is ended in the middle of a round', async () => {
  if (test.handle.engine === 'embedded') return;
  for (const mark of ['first_end', 'second_end']) {
    await test.handle.pool.query(`create sequence ${mark}`);
    // It sleeps until it is ended, and when it is asked again not at all.
    const slow = `select $1::int as n, pg_sleep(case nextval('${mark}') when 1 then 25 else 0 end)::text as slept`;
    const waiting = [ask(slow, 1), ask('select $1::int as n', 2)];
    await endConnectionOf(mark);
    expect(await Promise.all(waiting)).toEqual([[{ n: 1, slept: '' }], [{ n: 2 }]]);
    expect(await ask('select $1::int as n', 3)).toEqual([{ n: 3 }]);
  }
});
