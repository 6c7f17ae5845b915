// The embedded engine, PGlite with PostGIS, behind a Unix socket.
import { fsyncSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { keepExchangesWhole } from './embedded-exchanges.ts';
import { leanPostgis } from './lean-postgis.ts';

/**
 * As the library's own, without `-F`, which would turn every flush to disk off.
 * NOTE: the library's `fdatasync` does nothing at all, whatever its file system offers; only `fsync` reaches it.
 */
const START_PARAMS = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];

/** Connections of a killed portal may never be seen to close. */
const LONGEST_FAREWELL_MS = 1_000;

/**
 * Opens the database of a folder and answers at the socket of another; resolves with what closes both.
 * @param settings of the server by name, where it shall have others than its own
 */
export async function openEmbeddedEngine(
  dataDir: string,
  socketDir: string,
  settings: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const db = await PGlite.create({
    dataDir,
    extensions: { postgis: leanPostgis, pg_trgm, btree_gin },
    startParams: [...START_PARAMS, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    relaxedDurability: false,
  });
  giveFsync(db);

  mkdirSync(socketDir, { recursive: true });
  const path = join(socketDir, '.s.PGSQL.5432');
  rmSync(path, { force: true });
  const server = new PGLiteSocketServer({ db, path, maxConnections: 24 });
  keepExchangesWhole(server, db, () => {
    console.error('embedded database: its stack is worn; it is started again');
    process.exit(1);
  });
  await server.start();
  return async () => {
    await Promise.race([server.stop(), new Promise((resolve) => setTimeout(resolve, LONGEST_FAREWELL_MS))]);
    await db.close();
  };
}

/** The socket library leaves errors of client connections unhandled: one reset connection would end the process, or the thread. */
export function outliveLostClients(): void {
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
    console.error('embedded database:', error);
    process.exit(1);
  });
}

/** The library's file system answers "done" to fsync without doing it: hand the call to the operating system. */
function giveFsync(database: PGlite): void {
  interface NodeStream {
    nfd?: number;
  }
  const module = database.Module as unknown as { FS?: { filesystems?: { NODEFS?: { stream_ops?: Record<string, unknown> } } } };
  const operations = module.FS?.filesystems?.NODEFS?.stream_ops;
  if (operations === undefined) throw new Error('The embedded database has no file system to flush.');
  operations.fsync = (stream: NodeStream): number => {
    if (stream.nfd !== undefined) fsyncSync(stream.nfd);
    return 0;
  };
}
