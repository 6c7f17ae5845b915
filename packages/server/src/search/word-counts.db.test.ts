// What is known of frequent words is what counting them would give, whatever happens to the items and in whatever order.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { renewScopes } from '../content/visibility.sql.ts';
import { anonymous } from '../platform/caller.ts';
import { quoteLexeme } from '../platform/db/search-text.ts';
import { parseQuery } from './grammar.ts';
import { matchesOf, pageOfItems } from './items.store.ts';
import { learnWordCount, orderNewEntries, settleWordCounts } from './word-counts.store.ts';
import { keepSettled, settleAll, tendWordCounts } from './word-counts.ts';

const OTHER = 'BBBBBBBBBBBBBBBB';
let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { author1: 'publisher' } });
  await sql`insert into organisation (id, name) values (${OTHER}, 'Other')`.execute(t.portal.db);
  await sql`insert into account (username, org_id, role) values ('bob', ${OTHER}, 'user')`.execute(t.portal.db);
}, 60_000);
afterAll(() => t.close());

const RIVER = `'river':1A 'title:river':1A 'delta':2A 'type=web map':3`;
const idOf = (n: number): string => n.toString(16).padStart(32, '0');

/** The words of a title, and a whole value. */
const documentOf = (text: string): string =>
  [...text.split(' '), ...(text === 'flood' ? ["type=a 'b' \\c"] : ['type=csv'])].map((each) => `${quoteLexeme(each)}:1A`).join(' ');

async function addItem(n: number, owner: 'author1' | 'bob', title: string): Promise<void> {
  const orgId = owner === 'bob' ? OTHER : t.orgId;
  await sql`insert into item (id, org_id, owner, title, type, scopes, search) values (${idOf(n)}, ${orgId}, ${owner}, ${title}, 'CSV', '{}',
    ${documentOf(title)}::tsvector) on conflict do nothing`.execute(t.portal.db);
  await renewScopes(t.portal.db, [idOf(n)]);
}

/** One thing that happens to the items. */
type Step =
  | { kind: 'add'; n: number; owner: 'author1' | 'bob'; title: string }
  | { kind: 'retitle'; n: number; title: string }
  | { kind: 'share'; n: number; access: 'private' | 'org' | 'public' }
  | { kind: 'bin'; n: number; binned: boolean }
  | { kind: 'look'; n: number }
  | { kind: 'delete'; n: number }
  | { kind: 'settle' }
  | { kind: 'learn' };

const n = fc.integer({ min: 1, max: 12 });
const title = fc.constantFrom('flood', 'fire', 'flood fire', 'wind flood fire');
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('add' as const), n, owner: fc.constantFrom('author1' as const, 'bob' as const), title }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('retitle' as const), n, title }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('share' as const),
        n,
        access: fc.constantFrom('private' as const, 'org' as const, 'public' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('bin' as const), n, binned: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('look' as const), n }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), n }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('learn' as const) }) },
  ),
  { minLength: 20, maxLength: 40 },
);

async function happen(step: Step): Promise<void> {
  const { db } = t.portal;
  if (step.kind === 'add') return addItem(step.n, step.owner, step.title);
  if (step.kind === 'settle') return void (await settleWordCounts(db));
  if (step.kind === 'learn') return learnAll();
  const id = idOf(step.n);
  if (step.kind === 'retitle')
    await sql`update item set title = ${step.title}, search = ${documentOf(step.title)}::tsvector where id = ${id}`.execute(db);
  else if (step.kind === 'share') await renewScopes(db, [id], { access: step.access, set: sql`modified = now()` });
  else if (step.kind === 'bin') await renewScopes(db, [id], { binned: step.binned, set: sql`binned = ${step.binned ? new Date() : null}` });
  else if (step.kind === 'look') await sql`update item set num_views = num_views + 5000 where id = ${id}`.execute(db);
  else await sql`delete from item where id = ${id}`.execute(db);
}

const SIGHTS = (): { own: string | null; seesAll: boolean }[] => [
  { own: null, seesAll: false },
  { own: t.orgId, seesAll: false },
  { own: t.orgId, seesAll: true },
  { own: OTHER, seesAll: true },
];

/** One word, several, and a word with a whole value. */
const COUNTED = [['flood'], ['fire'], ['fire', 'flood'], ['flood', "type=a 'b' \\c"], ['fire', 'flood', 'wind']];
const asQuery = (lexemes: readonly string[]): string => lexemes.map(quoteLexeme).join(' & ');

async function learnAll(): Promise<void> {
  for (const lexemes of COUNTED)
    for (const sight of SIGHTS())
      await learnWordCount(t.portal.db, { lexemes, words: asQuery(lexemes) }, { ...sight, holds: sql`null::text[]` });
}

