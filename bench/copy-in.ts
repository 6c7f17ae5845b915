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
