// The statements of items: visibility keys, the indexes they use, derived columns.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import type { Db } from '../platform/db/database.ts';
import { endGrants, grantItem } from './grants.store.ts';
import { insertItem, itemById, setAccess, setOwner, updateItemRow } from './items.store.ts';
import { touchResources } from './resources.store.ts';
import { finishSharing, insertShares } from './sharing.store.ts';

const ORG = 'AAAAAAAAAAAAAAAA';
const ID = 'a'.repeat(32);
const GROUP = 'b'.repeat(32);
let d: FreshDatabase;

beforeAll(async () => {
  d = await freshDatabase();
  await sql`insert into organisation (id, name) values (${ORG}, 'O')`.execute(d.db);
  await sql`insert into account (username, org_id, role) values ('ada', ${ORG}, 'user'), ('bob', ${ORG}, 'user')`.execute(d.db);
  await sql`insert into user_group (id, org_id, owner, title) values (${GROUP}, ${ORG}, 'ada', 'G')`.execute(d.db);
  await insertItem(
    d.db,
    { id: ID, org_id: ORG, owner: 'ada', title: 'Bäume & Fires', type: 'Web Map', extent_box: [170, -10, -170, 10] },
    new Date(),
  );
});
afterAll(() => d.close());

async function scopes(): Promise<string[]> {
  const row = await d.db.selectFrom('item').select('scopes').where('id', '=', ID).executeTakeFirstOrThrow();
  return [...row.scopes].sort();
}

describe('visibility keys', () => {
  it('follow access, shares and owner in the same transaction; favourites are none', async () => {
    expect(await scopes()).toEqual(['user:ada', `within:${ORG}`]);
    await setAccess(d.db, [ID], 'org');
    expect(await scopes()).toEqual([`org:${ORG}`, 'user:ada', `within:${ORG}`]);
    const favourites = await d.db.selectFrom('account').select('fav_group_id').where('username', '=', 'bob').executeTakeFirstOrThrow();
    await insertShares(d.db, [ID], [GROUP, favourites.fav_group_id ?? ''], 'ada');
    await finishSharing(d.db, [ID], 'private');
    expect(await scopes()).toEqual([`group:${GROUP}`, 'user:ada', `within:${ORG}`]);
    expect((await itemById(d.db, ID))?.group_count).toBe(1);
    await setOwner(d.db, [ID], 'bob', ORG, null);
    expect(await scopes()).toEqual([`group:${GROUP}`, 'user:bob', `within:${ORG}`]);
    await setOwner(d.db, [ID], 'ada', ORG, null);
  });

  it('hold what two people changed at the same moment', async () => {
    const org = 'BBBBBBBBBBBBBBBB';
    let second = Promise.resolve();
    await d.db.transaction().execute(async (db) => {
      await grantItem(db, ID, ['user:bob'], null);
      second = d.db.transaction().execute((other) => grantItem(other, ID, [`org:${org}`], null));
      // Long enough for the second to wait for the first.
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    await second;
    expect(await scopes()).toEqual(expect.arrayContaining([`org:${org}`, 'user:bob']));
    await d.db.transaction().execute((db) => endGrants(db, ID, ['user:bob', `org:${org}`]));
  });
});

it('counts the bytes of files that come at the same moment', async () => {
  const add = (db: Db, path: string) =>
    sql`insert into item_resource (item_id, kind, path, key, size_bytes) values (${ID}, 'resource', ${path}, ${path}, 10)`.execute(db);
  let second: Promise<unknown> = Promise.resolve();
  await d.db.transaction().execute(async (db) => {
    await add(db, 'one');
    await touchResources(db, ID, new Date());
    second = d.db.transaction().execute(async (other) => {
      await add(other, 'two');
      await touchResources(other, ID, new Date());
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await second;
  expect((await itemById(d.db, ID))?.resource_bytes).toBe(20);
});

it('keeps the words, completeness and shape of an item with every change', async () => {
  const found = async (query: string): Promise<boolean> =>
    (await sql`select 1 from item where id = ${ID} and search @@ ${query}::tsquery`.execute(d.db)).rows.length === 1;
  expect([await found("'baume'"), await found("'title:fire'"), await found("'type=web map'"), await found("'title:map'")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const shape = await sql<{
    type: string;
    parts: number;
  }>`select st_geometrytype(extent) as type, st_numgeometries(extent) as parts from item where id = ${ID}`.execute(d.db);
  expect(shape.rows[0]).toEqual({ type: 'ST_MultiPolygon', parts: 2 });
  const before = (await itemById(d.db, ID))?.score_completeness ?? 0;
  await updateItemRow(d.db, ID, { title: 'Renamed', tags: ['one'], extent_box: null });
  expect([await found("'baume'"), await found("'tags:one'")]).toEqual([false, true]);
  expect((await itemById(d.db, ID))?.score_completeness).toBe(before + 10);
});

it('uses the owner index for folders', async () => {
  await sql`
    insert into item (id, org_id, owner, title, type, search, scopes)
    select md5('i' || i), ${ORG}, case when i % 50 = 0 then 'ada' else 'bob' end, 't' || i, 'CSV', ('''word' || (i % 1000) || ''':1A')::tsvector, array['user:bob', 'public']
    from generate_series(1, 3000) i`.execute(d.db);
  await sql`analyze item`.execute(d.db);
  const plan = async (statement: ReturnType<typeof sql>): Promise<string> =>
    (await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(d.db)).rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(await plan(sql`select 1 from item where owner = 'ada' and folder_id is null order by uploaded desc, id limit 10`)).toContain(
    'item_owner_folder',
  );
});
