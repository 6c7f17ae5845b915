// Applies numbered SQL files, forward only, under a lock, with checksums.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { isDatabaseAway } from './errors.ts';

/** Any constant: it only has to differ from other users of advisory locks in the same database. */
const LOCK = 7_237_104;

/** How long a start waits for a database that does not answer yet. */
const PATIENCE_MS = 30_000;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
}

/** Where the numbered files lie. */
export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');

async function readMigrations(dir: string): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** One value that changes whenever any migration does; names a prepared template. */
export async function migrationsFingerprint(dir = MIGRATIONS_DIR): Promise<string> {
  const files = await readMigrations(dir);
  return createHash('sha256')
    .update(files.map((file) => `${file.name}:${file.checksum}`).join('\n'))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Brings a database up to date; each file in a transaction of its own.
 * @returns names of the files applied now
 * @throws MigrationError when an applied file was changed or is missing
 */
export async function migrate(connection: pg.ClientConfig, dir = MIGRATIONS_DIR): Promise<string[]> {
  const files = await readMigrations(dir);
  const client = await connectPatiently(connection);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied timestamptz not null default now())',
    );
    const done = await client.query<{ name: string; checksum: string }>('select name, checksum from migration');
    const applied = new Map(done.rows.map((row) => [row.name, row.checksum]));
    checkApplied(files, applied);
    const added: string[] = [];
    for (const file of files.filter((candidate) => !applied.has(candidate.name))) {
      await applyOne(client, file);
      added.push(file.name);
    }
    return added;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    await client.end();
  }
}

/** A database that starts beside the portal, or recovers from a crash, is there a moment later: it is waited for. */
async function connectPatiently(connection: pg.ClientConfig): Promise<pg.Client> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isDatabaseAway(error) || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

function checkApplied(files: MigrationFile[], applied: Map<string, string>): void {
  const known = new Map(files.map((file) => [file.name, file.checksum]));
  for (const [name, checksum] of applied) {
    const now = known.get(name);
    if (now === undefined)
      throw new MigrationError(`The database was made by a newer release: it has migration ${name}, which this release does not know.`);
    if (now !== checksum) throw new MigrationError(`Migration ${name} was changed after it had been applied. Restore the original file.`);
  }
}

async function applyOne(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [file.name, file.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new MigrationError(`Migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
