// Rows as PostgreSQL sends them in its binary form, read in place: no text, no objects, no copies.
// The driver decodes every field as text first, which loses the bytes of geometries, so its parser is told to hand rows over.
import { BinaryRow } from '@graticule/geo/convert/binary-row';
import pg from 'pg';
import { serialize } from 'pg-protocol/dist/serializer.js';
import type { DatabaseHandle } from './database-handle.ts';
import { withConnection } from './held-connection.ts';
import { runPrepared } from './prepared.ts';
import { MessageReader, type RowTaker, receivingSocket } from './received-messages.ts';

interface RawConnection extends pg.Connection, RowTaker {
  /** What statements that were prepared under a name give. */
  described: Map<string, readonly number[]>;
  knowsKeepPlan: boolean;
  parsedStatements: Record<string, string>;
}

class HandingConnection extends (pg.Connection as unknown as new (
  config: object,
) => RawConnection & { ssl: unknown; _emitMessage: boolean; attachListeners(stream: NodeJS.ReadableStream): void }) {
  override takeRow: RawConnection['takeRow'];
  override readonly described = new Map<string, readonly number[]>();
  override knowsKeepPlan = false;
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
  /** Once it comes often it is planned for no values in particular: only for statements whose best plan is the same for all of them. */
  keepsPlan?: boolean;
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

/** Values that are text for the database, or bytes; undefined when there are others, which the driver knows how to write. */
function wireValues(values: readonly unknown[]): (string | Buffer | null)[] | undefined {
  const written: (string | Buffer | null)[] = [];
  for (const value of values) {
    if (value === null || typeof value === 'string') written.push(value);
    else if (typeof value === 'number' || typeof value === 'boolean') written.push(String(value));
    else if (value instanceof Uint8Array) written.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    else return undefined;
  }
  return written;
}

/** What follows the values of a statement whose columns are known. */
const GO = Buffer.concat([serialize.execute({}), serialize.sync()]);
/** The setting holds for the statement behind it, because both are one transaction until the two are synchronised. */
const KEEP_PLAN = { name: 'keep_plan', text: `select set_config('plan_cache_mode', 'force_generic_plan', true)` };
const SAY_KEEP_PLAN = serialize.parse(KEEP_PLAN);
const ASK_KEEP_PLAN = Buffer.concat([serialize.bind({ statement: KEEP_PLAN.name }), serialize.execute({})]);

interface QueryInternals {
  name?: string;
  text: string;
  values: readonly unknown[];
  submit(connection: unknown): unknown;
  handleRowDescription(message: { fields: { dataTypeID: number }[] }): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
  handleReadyForQuery(connection: unknown): void;
  handleError(error: unknown, connection: unknown): void;
}

class RowsQuery extends (pg.Query as unknown as new (config: object, callback: (error: unknown) => void) => QueryInternals) {
  readonly receiver: RowReceiver;
  readonly query_timeout: number;
  readonly stop: () => void;
  readonly keepsPlan: boolean;
  failure: unknown;
  enough = false;
  /** What comes is the answer to the setting in front of the statement. */
  #isSetting = false;
  #described: RawConnection['described'] | undefined;

  constructor(
    { text, values, timeoutMs, keepsPlan = false }: RowsStatement,
    receiver: RowReceiver,
    { name, stop }: { name: string | undefined; stop: () => void },
    callback: (error: unknown) => void,
  ) {
    super({ text, values, binary: true, queryMode: 'extended', ...(name === undefined ? {} : { name }) }, callback);
    this.receiver = receiver;
    this.stop = stop;
    this.query_timeout = timeoutMs;
    this.keepsPlan = keepsPlan;
  }

  override submit(connection: RawConnection): unknown {
    connection.takeRow = (bytes, offset) => {
      if (this.failure !== undefined || this.enough || this.#isSetting) return;
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
    this.#described = connection.described;
    return this.#again(connection) ? null : super.submit(connection);
  }

  /** Asks in one piece, and not for the columns, what the connection has prepared and described before. */
  #again(connection: RawConnection): boolean {
    const { name, text } = this;
    if (name === undefined || connection.parsedStatements[name] !== text) return false;
    const columns = connection.described.get(name);
    const values = wireValues(this.values);
    if (columns === undefined || values === undefined) return false;
    this.#columns(columns);
    const setting = this.keepsPlan ? this.#setting(connection) : [];
    connection.stream.write(Buffer.concat([...setting, serialize.bind({ statement: name, values, binary: true }), GO]));
    return true;
  }

  #setting(connection: RawConnection): Buffer[] {
    this.#isSetting = true;
    if (connection.knowsKeepPlan) return [ASK_KEEP_PLAN];
    connection.knowsKeepPlan = true;
    return [SAY_KEEP_PLAN, ASK_KEEP_PLAN];
  }

  override handleCommandComplete(message: unknown, connection: RawConnection): void {
    if (this.#isSetting) this.#isSetting = false;
    else super.handleCommandComplete(message, connection);
  }

  #columns(oids: readonly number[]): void {
    try {
      this.receiver.columns?.(oids);
    } catch (error) {
      this.failure = error;
    }
  }

  override handleRowDescription(message: { fields: { dataTypeID: number }[] }): void {
    const columns = message.fields.map((field) => field.dataTypeID);
    if (this.name !== undefined) this.#described?.set(this.name, columns);
    this.#columns(columns);
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
