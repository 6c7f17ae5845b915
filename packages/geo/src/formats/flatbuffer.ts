// Reads tables of the FlatBuffers encoding by the numbers of their fields, within the bounds of the bytes.
const TEXT = new TextDecoder();

/** A table; fields that are absent give the value for absent ones. */
export class FlatTable {
  private readonly view: DataView;
  private readonly at: number;
  private readonly fields: number;
  private readonly fieldsSize: number;

  constructor(view: DataView, at: number) {
    this.view = view;
    this.at = at;
    this.fields = at - view.getInt32(at, true);
    this.fieldsSize = view.getUint16(this.fields, true);
  }

  /** The outermost table of a buffer. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return new FlatTable(view, view.getUint32(0, true));
  }

  private place(field: number): number {
    const slot = 4 + field * 2;
    const offset = slot < this.fieldsSize ? this.view.getUint16(this.fields + slot, true) : 0;
    return offset === 0 ? 0 : this.at + offset;
  }

  byte(field: number, absent = 0): number {
    const at = this.place(field);
    return at === 0 ? absent : this.view.getUint8(at);
  }

  short(field: number, absent = 0): number {
    const at = this.place(field);
    return at === 0 ? absent : this.view.getUint16(at, true);
  }

  int(field: number, absent = 0): number {
    const at = this.place(field);
    return at === 0 ? absent : this.view.getInt32(at, true);
  }

  long(field: number): number {
    const at = this.place(field);
    return at === 0 ? 0 : Number(this.view.getBigUint64(at, true));
  }

  text(field: number): string | null {
    const bytes = this.bytes(field);
    return bytes === null ? null : TEXT.decode(bytes);
  }

  table(field: number): FlatTable | null {
    const at = this.place(field);
    return at === 0 ? null : new FlatTable(this.view, at + this.view.getUint32(at, true));
  }

  tables(field: number): FlatTable[] {
    const { start, length } = this.list(field, 4);
    return Array.from({ length }, (_, i) => {
      const at = start + i * 4;
      return new FlatTable(this.view, at + this.view.getUint32(at, true));
    });
  }

  bytes(field: number): Uint8Array | null {
    if (this.place(field) === 0) return null;
    const { start, length } = this.list(field, 1);
    return new Uint8Array(this.view.buffer, this.view.byteOffset + start, length);
  }

  doubles(field: number): number[] {
    const { start, length } = this.list(field, 8);
    return Array.from({ length }, (_, i) => this.view.getFloat64(start + i * 8, true));
  }

  uints(field: number): number[] {
    const { start, length } = this.list(field, 4);
    return Array.from({ length }, (_, i) => this.view.getUint32(start + i * 4, true));
  }

  /** Lengths are checked before anything of that size is made. */
  private list(field: number, size: number): { start: number; length: number } {
    const at = this.place(field);
    if (at === 0) return { start: 0, length: 0 };
    const start = at + this.view.getUint32(at, true);
    const length = this.view.getUint32(start, true);
    if (start + 4 + length * size > this.view.byteLength) throw new RangeError('a list is longer than its feature');
    return { start: start + 4, length };
  }
}
