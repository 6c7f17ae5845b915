// Templates of the embedded database: made once for each release, from that of the release before where there is one.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedDatabase } from './embedded.ts';
import { preparedTemplate } from './template.ts';

let home: string;
let migrations: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'graticule-templates-'));
  migrations = join(home, 'migrations');
  await mkdir(migrations);
});
afterAll(() => rm(home, { recursive: true, force: true }));

const cache = (): string => join(home, 'cache');
const release = (number: number, sql: string): Promise<void> => writeFile(join(migrations, `000${number}-release.sql`), sql);

/** What a portal that starts from the template would find: the tables, and which making of a database it goes back to. */
async function found(templateDir: string): Promise<{ tables: string[]; made: string }> {
  const dataDir = await mkdtemp(join(home, 'portal-'));
  const embedded = await startEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }), templateDir });
  const client = new pg.Client(embedded.connection);
  await client.connect();
  const tables = await client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  const made = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  await client.end();
  await embedded.stop();
  return { tables: tables.rows.map(({ name }) => name), made: made.rows[0]?.id ?? '' };
}

it('a template goes on from that of the release before, and begins anew where a migration was changed or that is broken', {
  timeout: 600_000,
}, async () => {
  await release(1, 'create table one (a integer)');
  const first = await found(await preparedTemplate(cache(), migrations));
  expect(first.tables).toEqual(['migration', 'one']);
  await release(2, 'create table two (a integer)');
  const second = await found(await preparedTemplate(cache(), migrations));
  expect(second).toEqual({ tables: ['migration', 'one', 'two'], made: first.made });
  await release(1, 'create table other (a integer)');
  const third = await found(await preparedTemplate(cache(), migrations));
  expect(third.tables).toEqual(['migration', 'other', 'two']);
  expect(third.made).not.toBe(first.made);
  // Nothing half-made is left, and those of other releases stay for the portals that may be copying them.
  expect((await readdir(cache())).filter((name) => !/^database-[0-9a-f]{16}$/.test(name))).toEqual([]);
  expect(await readdir(cache())).toHaveLength(3);
  // One that does not start keeps nobody from making a database.
  for (const name of await readdir(cache())) await rm(join(cache(), name, 'database', 'global'), { recursive: true });
  await release(3, 'create table three (a integer)');
  expect(await readdir(await preparedTemplate(cache(), migrations))).toContain('global');
});
