// Rows as PostgreSQL sends them in its binary form, read in place: no text, no objects, no copies.
// The driver decodes every field as text first, which loses the bytes of geometries, so its parser is told to hand rows over.
import type pg from 'pg';
import type { DatabaseHandle } from './database-handle.ts';
import { withConnection } from './held-connection.ts';
import { runPrepared } from './prepared.ts';
import { type RowReceiver, RowsQuery, type RowsStatement } from './rows-query.ts';

/** Runs a statement and hands over each row as it arrives. @throws what the database or the receiver says */
export async function receiveRows(database: DatabaseHandle, statement: RowsStatement, receiver: RowReceiver): Promise<void> {
  const pool = statement.keepsPlan ? database.kept : database.pool;
  const run = (client: pg.PoolClient, stop: () => void): Promise<void> =>
    runPrepared(
      { database, client, text: statement.text, pool },
      (name) =>
        new Promise<void>((resolve, reject) => {
          const query = new RowsQuery(statement, receiver, { name, stop }, (error) => {
            if (error) reject(error as Error);
            else resolve();
          });
          client.query(query as unknown as pg.Submittable);
        }),
    );
  await withConnection(database, run, pool);
}