describe('counts of frequent words', () => {
  it('are what counting gives for every way to see items, after any changes', async () => {
    await learnAll();
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        for (const step of list) await happen(step);
        for (const lexemes of COUNTED)
          for (const { own, seesAll } of SIGHTS()) {
            const result = await sql<{ known: number; real: number }>`
              select c.counted as known, (select count(*) from word_matches(${asQuery(lexemes)}::tsquery, ${own}, ${seesAll}, null)) as real
              from word_counted(${lexemes}, ${own}, ${seesAll}) c`.execute(t.portal.db);
            expect([lexemes, Number(result.rows[0]?.known)]).toEqual([lexemes, Number(result.rows[0]?.real)]);
          }
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('are not known of a word that was never counted', async () => {
    const result = await sql<{ counted: number | null }>`select counted from word_counted('{never}', null, false)`.execute(t.portal.db);
    expect(result.rows[0]?.counted).toBeNull();
  });
});

describe('what changes leave behind', () => {
  it('is settled: no change waits for the counts, and no entry for its place in the indexes', async () => {
    const { db } = t.portal;
    await addItem(77, 'author1', 'flood');
    await settleAll(t.portal);
    expect(await orderNewEntries(db)).toBe(0);
    // Looks move an item among the best known, which no count notices.
    await happen({ kind: 'look', n: 77 });
    await settleAll(t.portal);
    expect(await orderNewEntries(db)).toBe(0);
    await addItem(78, 'author1', 'flood');
    expect(await orderNewEntries(db)).toBeGreaterThan(0);
    await addItem(79, 'author1', 'flood');
    const stop = keepSettled(t.portal);
    const waiting = async () => Number((await sql<{ n: number }>`select count(*) as n from word_count_change`.execute(db)).rows[0]?.n);
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 60_000, interval: 500 });
    stop();
  }, 90_000);
});

describe('a search by frequent words', () => {
  const searchFor = (q: string) =>
    matchesOf(anonymous('', ''), {
      query: parseQuery(q).tree,
      filter: undefined,
      bbox: undefined,
      categories: [],
      orgId: undefined,
      groupId: undefined,
    });

  beforeAll(async () => {
    const { portal } = t;
    await sql`delete from item`.execute(portal.db);
    await portal.db.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db);
      await sql`
        with made as (
          insert into item (id, org_id, owner, title, type, access, scopes, search)
          select md5(n::text), ${t.orgId}, 'author1', 't', 'CSV', 'public', '{user:author1,public}', ${RIVER}::tsvector
          from generate_series(1, 1500) n returning id, modified)
        insert into item_word (modified, standing, reach, item_id, words)
        select modified, 0, 'e', id, ${RIVER}::tsvector from made`.execute(db);
    });
  });

  it('tells the same total before and after the words are known, and after changes', async () => {
    const { portal } = t;
    let left = 1500;
    for (const [q, lexemes] of [
      ['rivers', ['river']],
      ['rivers AND delta AND type:"Web Map"', ['delta', 'river', 'type=web map']],
    ] as const) {
      const matches = searchFor(q);
      const find = () => pageOfItems(portal, matches, { sort: [], limit: 5, offset: 10 }, { quantiles: undefined });
      expect(matches.lexemes).toEqual(lexemes);
      const before = await find();
      expect(before).toMatchObject({ total: left, waiting: null });
      const tend = () => tendWordCounts(portal, matches, { total: before.total, waiting: null });
      await tend();
      // Several together are counted when they are asked for again.
      if (lexemes.length > 1) {
        expect((await find()).waiting).toBeNull();
        await tend();
      }
      const known = await find();
      expect(known).toMatchObject({ total: left, isCapped: false, waiting: expect.any(Number) });
      expect(known.rows.map(({ id }) => id)).toEqual(before.rows.map(({ id }) => id));
      left -= 100;
      await sql`delete from item where id in (select item_id from item_word order by item_id limit 100)`.execute(portal.db);
      expect((await find()).total).toBe(left);
      await settleAll(portal);
      expect(await find()).toMatchObject({ total: left, waiting: 0 });
    }
  });

  it('is counted only where all of some lexemes must be there, and nothing else', () => {
    expect(searchFor('delta river').lexemes).toEqual(['delta', 'river']);
    expect(searchFor('river type:"Bob\'s \\\\ maps"').lexemes).toEqual(['river', "type=bob's \\ maps"]);
    for (const q of [
      'river OR delta',
      'river*',
      '"river delta"',
      'river -delta',
      'river numviews:[5 TO *]',
      'snippet:river',
      'a b c d e f',
    ])
      expect([q, searchFor(q).lexemes]).toEqual([q, undefined]);
  });

  it('keeps the thousand sets that were learnt last, and all single words', async () => {
    const { db } = t.portal;
    await sql`insert into word_count (words, reach, n) select array['zz', n::text], 'e', 0 from generate_series(1, 1200) n`.execute(db);
    const sight = { own: null, seesAll: false, holds: sql<null>`null::text[]` };
    await learnWordCount(db, { lexemes: ['delta', 'river'], words: "'delta' & 'river'" }, sight);
    const kept = await sql<{ several: number; single: number; newest: number }>`
      select count(*) filter (where cardinality(words) > 1) as several, count(*) filter (where words = '{river}') as single,
        count(*) filter (where words = '{delta,river}') as newest from word_count`.execute(db);
    expect(kept.rows[0]).toEqual({ several: 1000, single: 1, newest: 1 });
  });
});
