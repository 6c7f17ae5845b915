// A prepared embedded database, made once for each set of migrations and copied for each new data folder.
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedDatabase } from './embedded.ts';
import { migrate, migrationsFingerprint } from './migrate.ts';

/**
 * The folder of a migrated, empty database, made now if it is missing.
 * @shape an absolute path to a PGlite data folder
 */
export async function preparedTemplate(cacheDir: string): Promise<string> {
  const home = join(cacheDir, `database-${await migrationsFingerprint()}`);
  const database = join(home, 'database');
  const finished = await stat(join(database, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (finished) return database;
  // Made under another name and moved at the end: a half-made template is never used.
  const making = `${home}.${process.pid}`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const embedded = await startEmbeddedDatabase({ dataDir: making, log: pino({ level: 'silent' }) });
  try {
    await migrate(embedded.connection);
  } finally {
    await embedded.stop();
  }
  await rename(making, home).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster: its template is as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(making, { recursive: true, force: true });
  });
  await forgetOthers(cacheDir, home);
  return database;
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
