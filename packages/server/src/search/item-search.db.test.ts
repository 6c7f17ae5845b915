// The rows that searches read: in step with the items, visible to exactly those who see the items, found through indexes.
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import { maySeeItem, renewScopes, waysToSee } from '../content/visibility.sql.ts';
import type { Caller } from '../platform/caller.ts';
import { parseQuery } from './grammar.ts';
import { type ItemSearch, matchesOf, matchingRows } from './item-matches.sql.ts';
import { pageOfItems } from './items.store.ts';
import { forgetUnusedWords } from './words.store.ts';

const ORGS = ['AAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBB'];
const GROUPS = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
let d: FreshDatabase;

function caller(username: string | null, orgId: string | null, ...privileges: string[]): Caller {
  const kind = username === null ? 'anonymous' : 'user';
  return {
    kind,
    username,
    orgId,
    role: null,
    privileges: new Set(privileges) as Caller['privileges'],
    via: 'none',
    tokenId: null,
    address: '',
    baseUrl: '',
  };
}

const VIEW = 'portal:user:viewOrgItems';
const ADMIN = 'portal:admin:viewItems';
const CALLERS: Readonly<Record<string, Caller>> = {
  'a stranger': caller(null, null),
  'a public account': caller('pia', null),
  'a member without privileges': caller('ada', ORGS[0] ?? null),
  'a member': caller('ada', ORGS[0] ?? null, VIEW),
  'an administrator': caller('boss', ORGS[0] ?? null, VIEW, ADMIN),
  'an administrator who may not see as a member': caller('boss', ORGS[0] ?? null, ADMIN),
  'a member of the other organisation': caller('bob', ORGS[1] ?? null, VIEW),
};

interface Shape {
  owner: string;
  access: string;
  groups: string[];
  grant: string | null;
  binned: boolean;
}

const shapes = fc.record<Shape>({
  owner: fc.constantFrom('ada', 'boss', 'bob', 'pia'),
  access: fc.constantFrom('private', 'org', 'public'),
  groups: fc.subarray(GROUPS),
  grant: fc.constantFrom(null, `org:${ORGS[0]}`, `org:${ORGS[1]}`, 'user:pia'),
  binned: fc.boolean(),
});

beforeAll(async () => {
  d = await freshDatabase();
  for (const org of ORGS) await sql`insert into organisation (id, name) values (${org}, 'O')`.execute(d.db);
  await sql`insert into account (username, org_id, role) values
    ('ada', ${ORGS[0]}, 'user'), ('boss', ${ORGS[0]}, 'admin'), ('bob', ${ORGS[1]}, 'user'), ('pia', null, 'user')`.execute(d.db);
  for (const [at, id] of GROUPS.entries()) {
    await sql`insert into user_group (id, org_id, owner, title) values (${id}, ${ORGS[0]}, 'ada', ${`g${at}`})`.execute(d.db);
    await sql`insert into group_member (group_id, username, member_type) values (${id}, ${['ada', 'bob', 'pia'][at]}, 'member')`.execute(
      d.db,
    );
  }
});
afterAll(() => d.close());

async function addItems(list: readonly Shape[]): Promise<void> {
  await sql`delete from item`.execute(d.db);
  const ids = list.map((_, at) => at.toString(16).padStart(32, '0'));
  for (const [at, item] of list.entries()) {
    const org = item.owner === 'pia' ? null : item.owner === 'bob' ? ORGS[1] : ORGS[0];
    await sql`insert into item (id, org_id, owner, title, type, access, binned, search)
      values (${ids[at]}, ${org}, ${item.owner}, 'T', 'CSV', ${item.access}, ${item.binned ? new Date() : null}, ${`'word':1A`}::tsvector)`.execute(
      d.db,
    );
    for (const group of item.groups)
      await sql`insert into item_share (item_id, group_id, shared_by) values (${ids[at]}, ${group}, 'ada')`.execute(d.db);
    if (item.grant !== null) await sql`insert into item_grant (item_id, scope) values (${ids[at]}, ${item.grant})`.execute(d.db);
  }
  await renewScopes(d.db, ids);
}

async function idsOf(statement: RawBuilder<unknown>): Promise<string[]> {
  const result = await sql<{ id: string }>`select id from (${statement}) x(id) order by 1`.execute(d.db);
  return result.rows.map((row) => row.id);
}

const anything: ItemSearch = { query: undefined, filter: undefined, bbox: undefined, categories: [], orgId: undefined, groupId: undefined };

describe('who finds an item', () => {
  it('is who may see it, for every person and every way to share', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(shapes, { minLength: 15, maxLength: 25 }), async (list) => {
        await addItems(list);
        for (const [name, person] of Object.entries(CALLERS)) {
          const seen = await idsOf(sql`select id from item where ${maySeeItem(person)}`);
          const words = matchesOf(person, { ...anything, query: parseQuery('word').tree });
          expect([name, await idsOf(matchingRows(sql`s.item_id`, words))]).toEqual([name, seen]);
          expect([name, await idsOf(matchingRows(sql`s.item_id`, matchesOf(person, anything)))]).toEqual([name, seen]);
          const kept = await pageOfItems(
            { db: d.db, database: d.handle },
            words,
            { sort: [], limit: 100, offset: 0 },
            { quantiles: undefined },
          );
          expect([name, kept.total, kept.rows.map((row) => row.id).sort()]).toEqual([name, seen.length, seen]);
          // No item by two ways: totals would count it twice.
          const twice = sql.join(
            waysToSee(person).map((way) => sql`select item_id from item_search s where ${way}`),
            sql` union all `,
          );
          expect((await idsOf(twice)).length).toBe(seen.length);
        }
      }),
      { numRuns: 6 },
    );
  }, 60_000);
});

