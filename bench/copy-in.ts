// COPY into a table over a plain client: rows flow as fast as the database takes them.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** The parts of a client's connection that COPY needs. */
interface CopyConnection {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** One value in the text form of COPY. */
export function copyValue(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  return String(value).replace(/[\\\n\r\t]/g, (c) => (c === '\\' ? '\\\\' : c === '\n' ? '\\n' : c === '\r' ? '\\r' : '\\t'));
}

/** An array in the text form of the database. */
export function arrayText(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

/** Runs `copy … from stdin` with lines that end in a line feed. @throws Error what the database refuses */
export function copyIn(client: pg.Client, statement: string, lines: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const send = async (connection: CopyConnection): Promise<void> => {
      let portion = '';
      for (const line of lines) {
        portion += line;
        if (portion.length < 1 << 18) continue;
        connection.sendCopyFromChunk(Buffer.from(portion));
        portion = '';
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        if (failure !== undefined) return;
      }
      connection.sendCopyFromChunk(Buffer.from(portion));
      connection.endCopyFrom();
    };
    const submittable = {
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => {
        send(connection).catch((error: Error) => connection.sendCopyFail(error.message));
      },
      handleError: (error: Error) => {
        failure = error;
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => (failure === undefined ? resolve() : reject(failure)),
    };
    client.query(submittable as unknown as pg.Submittable);
  });
}

/** Rows that are written by one statement where COPY is not understood. */
const ROWS_AT_ONCE = 500;

/** Fills a table: by COPY, or by statements with many rows on the embedded engine, which has no COPY over its socket. */
export async function fillTable(
  client: pg.Client,
  { table, columns, copies }: { table: string; columns: readonly string[]; copies: boolean },
  rows: Iterable<readonly (string | number | boolean | null)[]>,
): Promise<void> {
  if (copies) return copyIn(client, `copy ${table} (${columns.join(', ')}) from stdin`, linesOf(rows));
  const write = async (batch: readonly (readonly unknown[])[]): Promise<void> => {
    const places = batch.map((row, at) => `(${row.map((_, column) => `$${at * columns.length + column + 1}`).join(', ')})`);
    await client.query(`insert into ${table} (${columns.join(', ')}) values ${places.join(', ')}`, batch.flat());
  };
  let batch: (readonly unknown[])[] = [];
  for (const row of rows)
    if (batch.push(row) === ROWS_AT_ONCE) {
      await write(batch);
      batch = [];
    }
  if (batch.length > 0) await write(batch);
}

function* linesOf(rows: Iterable<readonly (string | number | boolean | null)[]>): Generator<string> {
  for (const row of rows) yield `${row.map(copyValue).join('\t')}\n`;
}
