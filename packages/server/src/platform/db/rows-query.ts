// A statement whose rows are handed over as they arrive.
import { BinaryRow } from '@graticule/geo/convert/binary-row';
import { serialize } from 'pg-protocol/dist/serializer.js';
import type { RawConnection } from './handing-client.ts';
import { wireValue } from './wire-values.ts';

/** A statement for `receiveRows`. */
export interface RowsStatement {
  text: string;
  values: readonly unknown[];
  timeoutMs: number;
  /** It is planned once for each connection, for no values in particular: only for statements whose best plan is the same for all of them. */
  keepsPlan?: boolean;
  /** Its columns come as text instead of in binary form. */
  isText?: boolean;
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

/** What follows the values of a statement whose columns are known. */
const GO = Buffer.concat([serialize.execute({}), serialize.sync()]);
const DESCRIBE = serialize.describe({ type: 'P' });

/** The driver's client treats it as one of its own queries. */
export class RowsQuery {
  /** The driver notes under the name what a connection has prepared. */
  readonly name: string | undefined;
  readonly text: string;
  /** The driver watches the time by itself, and puts its own function here. */
  readonly query_timeout: number;
  callback: (error: unknown) => void;
  readonly #statement: RowsStatement;
  readonly #receiver: RowReceiver;
  readonly #stop: () => void;
  #failure: unknown;
  #isEnough = false;
  #described: RawConnection['described'] | undefined;

  /** `done` is told what the database or the receiver has against it; nothing when enough was received. */
  constructor(
    statement: RowsStatement,
    receiver: RowReceiver,
    { name, stop }: { name: string | undefined; stop: () => void },
    done: (error: unknown) => void,
  ) {
    this.name = name;
    this.text = statement.text;
    this.query_timeout = statement.timeoutMs;
    this.callback = (error) => done(this.#isEnough ? null : error);
    this.#statement = statement;
    this.#receiver = receiver;
    this.#stop = stop;
  }

  submit(connection: RawConnection): unknown {
    connection.takeRow = (bytes, offset) => this.#take(bytes, offset);
    this.#described = connection.described;
    try {
      connection.stream.write(Buffer.concat(this.#messages(connection)));
      return null;
    } catch (error) {
      return error;
    }
  }

  #take(bytes: Buffer, offset: number): void {
    if (this.#failure !== undefined || this.#isEnough) return;
    try {
      row.point(bytes, offset);
      if (this.#receiver.row(row) !== STOP) return;
      this.#isEnough = true;
      this.#stop();
    } catch (error) {
      // Thrown here it would end the process; the rest of the rows is read past.
      this.#failure = error;
    }
  }

  /** All in one piece, without a question for the columns where the connection has prepared and described the statement before. */
  #messages(connection: RawConnection): Uint8Array[] {
    const { text, values, isText = false } = this.#statement;
    const name = this.name ?? '';
    const isPrepared = name !== '' && connection.parsedStatements[name] === text;
    const columns = isPrepared ? connection.described.get(name) : undefined;
    const bound = serialize.bind({ statement: name, values: values.map(wireValue), binary: !isText });
    if (columns === undefined) return isPrepared ? [bound, DESCRIBE, GO] : [serialize.parse({ name, text }), bound, DESCRIBE, GO];
    this.#columns(columns);
    return [bound, GO];
  }

  #columns(oids: readonly number[]): void {
    try {
      this.#receiver.columns?.(oids);
    } catch (error) {
      this.#failure = error;
    }
  }

  handleRowDescription({ fields }: { fields: readonly { dataTypeID: number }[] }): void {
    const columns = fields.map((field) => field.dataTypeID);
    if (this.name !== undefined) this.#described?.set(this.name, columns);
    this.#columns(columns);
  }

  handleCommandComplete(): void {
    // The answer counts when the statement has committed.
  }

  handleReadyForQuery(connection: RawConnection): void {
    connection.takeRow = undefined;
    this.callback(this.#failure ?? null);
  }

  handleError(error: unknown, connection: RawConnection): void {
    connection.takeRow = undefined;
    this.callback(error);
  }
}
