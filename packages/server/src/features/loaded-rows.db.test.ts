// Rows that name others by their numbers in the file, and rows that bring global ids.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import type { StoredField } from '../schema/features.ts';
import type { HostedLayer } from './layers.rules.ts';
import { nameByObjectIds, takeGlobalIds } from './loaded-rows.store.ts';

const field = (column: string, type: string): StoredField => ({ name: column, column, type }) as StoredField;
const towns = { table: 'towns' } as HostedLayer;
const wells = { table: 'wells' } as HostedLayer;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe.each([
  ['esriFieldTypeInteger', 'integer'],
  ['esriFieldTypeString', 'text'],
])('rows named by a field of the type %s', (type, column) => {
  beforeEach(async () => {
    await sql`drop table if exists hosted.towns, hosted.wells`.execute(database.db);
    // The second row of the file was not taken: those behind it have other object ids than numbers.
    await sql`create table hosted.towns (objectid integer, row_number bigint)`.execute(database.db);
    await sql`insert into hosted.towns values (1, 1), (2, 3), (3, 4)`.execute(database.db);
    await sql`create table hosted.wells (objectid integer, town ${sql.raw(column)})`.execute(database.db);
    await sql`insert into hosted.wells values (1, 4), (2, 3), (3, 2), (4, 1), (5, null), (6, 3), (7, 9)`.execute(database.db);
  });

  it('are named by their object ids afterwards, those that are not there by none', async () => {
    await database.db.transaction().execute((db) => nameByObjectIds(db, wells, field('town', type), towns));
    const { rows } = await sql<{ town: number | string | null }>`select town from hosted.wells order by objectid`.execute(database.db);
    expect(rows.map(({ town }) => (town === null ? null : Number(town)))).toEqual([3, 2, null, 1, null, 2, null]);
  });

  it('keep their numbers where these are the object ids', async () => {
    await sql`update hosted.towns set objectid = row_number`.execute(database.db);
    await database.db.transaction().execute((db) => nameByObjectIds(db, wells, field('town', type), towns));
    const { rows } = await sql<{ town: number | string | null }>`select town from hosted.wells order by objectid`.execute(database.db);
    expect(rows.map(({ town }) => (town === null ? null : Number(town)))).toEqual([4, 3, 2, 1, null, 3, 9]);
  });
});

it('texts become the global ids of rows where all are such and none stands twice', async () => {
  await sql`create table hosted.signs (objectid integer, globalid uuid default gen_random_uuid(), id text)`.execute(database.db);
  await sql`insert into hosted.signs (objectid, id) select i, case when i > 1 then '{' || upper(gen_random_uuid()::text) || '}' end from generate_series(1, 50) i`.execute(
    database.db,
  );
  const signs = { table: 'signs' } as HostedLayer;
  const take = (): Promise<boolean> =>
    database.db.transaction().execute((db) => takeGlobalIds(db, signs, field('id', 'esriFieldTypeString')));
  expect(await take()).toBe(true);
  const same = sql<{ n: number }>`select count(*) as n from hosted.signs where id is not null and id::uuid = globalid`;
  expect(Number((await same.execute(database.db)).rows[0]?.n)).toBe(49);
  await sql`update hosted.signs set id = (select max(id) from hosted.signs) where objectid = 1`.execute(database.db);
  expect(await take()).toBe(false);
});
