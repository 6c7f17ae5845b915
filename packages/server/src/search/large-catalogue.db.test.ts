// What is done otherwise where many items match: the same answers from fewer rows, or a word about what was left out.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { anonymous } from '../platform/caller.ts';
import { countValues } from './facets.store.ts';
import { fillSome } from './fill-values.ts';
import { parseQuery } from './grammar.ts';
import { matchesOf } from './item-matches.sql.ts';
import { modifiedSince, type Quantiles, readQuantiles, SHARES, standingFrom, wholeYears } from './quantiles.store.ts';
import { suggestedItems } from './suggestions.store.ts';

const HALF = 600;
const stranger = anonymous('', '');
const nothingElse = { filter: undefined, bbox: undefined, categories: [], orgId: undefined, groupId: undefined };
/** As a large catalogue has them: cuts at the beginning of 2026 and at a good standing. */
const quantiles: Quantiles = {
  modified: SHARES.map(() => modifiedSince(new Date('2026-01-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z'))),
  standing: SHARES.map(() => standingFrom(0.1)),
};
let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { author1: 'publisher' } });
  await t.portal.db.transaction().execute(async (db) => {
    // Without triggers, by the view from which they make the rows.
    // New and old ones beside each other: samples are taken by pages of the table.
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`
      insert into item (id, org_id, owner, title, type, access, scopes, search, modified, num_views)
      select md5(n::text), ${t.orgId}, 'author1', 'Flood' || n, case when n % 2 = 1 then 'CSV' else 'PDF' end, 'public', '{user:author1,public}',
        ('''flood'':1A ''title:' || case n % 3 when 0 then 'flood' when 1 then 'flooding' else 'flood2026' end || ''':1A')::tsvector,
        case when n % 2 = 1 then '2026-03-01Z' else '2020-03-01Z' end::timestamptz, case when n % 100 = 0 then 100000 else 0 end
      from generate_series(1, ${2 * HALF}) n`.execute(db);
    await sql`
      insert into item_word (modified, standing, reach, item_id, org_id, named, words)
      select modified, standing, reach, item_id, null, null, words from item_to_search`.execute(db);
    await sql`
      insert into item_search select item_id, org_id, reach, named, access, content_status, type, owner, title_key, tags, categories, created,
        modified, uploaded, last_viewed, num_views, num_comments, num_ratings, avg_rating, score_completeness, data_bytes, standing, ground,
        headline from item_to_search`.execute(db);
    await sql`insert into search_word (word) values ('flood'), ('flooding'), ('floor')`.execute(db);
  });
}, 120_000);
afterAll(() => t.close());

describe.each(['before', 'after'])('counts of values among many matches, %s they stand beside the words', (when) => {
  beforeAll(async () => {
    if (when === 'after') while ((await fillSome(t.portal)) !== undefined);
  });
  const matches = matchesOf(stranger, { ...nothingElse, query: parseQuery('flood').tree });
  const count = (total: number, from: Quantiles | undefined) =>
    countValues(t.portal, matches, { names: ['type'], size: 10, total, isCapped: false, quantiles: from });

  it('are of all matches as long as they are few', async () => {
    expect(await count(2 * HALF, quantiles)).toEqual({
      counted: 2 * HALF,
      values: [
        [
          { value: 'csv', count: HALF },
          { value: 'pdf', count: HALF },
        ],
      ],
    });
  });

  it('are of the newest when there are more, and say among how many', async () => {
    expect(await count(5_000, quantiles)).toEqual({ counted: HALF, values: [[{ value: 'csv', count: HALF }]] });
  });

  it('are of the newest as well when whole years are asked for that hold older ones', async () => {
    const years = { words: "'modified=2026' | 'modified=2020'", since: new Date('2026-01-01T00:00:00Z') };
    const found = { counted: HALF, values: [[{ value: 'csv', count: HALF }]] };
    expect(await count(5_000, { ...quantiles, wholeYears: SHARES.map(() => years) })).toEqual(found);
    expect(await count(5_000, { ...quantiles, wholeYears: SHARES.map(() => undefined) })).toEqual(found);
  });

  it('are of all when the newest turn out to be few', async () => {
    const future = { ...quantiles, modified: SHARES.map(() => "'modified=2031'") };
    expect((await count(5_000, future)).counted).toBe(2 * HALF);
  });
});

describe('whole years instead of months', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const from = new Date('2025-04-17T00:00:00Z');

  it('are asked for when that takes fewer words and gives not many more items; those since the month are meant', () => {
    expect(modifiedSince(from, now).split(' | ')).toHaveLength(11);
    expect(wholeYears(from, now, { share: 0.09, ofYears: 0.14 })).toEqual({
      words: "'modified=2025' | 'modified=2026' | 'modified=2027'",
      since: new Date('2025-04-01T00:00:00Z'),
    });
  });

  it('are not when most items are of that year, or few months are left of it', () => {
    expect(wholeYears(from, now, { share: 0.09, ofYears: 0.9 })).toBeUndefined();
    expect(wholeYears(new Date('2025-12-02T00:00:00Z'), now, { share: 0.09, ofYears: 0.14 })).toBeUndefined();
  });
});

it('quantiles of a sample tell the same newest by months and by whole years', async () => {
  await sql`update pg_class set reltuples = 50000 where oid = 'item_search'::regclass`.execute(t.portal.db);
  const found = await readQuantiles(t.portal.db);
  const since = found?.modified.at(-1) ?? '';
  // Half of the items are of March 2026: so are the newest fifth, and that year has no others.
  expect(since).toContain("'modified=2026-03'");
  for (const cut of found?.wholeYears ?? []) expect(cut === undefined || cut.since.toISOString() === '2026-03-01T00:00:00.000Z').toBe(true);
  await sql`analyze item_search`.execute(t.portal.db);
});

describe('suggestions from a large catalogue', () => {
  const suggest = async (text: string, limit: number) =>
    (await suggestedItems(t.portal.db, stranger, { text, words: text.split(' '), limit }, quantiles)).map((each) => each.title);

  it('are the best known of the items whose titles have words that begin so', async () => {
    const titles = await suggest('floo', 8);
    expect(titles).toHaveLength(8);
    for (const title of titles) expect(title).toMatch(/00$/);
  });

  it('find words with figures too, which are not among the known words', async () => {
    expect(await suggest('flood2', 5)).toHaveLength(5);
    expect(await suggest('floor', 5)).toEqual([]);
  });
});

it('items that everybody sees are asked for in their own index, whoever asks', () => {
  const author = { ...stranger, username: 'author1', orgId: t.orgId };
  const sight = (q: string) => matchesOf(author, { ...nothingElse, query: parseQuery(q).tree }).ways.length;
  expect(sight('flood')).toBe(2);
  expect(sight('flood access:public')).toBe(1);
  expect(sight('flood OR access:public')).toBe(2);
  expect(sight('flood -access:public')).toBe(2);
});
