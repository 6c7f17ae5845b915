// The embedded database: PGlite with PostGIS in a process of its own, behind a Unix socket.
// Started by embedded.ts with: folder of the data, folder of the socket.
import { fsyncSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { keepExchangesWhole } from './embedded-exchanges.ts';
import { ownFolder } from './folder-owner.ts';
import { leanPostgis } from './lean-postgis.ts';

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

/** A database that has lost its portal is of use to nobody and in the way of the next one. */
const LONGEST_END_MS = 8_000;
/** Connections of a killed portal may never be seen to close. */
const LONGEST_FAREWELL_MS = 1_000;

let ending = (): Promise<void> => Promise.resolve();
let stopping = false;
const stop = async (): Promise<void> => {
  if (stopping) return;
  stopping = true;
  // Everything acknowledged is on the disk already: what follows is only kinder to the next start.
  setTimeout(() => {
    console.error('embedded database: not closed in time, ended as it was');
    process.exit(1);
  }, LONGEST_END_MS);
  await ending();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => undefined); // The parent decides; a Ctrl-C reaches the whole process group.
// The channel closes when the parent is gone, killed or not: without a parent nobody can use the socket.
process.on('disconnect', () => void stop());
if (!process.connected) await stop(); // It went before this line.

const owner = await ownFolder(dataDir);
ending = async () => owner.release();
const db = await PGlite.create({
  dataDir,
  extensions: { postgis: leanPostgis, pg_trgm, btree_gin },
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
ending = async () => {
  await Promise.race([server.stop(), new Promise((resolve) => setTimeout(resolve, LONGEST_FAREWELL_MS))]);
  await db.close();
  owner.release();
};
process.send?.({ ready: true });
// The parent asks now and then whether statements still come to an end: one statement occupies the whole process.
process.on('message', () => process.send?.({ alive: true }));

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
