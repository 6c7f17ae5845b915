// COPY into a table in PostgreSQL's binary form. For external servers: the embedded engine's socket loses the protocol of COPY.
import { ByteWriter } from '@graticule/geo/convert/byte-writer';
import type pg from 'pg';
import type { DatabaseHandle } from './database-handle.ts';
import { translateDatabaseError } from './errors.ts';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const EPOCH_MS = 946_684_800_000;
const TWO_32 = 4294967296;

/** Collects rows in the form that COPY takes. */
export class CopyRows {
  private readonly out: ByteWriter;
  /** Rows collected. */
  count = 0;

  /** `room` is how many bytes are probably needed. */
  constructor(room = 1 << 16) {
    this.out = new ByteWriter(room);
    this.out.raw(SIGNATURE);
  }

  /** Bytes collected. */
  get size(): number {
    return this.out.length;
  }

  /** Begins anew in the same memory, once what it held was sent. */
  clear(): void {
    this.out.length = SIGNATURE.length;
    this.count = 0;
  }

  /** Takes over rows of another in an order of their own, which names them by their numbers; `starts` are the sizes that the other had before each. */
  takeInOrder(other: CopyRows, starts: readonly number[], order: Iterable<number>): void {
    this.out.reserve(other.size);
    for (const row of order) {
      const start = starts[row] as number;
      this.out.part(other.out.bytes, start, (starts[row + 1] ?? other.size) - start);
      this.count++;
    }
  }

  /** Begins a row of so many fields. */
  row(fields: number): void {
    this.short(fields);
    this.count++;
  }

  null(): void {
    this.int(-1);
  }

  int2(value: number): void {
    this.int(2);
    this.short(value);
  }

  int4(value: number): void {
    this.int(4);
    this.int(value);
  }

  int8(value: number): void {
    this.int(8);
    const high = Math.floor(value / TWO_32);
    this.int(high | 0);
    this.int((value - high * TWO_32) | 0);
  }

  bigint(value: bigint): void {
    this.int(8);
    this.out.reserve(8);
    this.out.view.setBigInt64(this.out.length, value);
    this.out.length += 8;
  }

  float4(value: number): void {
    this.int(4);
    this.out.reserve(4);
    this.out.view.setFloat32(this.out.length, value);
    this.out.length += 4;
  }

  float8(value: number): void {
    this.int(8);
    this.out.reserve(8);
    this.out.view.setFloat64(this.out.length, value);
    this.out.length += 8;
  }

  /** A timestamp without zone from milliseconds since 1970. */
  timestamp(ms: number): void {
    this.int8((ms - EPOCH_MS) * 1000);
  }

  text(value: string): void {
    const { out } = this;
    // UTF-8 takes at most three bytes for each unit of the string.
    out.reserve(4 + value.length * 3);
    const start = out.length + 4;
    let length = 0;
    for (; length < value.length; length++) {
      const code = value.charCodeAt(length);
      if (code > 127) break;
      out.bytes[start + length] = code;
    }
    if (length < value.length) length = Buffer.from(out.bytes.buffer, out.bytes.byteOffset).write(value, start, 'utf8');
    this.int(length);
    out.length += length;
  }

  /** A part of bytes that are UTF-8. */
  utf8(bytes: Uint8Array, start: number, end: number): void {
    this.int(end - start);
    this.out.part(bytes, start, end - start);
  }

  /** A point with a reference system. */
  point(x: number, y: number, srid: number): void {
    const { out } = this;
    this.int(25);
    out.reserve(25);
    const { length, view } = out;
    out.bytes[length] = 1;
    view.setUint32(length + 1, 0x20000001, true);
    view.setUint32(length + 5, srid, true);
    view.setFloat64(length + 9, x, true);
    view.setFloat64(length + 17, y, true);
    out.length += 25;
  }

  /** Sixteen random bytes as an id of version 4. */
  uuid(random: Uint8Array, start: number): void {
    const { out } = this;
    this.int(16);
    out.part(random, start, 16);
    const at = out.length - 16;
    out.bytes[at + 6] = ((out.bytes[at + 6] as number) & 0x0f) | 0x40;
    out.bytes[at + 8] = ((out.bytes[at + 8] as number) & 0x3f) | 0x80;
  }

