// What is remembered of frequent words is never wrong, whatever happens to the items meanwhile.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { anonymous } from '../platform/caller.ts';
import { parseQuery } from './grammar.ts';
import { matchesOf, pageOfItems } from './items.store.ts';
import { knownMany, learnMany } from './many.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { author1: 'publisher' } });
  // Without the rows that searches filter by, and without triggers: words and their order are enough here.
  await t.portal.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`
      with made as (
        insert into item (id, org_id, owner, title, type, access, scopes, search)
        select md5(n::text), ${t.orgId}, 'author1', 't', 'CSV', 'public', '{user:author1,public}', '''flood'':1A'::tsvector from generate_series(1, 11200) n
        returning id, modified)
      insert into item_word (modified, standing, reach, item_id, words)
      select modified, 0, 'e', id, '''flood'':1A ''title:flood'':1A'::tsvector from made`.execute(db);
  });
}, 120_000);
afterAll(() => t.close());

const stranger = anonymous('', '');
const matchesFor = (q: string) =>
  matchesOf(stranger, {
    query: parseQuery(q).tree,
    filter: undefined,
    bbox: undefined,
    categories: [],
    orgId: undefined,
    groupId: undefined,
  }) as ReturnType<typeof matchesOf> & { words: string };
const matches = matchesFor('flood');

async function total(): Promise<{ total: number; isCapped: boolean }> {
  const manyBefore = knownMany(t.portal, matches);
  const page = await pageOfItems(t.portal, matches, { sort: [], limit: 5, offset: 0 }, { quantiles: undefined, manyBefore });
  expect(page.rows).toHaveLength(5);
  return { total: page.total, isCapped: page.isCapped };
}

/** Other tests share the database server: while one of them has an older transaction open, counts prove nothing. */
async function learnedMany(asked: typeof matches): Promise<void> {
  await vi.waitFor(
    async () => {
      await learnMany(t.portal, asked);
      expect(knownMany(t.portal, asked)).toBeDefined();
    },
    { timeout: 120_000, interval: 500 },
  );
}

describe('words that many items hold', () => {
  it('are known after a count, and counted again once so many items are gone that it might no longer be true', async () => {
    expect(knownMany(t.portal, matches)).toBeUndefined();
    expect(await total()).toEqual({ total: 10_000, isCapped: true });
    await learnedMany(matches);
    expect(await total()).toEqual({ total: 10_000, isCapped: true });
    await sql`delete from item_word where item_id in (select item_id from item_word order by item_id limit 900)`.execute(t.portal.db);
    expect(await total()).toEqual({ total: 10_000, isCapped: true });
    await sql`delete from item_word where item_id in (select item_id from item_word order by item_id limit 400)`.execute(t.portal.db);
    // What was known is still there, and is not believed.
    expect(knownMany(t.portal, matches)).toBeDefined();
    expect(await total()).toEqual({ total: 9_900, isCapped: false });
  }, 180_000);

  // The embedded engine has one session: nothing is ever open beside it.
  it.runIf(process.env.GRATICULE_TEST_ENGINE !== 'embedded')(
    'are not believed while an older transaction is open, and are soon after it',
    async () => {
      await sql`
        with made as (
          insert into item_word (modified, standing, reach, item_id, words)
          select now(), 0, 'e', id, '''storm'':1A ''title:storm'':1A'::tsvector from item on conflict (item_id, reach) do update set words = excluded.words)
        select`.execute(t.portal.db);
      const storms = matchesFor('storm');
      await t.portal.db.transaction().execute(async (older) => {
        await sql`select pg_current_xact_id()`.execute(older);
        await learnMany(t.portal, storms);
        expect(knownMany(t.portal, storms)).toBeUndefined();
      });
      await learnedMany(storms);
    },
    180_000,
  );
});
