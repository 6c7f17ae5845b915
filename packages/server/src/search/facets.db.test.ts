// Counts of values beside words are what counting the rows of searches gives, for every caller, filled or not.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import { renewScopes } from '../content/visibility.sql.ts';
import { anonymous, type Caller } from '../platform/caller.ts';
import { COUNTED_FIELDS, countValues } from './facets.store.ts';
import { fillValues, isUnfilled } from './fill-values.store.ts';
import { parseQuery } from './grammar.ts';
import { matchesOf, matchingRows } from './item-matches.sql.ts';

const ORGS = ['AAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBB'] as const;
const GROUP = 'a'.repeat(32);
const FIELDS = ['type', 'access', 'contentstatus', 'owner', 'tags', 'categories'] as const;
const nothingElse = { filter: undefined, bbox: undefined, categories: [], orgId: undefined, groupId: undefined };
let d: FreshDatabase;

const caller = (username: string, orgId: string, ...privileges: string[]): Caller => ({
  ...anonymous('', ''),
  kind: 'user',
  username,
  orgId,
  privileges: new Set(privileges) as Caller['privileges'],
});
const VIEW = 'portal:user:viewOrgItems';
const CALLERS: readonly Caller[] = [
  anonymous('', ''),
  caller('ada', ORGS[0], VIEW),
  caller('bob', ORGS[1], VIEW),
  caller('boss', ORGS[0], VIEW, 'portal:admin:viewItems'),
];

beforeAll(async () => {
  d = await freshDatabase();
  for (const org of ORGS) await sql`insert into organisation (id, name) values (${org}, 'O')`.execute(d.db);
  await sql`insert into account (username, org_id, role) values ('ada', ${ORGS[0]}, 'user'), ('boss', ${ORGS[0]}, 'admin'), ('bob', ${ORGS[1]}, 'user')`.execute(
    d.db,
  );
  await sql`insert into user_group (id, org_id, owner, title) values (${GROUP}, ${ORGS[0]}, 'ada', 'g')`.execute(d.db);
  await sql`insert into group_member (group_id, username, member_type) values (${GROUP}, 'bob', 'member')`.execute(d.db);
});
afterAll(() => d.close());

const idOf = (n: number): string => n.toString(16).padStart(32, '0');

interface Shape {
  owner: 'ada' | 'bob';
  type: string;
  access: 'private' | 'org' | 'public';
  isInGroup: boolean;
  tags: string[];
  categories: string[];
  status: string;
}

const shapes = fc.record<Shape>({
  owner: fc.constantFrom('ada', 'bob'),
  type: fc.constantFrom('Web Map', 'CSV'),
  access: fc.constantFrom('private', 'org', 'public'),
  isInGroup: fc.boolean(),
  tags: fc.subarray(['Flood', 'flood', 'höhe', '水', 'a b', '7 up']),
  categories: fc.subarray(['/Categories/Water', '/Categories/Water/Rivers']),
  status: fc.constantFrom('', 'deprecated'),
});

/** What may happen to an item while rows are being filled. */
type Step =
  | { kind: 'share'; n: number; access: Shape['access'] }
  | { kind: 'tag'; n: number; tags: string[] }
  | { kind: 'bin'; n: number; binned: boolean }
  | { kind: 'look'; n: number }
  | { kind: 'forget'; n: number }
  | { kind: 'fill' };

const n = fc.nat({ max: 7 });
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('share' as const), n, access: fc.constantFrom('private' as const, 'org' as const, 'public' as const) }),
    fc.record({ kind: fc.constant('tag' as const), n, tags: fc.subarray(['Flood', 'fire', 'wind']) }),
    fc.record({ kind: fc.constant('bin' as const), n, binned: fc.boolean() }),
    fc.record({ kind: fc.constant('look' as const), n }),
    fc.record({ kind: fc.constant('forget' as const), n }),
    fc.record({ kind: fc.constant('fill' as const) }),
  ),
  { minLength: 5, maxLength: 15 },
);

async function addItems(list: readonly Shape[]): Promise<void> {
  await sql`delete from item`.execute(d.db);
  for (const [at, item] of list.entries()) {
    await sql`insert into item (id, org_id, owner, title, type, access, tags, categories, content_status, scopes, search) values (${idOf(at)},
      ${item.owner === 'bob' ? ORGS[1] : ORGS[0]}, ${item.owner}, 'T', ${item.type}, ${item.access}, ${item.tags}, ${item.categories}, ${item.status},
      '{}', ${`'word':1A`}::tsvector)`.execute(d.db);
    if (item.isInGroup)
      await sql`insert into item_share (item_id, group_id, shared_by) values (${idOf(at)}, ${GROUP}, 'ada')`.execute(d.db);
  }
  await renewScopes(
    d.db,
    list.map((_, at) => idOf(at)),
  );
}