  /** Bytes of a geometry in Web Mercator: little-endian WKB without a reference system gets it. */
  geometry(wkb: Uint8Array, srid: number): void {
    const { out } = this;
    this.int(wkb.length + 4);
    out.reserve(wkb.length + 4);
    const { bytes } = out;
    for (let i = 0; i < 5; i++) bytes[out.length + i] = wkb[i] as number;
    out.bytes[out.length + 4] = (wkb[4] as number) | 0x20;
    out.view.setUint32(out.length + 5, srid, true);
    // A part of a small array would move it out of the heap.
    if (wkb.length > 64) out.bytes.set(wkb.subarray(5), out.length + 9);
    else for (let i = 5; i < wkb.length; i++) bytes[out.length + 4 + i] = wkb[i] as number;
    out.length += wkb.length + 4;
  }

  /** A part of bytes that is such a geometry; gives where in `view` it was put. */
  shape(bytes: Uint8Array, start: number, end: number, srid: number): number {
    const { out } = this;
    this.int(end - start + 4);
    out.part(bytes, start, 5);
    const at = out.length - 5;
    out.bytes[at + 4] = (out.bytes[at + 4] as number) | 0x20;
    out.reserve(4);
    out.view.setUint32(at + 5, srid, true);
    out.length += 4;
    out.part(bytes, start + 5, end - start - 5);
    return at;
  }

  /** What was written, to change values where they are; valid until the next one is written. */
  get view(): DataView {
    return this.out.view;
  }

  /** The whole, with its end. */
  finish(): Buffer {
    this.short(-1);
    const { buffer, byteOffset, byteLength } = this.out.written();
    return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  }

  private short(value: number): void {
    this.out.reserve(2);
    this.out.view.setInt16(this.out.length, value);
    this.out.length += 2;
  }

  private int(value: number): void {
    this.out.reserve(4);
    this.out.view.setInt32(this.out.length, value);
    this.out.length += 4;
  }
}

interface CopyConnection {
  query(text: string): void;
  endCopyFrom(): void;
  stream: { cork(): void; write(bytes: Uint8Array): void; uncork(): void };
}

/** What the driver calls on a statement. */
class CopyStatement {
  private readonly text: string;
  private readonly bytes: Buffer;
  callback: (error: unknown) => void;
  private failure: unknown;

  constructor(text: string, bytes: Buffer, callback: (error: unknown) => void) {
    this.text = text;
    this.bytes = bytes;
    this.callback = callback;
  }

  submit(connection: CopyConnection): void {
    connection.query(this.text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    // The driver would copy every chunk into memory of its own; ours stays as it is until the statement has ended.
    const { stream } = connection;
    stream.cork();
    for (let at = 0; at < this.bytes.length; at += CHUNK) {
      const chunk = this.bytes.subarray(at, at + CHUNK);
      const head = Buffer.allocUnsafe(5);
      head[0] = COPY_DATA;
      head.writeInt32BE(chunk.length + 4, 1);
      stream.write(head);
      stream.write(chunk);
    }
    stream.uncork();
    connection.endCopyFrom();
  }

  handleError(error: unknown): void {
    this.failure = error;
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.failure === undefined) this.callback(undefined);
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}
}

const CHUNK = 1 << 18;
/** The letter of a message with data. */
const COPY_DATA = 0x64;

/** Runs `copy … from stdin with (format binary)`. @throws what the database says */
export async function copyIn(database: DatabaseHandle, table: string, columns: readonly string[], rows: CopyRows): Promise<void> {
  const text = `copy ${table} (${columns.join(', ')}) from stdin with (format binary)`;
  const client = await database.pool.connect().catch(translateDatabaseError);
  try {
    await new Promise<void>((resolve, reject) => {
      const statement = new CopyStatement(text, rows.finish(), (error) => (error === undefined ? resolve() : reject(error as Error)));
      client.query(statement as unknown as pg.Submittable);
    }).catch(translateDatabaseError);
  } finally {
    client.release();
  }
}
