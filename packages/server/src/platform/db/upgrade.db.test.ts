// A portal of the first release, with people, groups, items and a hosted layer in it, is brought up to date and loses nothing.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { MIGRATIONS_DIR, migrate } from './migrate.ts';

const FIRST_RELEASE = [
  '0001-platform-and-identity.sql',
  '0003-groups.sql',
  '0004-content.sql',
  '0005-search.sql',
  '0010-features.sql',
  '0012-attachments.sql',
  '0020-gazetteer.sql',
];
const ORG = 'NORTHERNSURVEY01';
const MAP = '1'.repeat(32);
const SECRET = '2'.repeat(32);
const GROUP = '3'.repeat(32);

let database: FreshDatabase;
let dir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dir = await mkdtemp(join(tmpdir(), 'graticule-first-release-'));
  await Promise.all(FIRST_RELEASE.map((name) => copyFile(join(MIGRATIONS_DIR, name), join(dir, name))));
  // Back to an empty database, extensions included.
  for (const schema of ['hosted', 'public']) await sql`drop schema ${sql.id(schema)} cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
}, 120_000);
afterAll(async () => {
  await database?.close();
  await rm(dir, { recursive: true, force: true });
});

async function fill(): Promise<void> {
  const { db } = database;
  await sql`insert into organisation (id, name, set_up) values (${ORG}, 'Northern survey', true)`.execute(db);
  await sql`insert into account (username, org_id, role, fav_group_id) values ('ada.admin', ${ORG}, 'admin', null), ('uwe.user', ${ORG}, 'user', null)`.execute(
    db,
  );
  await sql`insert into user_group (id, org_id, owner, title) values (${GROUP}, ${ORG}, 'ada.admin', 'Surveyors')`.execute(db);
  for (const [id, title, access, scopes] of [
    [MAP, 'Harbour map', 'public', ['user:ada.admin', `within:${ORG}`, 'public']],
    [SECRET, 'Secret map', 'private', ['user:ada.admin', `within:${ORG}`, `group:${GROUP}`]],
  ] as const) {
    await sql`
      insert into item (id, org_id, owner, title, type, tags, access, scopes, extent_box, extent, search)
      values (${id}, ${ORG}, 'ada.admin', ${title}, 'Web Map', '{sea}', ${access}, ${[...scopes]}, '{5,50,10,55}',
        ST_MakeEnvelope(5, 50, 10, 55, 4326), setweight(to_tsvector('simple', ${title}), 'A'))`.execute(db);
  }
  await sql`insert into item_share (item_id, group_id, shared_by) values (${SECRET}, ${GROUP}, 'ada.admin')`.execute(db);
  await sql`insert into item_comment (id, item_id, owner, comment) values ('c1', ${MAP}, 'uwe.user', 'Fine')`.execute(db);
}

it('brings every table of the first release up to date, in one go and only once', { timeout: 240_000 }, async () => {
  const connection = database.handle.connection;
  expect(await migrate(connection, dir)).toEqual(FIRST_RELEASE);
  await fill();
  const added = await migrate(connection);
  expect(added.length).toBeGreaterThan(5);
  expect(await migrate(connection)).toEqual([]);
  const { db } = database;
  const found = await sql<{ item_id: string; reach: string }>`select item_id, reach from item_search order by item_id`.execute(db);
  expect(found.rows).toEqual([
    { item_id: MAP, reach: 'e' },
    { item_id: SECRET, reach: 'n' },
  ]);
  expect((await sql<{ word: string }>`select word from search_word where word = 'harbour'`.execute(db)).rows).toHaveLength(1);
  expect((await db.selectFrom('organisation').select('is_home').execute()).map((row) => row.is_home)).toEqual([true]);
  expect(await db.selectFrom('item_comment').select(['id', 'comment']).execute()).toEqual([{ id: 'c1', comment: 'Fine' }]);
  await sql`update item set title = 'Harbour chart' where id = ${MAP}`.execute(db);
});