describe('the rows of searches', () => {
  const row = async (): Promise<Record<string, unknown> | undefined> =>
    (
      await sql<
        Record<string, unknown>
      >`select s.*, w.words::text as all_words, w.standing as stands, w.named as holders, headline::text as head
          from item_search s join item_word w using (item_id, reach) where item_id = ${'0'.repeat(32)}`.execute(d.db)
    ).rows[0];

  it('follow every change of the item and go with it', async () => {
    await addItems([{ owner: 'ada', access: 'private', groups: [], grant: null, binned: false }]);
    expect(await row()).toMatchObject({ reach: 'n', named: ['user:ada'], access: 'private', num_views: 0, head: "'word':1A" });
    await sql`update item set num_views = 999, avg_rating = 4.5, content_status = 'deprecated'`.execute(d.db);
    expect(await row()).toMatchObject({ num_views: 999, avg_rating: 4.5, content_status: 'deprecated' });
    expect(Number((await row())?.standing)).toBeLessThan(0);
    await sql`update item set access = 'public', tags = '{Ärger,b}', categories = '{/Categories/Water/Rivers}', extent_box = '{170,-5,-170,5}'`.execute(
      d.db,
    );
    await renewScopes(d.db, ['0'.repeat(32)]);
    expect(await row()).toMatchObject({ reach: 'e', tags: ['b', 'ärger'], ground: '(190,5),(170,-5)' });
    expect((await row())?.all_words).toContain("'categories=/categories/water' 'categories=/categories/water/rivers'");
    expect(await row()).toMatchObject({ holders: null });
    await sql`update item set num_views = 2000000, modified = '2031-02-03T00:30:00Z', access = 'org'`.execute(d.db);
    await renewScopes(d.db, ['0'.repeat(32)]);
    expect(await row()).toMatchObject({ reach: 'o', holders: ['user:ada'] });
    expect((await row())?.stands).toBeCloseTo(-0.31, 2);
    for (const lexeme of ['modified=2031', 'modified=2031-02', 'standing=-32', 'tenth=-4'])
      expect((await row())?.all_words).toContain(`'${lexeme}'`);
    expect((await row())?.all_words).not.toContain('modified=2026');
    await sql`update item set status = 'partial'`.execute(d.db);
    expect(await row()).toBeUndefined();
    await sql`update item set status = 'completed'`.execute(d.db);
    expect(await row()).toBeDefined();
    await sql`delete from item`.execute(d.db);
    expect(await row()).toBeUndefined();
  });

  it('leave no words behind when the last item that held them is gone', async () => {
    await addItems([{ owner: 'ada', access: 'public', groups: [], grant: null, binned: false }]);
    await sql`update item set search = ${"'glacier':1A"}::tsvector`.execute(d.db);
    await sql`insert into search_word (word) values ('moraine')`.execute(d.db);
    expect(await forgetUnusedWords(d.db)).toBeGreaterThanOrEqual(1);
    expect((await sql`select word from search_word`.execute(d.db)).rows).toEqual([{ word: 'glacier' }]);
  });

  it('are not written again by a look at the item or a move to another folder', async () => {
    await addItems([{ owner: 'ada', access: 'org', groups: [], grant: null, binned: false }]);
    const place = async (): Promise<unknown> =>
      (
        await sql<{ at: string }>`select w.xmin::text || s.xmin::text as at from item_search s join item_word w using (item_id)`.execute(
          d.db,
        )
      ).rows[0]?.at;
    const before = await place();
    await sql`insert into folder (id, owner, title) values (${'f'.repeat(32)}, 'ada', 'F')`.execute(d.db);
    await sql`update item set folder_id = ${'f'.repeat(32)}, protected = true`.execute(d.db);
    expect(await place()).toBe(before);
  });

  it('are found through the index of each way to see them, never by reading the table', async () => {
    await sql`delete from item`.execute(d.db);
    // In portions: on a busy machine one statement would take longer than statements may.
    for (let from = 1; from <= 3000; from += 500) {
      await sql`
        with added as (
          insert into item (id, org_id, owner, title, type, search, scopes, access)
          select md5('i' || i), ${ORGS[0]}, 'ada', 't' || i, 'CSV', ('''word' || (i % 500) || ''':1A')::tsvector,
            case when i % 3 = 0 then array['user:ada', 'public'] when i % 3 = 1 then array['user:ada', ${`org:${ORGS[0]}`}] else array['user:ada'] end,
            case i % 3 when 0 then 'public' when 1 then 'org' else 'private' end
          from generate_series(${from}::integer, ${from + 499}::integer) i returning 1)
        select count(*) from added`.execute(d.db);
    }
    for (const table of ['item_search', 'item_word']) await sql`analyze ${sql.table(table)}`.execute(d.db);
    const plan = await d.db.transaction().execute(async (db) => {
      // As the statements are planned that are kept in the database.
      await sql`set local enable_seqscan = off`.execute(db);
      const rows = sql`select * from word_matches('word7', ${ORGS[0]}, false, '{user:ada}')`;
      return (await sql<{ 'QUERY PLAN': string }>`explain ${rows}`.execute(db)).rows.map((line) => line['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('item_word_everybody');
    expect(plan).toContain('item_word_organisation');
    expect(plan).toMatch(/item_word_named[\s\S]*Index Cond: .*words @@.*named &&/);
    expect(plan).not.toContain('Seq Scan on item_word');
  }, 120_000);
});