/** As rows were before there were values beside words. */
const forget = (at: number) =>
  sql`update item_word set type = null, access = null, content_status = null, owner = null, tags = null, categories = null
    where item_id = ${idOf(at)}`.execute(d.db);

async function happen(step: Step): Promise<void> {
  if (step.kind === 'fill') return void (await fillValues(d.db, 2));
  if (step.kind === 'forget') return void (await forget(step.n));
  const id = idOf(step.n);
  if (step.kind === 'share') await renewScopes(d.db, [id], { access: step.access, set: sql`modified = now()` });
  else if (step.kind === 'bin')
    await renewScopes(d.db, [id], { binned: step.binned, set: sql`binned = ${step.binned ? new Date() : null}` });
  else if (step.kind === 'tag') await sql`update item set tags = ${step.tags} where id = ${id}`.execute(d.db);
  else await sql`update item set num_views = num_views + 5000 where id = ${id}`.execute(d.db);
}

const wordsFor = (person: Caller) => matchesOf(person, { ...nothingElse, query: parseQuery('word').tree });
const count = (person: Caller, names: readonly string[], size: number) =>
  countValues({ db: d.db, database: d.handle }, wordsFor(person), { names, size, total: 8, isCapped: false, quantiles: undefined });

/** The same, counted row by row from the table of searches. */
async function counted(person: Caller, size: number): Promise<Awaited<ReturnType<typeof count>>> {
  const columns = sql`s.type, s.access, s.content_status, s.owner, s.tags, s.categories`;
  const { rows } = await sql<Record<string, string | string[]>>`${matchingRows(columns, wordsFor(person))}`.execute(d.db);
  const values = ['type', 'access', 'content_status', 'owner', 'tags', 'categories'].map((column) => {
    const all = rows.flatMap((row) => row[column] ?? []).filter((value) => value !== '');
    const numbers = [...new Set(all)].map((value) => ({ value, count: all.filter((each) => each === value).length }));
    return numbers.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, size);
  });
  return { counted: rows.length, values };
}

describe('counts of values beside words', () => {
  it('are those of the rows of searches for everybody, whatever happened and however far rows are filled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(shapes, { minLength: 8, maxLength: 8 }),
        steps,
        fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]),
        async (list, what, old) => {
          await addItems(list);
          for (const at of old) await forget(at);
          for (const step of what) await happen(step);
          for (const person of CALLERS) expect(await count(person, FIELDS, 4)).toEqual(await counted(person, 4));
          while ((await fillValues(d.db, 3)) > 0);
          expect(await isUnfilled(d.db)).toBe(false);
          const differing = await sql`
          select w.item_id from item_word w join item_to_search v on v.item_id = w.item_id
          where (w.type, w.access, w.content_status, w.owner, w.tags, w.categories) is distinct from
            (v.type, v.access, v.content_status, v.owner, in_one_text(v.tags), in_one_text(v.categories))`.execute(d.db);
          expect(differing.rows).toEqual([]);
          for (const person of CALLERS) expect(await count(person, FIELDS, 10)).toEqual(await counted(person, 10));
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);

  it('come in the order in which fields are named, beside those that are counted from the items', async () => {
    expect(COUNTED_FIELDS).toEqual([...FIELDS, 'typekeywords']);
    const shape = { owner: 'ada' as const, access: 'public' as const, isInGroup: false, categories: [], status: '' };
    await addItems([
      { ...shape, type: 'CSV', tags: ['x'] },
      { ...shape, type: 'PDF', tags: ['x', 'y'] },
    ]);
    const x = { value: 'x', count: 2 };
    const y = { value: 'y', count: 1 };
    expect(await count(anonymous('', ''), ['tags', 'owner'], 10)).toEqual({ counted: 2, values: [[x, y], [{ value: 'ada', count: 2 }]] });
    expect(await count(anonymous('', ''), ['tags', 'typekeywords'], 1)).toEqual({ counted: 2, values: [[x], []] });
    expect((await count(anonymous('', ''), ['categories'], 1)).values).toEqual([[]]);
  });

  it('of very many and long values are made in the database, which gives the most frequent alone', async () => {
    const tags = (at: number) => Array.from({ length: 128 }, (_, each) => `${'long '.repeat(20)}${at * 64 + each}`);
    const shape = { owner: 'ada' as const, type: 'CSV', access: 'public' as const, isInGroup: false, categories: [], status: '' };
    await addItems(Array.from({ length: 42 }, (_, at) => ({ ...shape, tags: tags(at) })));
    for (const size of [3, 200]) expect(await count(anonymous('', ''), FIELDS, size)).toEqual(await counted(anonymous('', ''), size));
  });
});
