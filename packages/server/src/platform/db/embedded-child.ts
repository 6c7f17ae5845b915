// The embedded database: PGlite with PostGIS in a process of its own, behind a Unix socket.
// Started by embedded.ts with: folder of the data, folder of the socket.
import { fsyncSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { postgis } from '@electric-sql/pglite-postgis';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { keepExchangesWhole } from './embedded-exchanges.ts';
import { ownFolder } from './folder-owner.ts';

const [dataDir, socketDir] = process.argv.slice(2);
if (dataDir === undefined || socketDir === undefined) throw new Error('Give the data folder and the socket folder.');

// The socket library leaves errors of client connections unhandled: one reset connection would end the process.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
  console.error('embedded database:', error);
  process.exit(1);
});

/**
 * As the library's own, without `-F`, which would turn every flush to disk off.
 * NOTE: the library's `fdatasync` does nothing at all, whatever its file system offers; only `fsync` reaches it.
 */
const START_PARAMS = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];

const owner = await ownFolder(dataDir);
const db = await PGlite.create({
  dataDir,
  extensions: { postgis, pg_trgm, btree_gin },
  startParams: START_PARAMS,
  relaxedDurability: false,
});
giveFsync(db);

mkdirSync(socketDir, { recursive: true });
const path = join(socketDir, '.s.PGSQL.5432');
rmSync(path, { force: true });
const server = new PGLiteSocketServer({ db, path, maxConnections: 24 });
keepExchangesWhole(server, db);
await server.start();
process.send?.({ ready: true });
// The parent asks now and then whether statements still come to an end: one statement occupies the whole process.
process.on('message', () => process.send?.({ alive: true }));

let stopping = false;
const stop = async (): Promise<void> => {
  if (stopping) return;
  stopping = true;
  await server.stop();
  await db.close();
  owner.release();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => undefined); // The parent decides; a Ctrl-C reaches the whole process group.
// The channel closes when the parent is gone, killed or not: without a parent nobody can use the socket.
process.on('disconnect', () => void stop());
if (!process.connected) void stop(); // It went while the database was starting.

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
