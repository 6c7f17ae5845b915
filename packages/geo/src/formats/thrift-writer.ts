// Thrift's compact protocol, in which Parquet says what its pages hold.
import { ByteWriter } from '../convert/byte-writer.ts';

const TRUE = 1;
const FALSE = 2;
const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;
const encoder = new TextEncoder();

/** Appends fields by their numbers, which rise within a struct; numbers lie within 52 bits. */
export class ThriftWriter {
  readonly out: ByteWriter;
  private last = 0;
  private readonly outer: number[] = [];

  constructor(out: ByteWriter = new ByteWriter()) {
    this.out = out;
  }

  /** Begins a struct that is an element of a list or the whole message. */
  begin(): void {
    this.outer.push(this.last);
    this.last = 0;
  }

  end(): void {
    this.out.varint(0);
    this.last = this.outer.pop() ?? 0;
  }

  struct(id: number): void {
    this.field(id, STRUCT);
    this.begin();
  }

  int(id: number, value: number): void {
    this.field(id, I32);
    this.out.zigzag(value);
  }

  long(id: number, value: number): void {
    this.field(id, I64);
    this.out.zigzag(value);
  }

  flag(id: number, value: boolean): void {
    this.field(id, value ? TRUE : FALSE);
  }

  text(id: number, value: string): void {
    this.bytes(id, encoder.encode(value));
  }

  bytes(id: number, value: Uint8Array): void {
    this.field(id, BINARY);
    this.out.varint(value.length);
    this.out.raw(value);
  }

  /** Begins a list of structs; each is begun and ended. */
  structs(id: number, count: number): void {
    this.list(id, STRUCT, count);
  }

  ints(id: number, values: readonly number[]): void {
    this.list(id, I32, values.length);
    for (const value of values) this.out.zigzag(value);
  }

  texts(id: number, values: readonly string[]): void {
    this.list(id, BINARY, values.length);
    for (const value of values) this.out.text(value);
  }

  private list(id: number, type: number, count: number): void {
    this.field(id, LIST);
    // Short lists say their length beside the type.
    this.byte((Math.min(count, 15) << 4) | type);
    if (count >= 15) this.out.varint(count);
  }

  private field(id: number, type: number): void {
    const step = id - this.last;
    this.last = id;
    if (step <= 15) this.byte((step << 4) | type);
    else {
      // A number that is further on stands by itself.
      this.byte(type);
      this.out.zigzag(id);
    }
  }

  private byte(value: number): void {
    this.out.reserve(1);
    this.out.bytes[this.out.length++] = value;
  }
}
