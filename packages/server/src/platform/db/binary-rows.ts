// Rows as PostgreSQL sends them in its binary form, read in place: no text, no objects, no copies.
// The driver decodes every field as text first, which loses the bytes of geometries, so its parser is told to hand rows over.
import { BinaryRow } from '@graticule/geo/convert/binary-row';
import pg from 'pg';
import type { DatabaseHandle } from './database-handle.ts';
import { withConnection } from './held-connection.ts';
import { runPrepared } from './prepared.ts';
import { MessageReader, type RowTaker, receivingSocket } from './received-messages.ts';

interface RawConnection extends pg.Connection, RowTaker {}

class HandingConnection extends (pg.Connection as unknown as new (
  config: object,
) => RawConnection & { ssl: unknown; _emitMessage: boolean; attachListeners(stream: NodeJS.ReadableStream): void }) {
  override takeRow: RawConnection['takeRow'];
  readonly #reader: MessageReader;

  constructor(config: { ssl: unknown; keepAlive: boolean }) {
    // What comes encrypted goes through a stream of its own.
    super(config.ssl ? config : { ...config, stream: receivingSocket((bytes, length) => this.#receive(bytes, length)) });
    this.#reader = new MessageReader(this);
  }

  override attachListeners(stream: NodeJS.ReadableStream): void {
    if (this.ssl) stream.on('data', (bytes: Buffer) => this.#receive(bytes, bytes.length));
  }

  // As the driver's own.
  #receive(bytes: Buffer, length: number): void {
    this.#reader.receive(bytes, length, (message) => {
      if (this._emitMessage) this.emit('message', message);
      this.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    });
  }
}

/** The client of our pools: the driver's, able to hand over rows. */
export class HandingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    const { ssl = false, keepAlive = false } = config ?? {};
    super({ ...config, connection: new HandingConnection({ ssl, keepAlive }) } as pg.ClientConfig);
  }
}

interface RowsStatement {
  text: string;
  values: readonly unknown[];
  timeoutMs: number;
}

/** Says that no more rows are wanted. */
export const STOP = 'stop';

/** What receives rows: first the types of the columns, then each row. */
export interface RowReceiver {
  columns?(oids: readonly number[]): void;
  /** Gives `STOP` when no more rows are wanted. */
  row(row: BinaryRow): typeof STOP | undefined;
}

const row = new BinaryRow();

interface QueryInternals {
  submit(connection: unknown): unknown;
  handleRowDescription(message: { fields: { dataTypeID: number }[] }): void;
  handleReadyForQuery(connection: unknown): void;
  handleError(error: unknown, connection: unknown): void;
}

class RowsQuery extends (pg.Query as unknown as new (config: object, callback: (error: unknown) => void) => QueryInternals) {
  readonly receiver: RowReceiver;
  readonly query_timeout: number;
  readonly stop: () => void;
  failure: unknown;
  enough = false;

  constructor(
    { text, values, timeoutMs }: RowsStatement,
    receiver: RowReceiver,
    { name, stop }: { name: string | undefined; stop: () => void },
    callback: (error: unknown) => void,
  ) {
    super({ text, values, binary: true, queryMode: 'extended', ...(name === undefined ? {} : { name }) }, callback);
    this.receiver = receiver;
    this.stop = stop;
    this.query_timeout = timeoutMs;
  }

  override submit(connection: RawConnection): unknown {
    connection.takeRow = (bytes, offset) => {
      if (this.failure !== undefined || this.enough) return;
      try {
        row.point(bytes, offset);
        if (this.receiver.row(row) !== STOP) return;
        this.enough = true;
        this.stop();
      } catch (error) {
        // Thrown here it would end the process; the rest of the rows is read past.
        this.failure = error;
      }
    };
    return super.submit(connection);
  }

  override handleRowDescription(message: { fields: { dataTypeID: number }[] }): void {
    try {
      this.receiver.columns?.(message.fields.map((field) => field.dataTypeID));
    } catch (error) {
      this.failure = error;
    }
  }

  override handleReadyForQuery(connection: RawConnection): void {
    connection.takeRow = undefined;
    if (this.failure === undefined) super.handleReadyForQuery(connection);
    else super.handleError(this.failure, connection);
  }

  override handleError(error: unknown, connection: RawConnection): void {
    connection.takeRow = undefined;
    super.handleError(error, connection);
  }
}

/** Runs a statement and hands over each row as it arrives. @throws what the database or the receiver says */
export async function receiveRows(database: DatabaseHandle, statement: RowsStatement, receiver: RowReceiver): Promise<void> {
  await withConnection(database, (client, stop) =>
    runPrepared(
      { database, client, text: statement.text },
      (name) =>
        new Promise<void>((resolve, reject) => {
          const query = new RowsQuery(statement, receiver, { name, stop }, (error) => {
            if (error && !query.enough) reject(error as Error);
            else resolve();
          });
          client.query(query as unknown as pg.Submittable);
        }),
    ),
  );
}
