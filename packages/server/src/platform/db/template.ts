// A prepared embedded database, made once for each set of migrations and copied for each new data folder.
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedDatabase } from './embedded.ts';
import { MIGRATIONS_DIR, migrate, migrationsFingerprint } from './migrate.ts';

/** Beside a template: what made it. */
const ENGINE_FILE = 'engine.json';
const SILENT = pino({ level: 'silent' });

/**
 * The folder of a migrated, empty database, made now if it is missing.
 * @shape an absolute path to a PGlite data folder
 */
export async function preparedTemplate(cacheDir: string, migrations = MIGRATIONS_DIR): Promise<string> {
  const home = join(cacheDir, `database-${await migrationsFingerprint(migrations)}`);
  const database = join(home, 'database');
  const finished = await stat(join(database, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (finished) return database;
  // Made under another name and moved at the end: a half-made template is never used.
  const making = `${home}.${process.pid}`;
  const engine = await engineVersion();
  if (!(await beginFromOlder(cacheDir, making, engine)) || !(await bringUpToDate(making, migrations))) {
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { recursive: true });
    await migrated(making, migrations);
  }
  await writeFile(join(making, ENGINE_FILE), engine);
  await rename(making, home).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster: its template is as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(making, { recursive: true, force: true });
  });
  await forgetOthers(cacheDir, home);
  return database;
}

/** The packages that make up the engine: a folder of another version may not fit. */
async function engineVersion(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'));
  return JSON.stringify(Object.entries(dependencies).filter(([name]) => name.startsWith('@electric-sql/')));
}

/** Copies the newest finished template of another release: only what came since is left to do, not the making of a database. */
async function beginFromOlder(cacheDir: string, making: string, engine: string): Promise<boolean> {
  await rm(making, { recursive: true, force: true });
  const finished: { path: string; mtimeMs: number }[] = [];
  for (const name of await readdir(cacheDir).catch(() => [])) {
    const path = join(cacheDir, name, 'database');
    if (!/^database-[0-9a-f]{16}$/.test(name)) continue;
    const madeBy = await readFile(join(cacheDir, name, ENGINE_FILE), 'utf8').catch(() => undefined);
    const made = await stat(join(path, 'PG_VERSION')).catch(() => undefined);
    if (madeBy === engine && made !== undefined) finished.push({ path, mtimeMs: made.mtimeMs });
  }
  const newest = finished.sort((a, b) => b.mtimeMs - a.mtimeMs)[0];
  if (newest === undefined) return false;
  try {
    await mkdir(making, { recursive: true });
    await cp(newest.path, join(making, 'database'), { recursive: true });
    return true;
  } catch {
    // Somebody else forgot it just now.
    return false;
  }
}

async function migrated(dataDir: string, migrations: string): Promise<void> {
  const embedded = await startEmbeddedDatabase({ dataDir, log: SILENT });
  try {
    await migrate(embedded.connection, migrations);
  } finally {
    await embedded.stop();
  }
}

/**
 * False when the template is not of an older release, because a migration was changed since or is not there any more, or when it is
 * broken: what is wrong with the copy must not keep every later start from making a database anew.
 */
async function bringUpToDate(dataDir: string, migrations: string): Promise<boolean> {
  return migrated(dataDir, migrations).then(
    () => true,
    () => false,
  );
}

/** A template has 64 MB; those of other releases, and half-made ones, go once nobody can be copying them any more. */
const KEPT_MS = 24 * 3_600_000;

async function forgetOthers(cacheDir: string, home: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const path = join(cacheDir, name);
    if (!name.startsWith('database-') || path === home) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
