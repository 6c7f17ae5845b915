// A connection lent out for one statement that may be given up before its end: the caller went away, or enough was read.
import { connect } from 'node:net';
import { fail } from '@graticule/contract/errors';
import type pg from 'pg';
import type { Gone } from '../departure.ts';
import type { DatabaseHandle } from './database-handle.ts';
import { translateDatabaseError } from './errors.ts';

/** Most statements end sooner by themselves; only longer ones are worth a cancel request and a new connection. */
const GRACE_MS = 400;

/** The database for work whose result nobody wants any more once the signal comes. */
export function untilGone(database: DatabaseHandle, gone: Gone | undefined): DatabaseHandle {
  return gone === undefined ? database : { ...database, gone };
}

/**
 * Lends a connection. `stop` tells the database to give up the statement; the connection is not used again then, because
 * the request may reach the database after the statement has ended. The embedded database cannot stop what it has begun: there
 * only what still waits is given up.
 */
export async function withConnection<T>(
  database: DatabaseHandle,
  run: (client: pg.PoolClient, stop: () => void) => Promise<T>,
  pool = database.pool,
): Promise<T> {
  const { gone, engine } = database;
  if (gone?.aborted) throw fail('QUERY_TIMED_OUT');
  const client = await pool.connect().catch(translateDatabaseError);
  let spoilt = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (engine === 'embedded' || spoilt) return;
    spoilt = true;
    sendCancel(client);
  };
  const leave = (): void => {
    timer = setTimeout(() => {
      if (engine === 'postgres') return stop();
      spoilt = true;
      (client as unknown as Internals).connection.stream.destroy();
    }, GRACE_MS);
  };
  gone?.addEventListener('abort', leave, { once: true });
  try {
    if (gone?.aborted) throw fail('QUERY_TIMED_OUT');
    return await run(client, stop);
  } catch (error) {
    // After a wait that was given up the connection is still busy with the statement.
    if (error instanceof Error && error.message === 'Query read timeout') spoilt = true;
    if (gone?.aborted) throw fail('QUERY_TIMED_OUT', { cause: error });
    throw error;
  } finally {
    gone?.removeEventListener('abort', leave);
    clearTimeout(timer);
    client.release(spoilt);
  }
}

interface Internals {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
  connection: { stream: { destroy(): void } };
}

const CANCEL_REQUEST = 80_877_102;

/** PostgreSQL takes this request on a new connection, without a sign-in and without encryption. */
function sendCancel(client: pg.PoolClient): void {
  const { processID, secretKey, host, port } = client as unknown as Internals;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(CANCEL_REQUEST, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // Should it not arrive, the time limit of statements ends the work.
  socket.on('error', () => socket.destroy());
  socket.end(message);
  socket.unref();
}
