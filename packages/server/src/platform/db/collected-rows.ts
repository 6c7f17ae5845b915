// Rows of a statement as lists of values, collected up to a number of bytes.
import pg from 'pg';
import type { DatabaseHandle } from './database-handle.ts';
import { withConnection } from './held-connection.ts';
import { runPrepared } from './prepared.ts';

/** A statement for `collectRows`. */
export interface CollectedStatement {
  text: string;
  values: readonly unknown[];
  timeoutMs: number;
  /** Rows are taken until they have so many bytes; the first is always taken. */
  mostBytes: number;
}

/** A row as a list of values, which is cheaper than an object. */
export type CollectedRow = unknown[];

interface QueryInternals {
  _result: { rows: CollectedRow[] };
  submit(connection: unknown): unknown;
  handleDataRow(message: { length: number }): void;
  handleError(error: unknown, connection: unknown): void;
  handleReadyForQuery(connection: unknown): void;
}

type Done = (error: unknown) => void;

class CollectingQuery extends (pg.Query as unknown as new (config: object, callback: Done) => QueryInternals) {
  readonly query_timeout: number;
  readonly mostBytes: number;
  readonly stop: () => void;
  bytes = 0;
  cut = false;

  constructor(statement: CollectedStatement, { name, stop }: { name: string | undefined; stop: () => void }, callback: Done) {
    const { text, values } = statement;
    super({ text, values, rowMode: 'array', ...(name === undefined ? {} : { name }) }, callback);
    this.query_timeout = statement.timeoutMs;
    this.mostBytes = statement.mostBytes;
    this.stop = stop;
  }

  override handleDataRow(message: { length: number }): void {
    if (this.cut) return;
    if (this.bytes > 0 && this.bytes + message.length > this.mostBytes) {
      this.cut = true;
      this.stop();
      return;
    }
    this.bytes += message.length;
    super.handleDataRow(message);
  }

  collected(): CollectedRow[] {
    return this._result.rows;
  }
}

/** Runs a statement; `cut` says that there were more rows than were taken. @throws what the database says */
export async function collectRows(
  database: DatabaseHandle,
  statement: CollectedStatement,
): Promise<{ rows: CollectedRow[]; cut: boolean }> {
  return withConnection(database, (client, stop) =>
    runPrepared(
      { database, client, text: statement.text },
      (name) =>
        new Promise((resolve, reject) => {
          const query = new CollectingQuery(statement, { name, stop }, (error) => {
            if (error && !query.cut) reject(error as Error);
            else resolve({ rows: query.collected(), cut: query.cut });
          });
          client.query(query as unknown as pg.Submittable);
        }),
    ),
  );
}
