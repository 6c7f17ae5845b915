// Writes tables of the FlatBuffers encoding from their beginning to their end, aligned as checking readers want it.

/** The value of a field; a table's fields stand at their numbers. */
export type FlatValue =
  | { kind: 'byte' | 'short' | 'int' | 'double'; value: number }
  | { kind: 'long'; value: bigint }
  | { kind: 'text'; value: string }
  | { kind: 'bytes'; value: Uint8Array }
  | { kind: 'doubles' | 'uints'; value: readonly number[] | Float64Array }
  | { kind: 'table'; value: FlatFields }
  | { kind: 'tables'; value: readonly FlatFields[] };

/** The fields of a table by their numbers; those that are absent have the value for absent ones. */
export type FlatFields = Readonly<Record<number, FlatValue | undefined>>;

const WIDTH = { byte: 1, short: 2, int: 4, double: 8, long: 8 } as const;

/** The buffer with its length in front, as files of many buffers have it. Its memory is used again by the next call. */
export function sizePrefixed(fields: FlatFields): Uint8Array {
  writer.begin();
  writer.skip(4);
  const root = writer.skip(4);
  writer.pointTo(root, writer.table(fields));
  writer.align(8);
  const bytes = writer.bytes();
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, bytes.length - 4, true);
  return bytes;
}

/** A buffer that one large feature has made larger is given up. */
const KEPT_BYTES = 1 << 20;

class FlatWriter {
  private buffer = new Uint8Array(512);
  private view = new DataView(this.buffer.buffer);
  private at = 0;

  begin(): void {
    this.at = 0;
    if (this.buffer.length <= KEPT_BYTES) return;
    this.buffer = new Uint8Array(512);
    this.view = new DataView(this.buffer.buffer);
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.at);
  }

  /** Leaves empty room; gives its place. */
  skip(length: number): number {
    const place = this.at;
    this.at += length;
    this.buffer.fill(0, place, this.at);
    if (this.at > this.buffer.length) {
      const larger = new Uint8Array(Math.max(this.at, this.buffer.length * 2));
      larger.set(this.buffer);
      this.buffer = larger;
      this.view = new DataView(larger.buffer);
    }
    return place;
  }

  align(to: number, behind = 0): void {
    this.skip((to - ((this.at + behind) % to)) % to);
  }

  pointTo(place: number, target: number): void {
    this.view.setUint32(place, target - place, true);
  }

  /** Writes a table and what belongs to it; gives its place. */
  table(fields: FlatFields): number {
    const entries = Object.entries(fields).flatMap(([number, field]) => (field ? [{ number: Number(number), field }] : []));
    const slots = Math.max(-1, ...entries.map(({ number }) => number)) + 1;
    this.align(2);
    const list = this.skip(4 + slots * 2);
    // The largest values come first, so that each lies at a multiple of its own width.
    const placed = [...entries].sort((a, b) => widthOf(b.field) - widthOf(a.field));
    const wide = placed.length > 0 && widthOf(placed[0]?.field) === 8;
    if (wide) this.align(8, 4);
    else this.align(4);
    const table = this.skip(4);
    const rest: { place: number; field: FlatValue }[] = [];
    for (const { number, field } of placed) {
      const place = this.skip(widthOf(field));
      this.view.setUint16(list + 4 + number * 2, place - table, true);
      if (!this.scalar(place, field)) rest.push({ place, field });
    }
    this.view.setUint16(list, 4 + slots * 2, true);
    this.view.setUint16(list + 2, this.at - table, true);
    this.view.setInt32(table, table - list, true);
    for (const { place, field } of rest) this.pointTo(place, this.beyond(field));
    return table;
  }

  private scalar(place: number, field: FlatValue): boolean {
    const { view } = this;
    if (field.kind === 'byte') view.setUint8(place, field.value);
    else if (field.kind === 'short') view.setUint16(place, field.value, true);
    else if (field.kind === 'int') view.setInt32(place, field.value, true);
    else if (field.kind === 'double') view.setFloat64(place, field.value, true);
    else if (field.kind === 'long') view.setBigUint64(place, field.value, true);
    else return false;
    return true;
  }

  /** What a field points to; gives its place. */
  private beyond(field: FlatValue): number {
    switch (field.kind) {
      case 'table':
        return this.table(field.value);
      case 'tables': {
        this.align(4);
        const start = this.skip(4 + field.value.length * 4);
        this.view.setUint32(start, field.value.length, true);
        field.value.forEach((each, i) => {
          this.pointTo(start + 4 + i * 4, this.table(each));
        });
        return start;
      }
      case 'doubles':
      case 'uints': {
        const width = field.kind === 'doubles' ? 8 : 4;
        this.align(width, 4);
        const start = this.skip(4 + field.value.length * width);
        this.view.setUint32(start, field.value.length, true);
        for (let i = 0; i < field.value.length; i++) {
          if (width === 8) this.view.setFloat64(start + 4 + i * 8, field.value[i] ?? 0, true);
          else this.view.setUint32(start + 4 + i * 4, field.value[i] ?? 0, true);
        }
        return start;
      }
      default: {
        const bytes = field.kind === 'bytes' ? field.value : new TextEncoder().encode(String(field.value));
        this.align(4);
        // Texts end with a zero that their length does not count.
        const start = this.skip(4 + bytes.length + 1);
        this.view.setUint32(start, bytes.length, true);
        this.buffer.set(bytes, start + 4);
        return start;
      }
    }
  }
}

const writer = new FlatWriter();

function widthOf(field: FlatValue | undefined): number {
  return field !== undefined && field.kind in WIDTH ? WIDTH[field.kind as keyof typeof WIDTH] : 4;
}
