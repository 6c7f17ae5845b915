// One table of a File Geodatabase: a file of rows, and a file that says where each row begins.
import { type ByteSource, FormatError } from './format-reader.ts';
import { GDB_KIND, GdbCursor, type GdbValue, readCell } from './gdb-cells.ts';
import { type GdbField, type GdbHeader, readGdbHeader } from './gdb-header.ts';

const HEADER = 40;
const MAX_HEADER = 16 * 1024 * 1024;
const MAX_ROW = 256 * 1024 * 1024;
/** Bytes that are read at once: rows usually lie one behind the other. */
const WINDOW = 256 * 1024;
const BLOCK = 1024;
/** Bytes of rows in a batch: geometries take many times as much once they are read. */
const BATCH_BYTES = 1024 * 1024;

/** A row: its number in the table, and its values in the order of the fields, without the number. */
export interface GdbRow {
  id: number;
  values: GdbValue[];
}

/** An opened table. `name` is what messages call the geodatabase. */
export class GdbTable {
  readonly header: GdbHeader;
  /** The fields of which rows have a value. */
  readonly fields: readonly GdbField[];
  private readonly rowsFile: ByteSource;
  private readonly indexFile: ByteSource;
  private readonly name: string;

  private constructor(
    files: { rows: ByteSource; index: ByteSource },
    header: GdbHeader,
    { name, wantsBytes }: { name: string; wantsBytes: boolean },
  ) {
    this.rowsFile = files.rows;
    this.indexFile = files.index;
    this.header = header;
    this.fields = header.fields.filter((field) => field.kind !== GDB_KIND.objectId).map((field) => ({ ...field, wantsBytes }));
    this.name = name;
  }

  /** With `wantsBytes` the bytes in fields are read, too. @throws FormatError when the header is damaged */
  static async open(rows: ByteSource, index: ByteSource, name: string, wantsBytes = false): Promise<GdbTable> {
    return told(name, async () => {
      const start = new GdbCursor(await rows.read(0, HEADER));
      const version = start.int32();
      if (version !== 3 && version !== 4) throw new RangeError('a version that is not known');
      start.at = 32;
      const at = Number(start.int64());
      if (!(at >= HEADER && at < rows.size)) throw new RangeError('the fields lie outside');
      const size = new GdbCursor(await rows.read(at, 4)).uint32();
      if (size > MAX_HEADER || at + 4 + size > rows.size) throw new RangeError('the fields end too early');
      return new GdbTable({ rows, index }, readGdbHeader(await rows.read(at + 4, size)), { name, wantsBytes });
    });
  }

  /** The rows in the order of their numbers, in batches that are smaller where rows are large. @throws FormatError where the table is damaged */
  async *rows(batchSize: number): AsyncGenerator<GdbRow[]> {
    const window = new Window(this.rowsFile);
    // Every row lies at a place of its own: together they are no longer than the file.
    let bytes = 0;
    let bytesBefore = 0;
    let batch: GdbRow[] = [];
    const nullables = this.fields.filter((field) => field.nullable).length;
    for await (const places of this.places()) {
      for (const { id, at } of places) {
        const row = await told(this.name, async () => {
          const length = new GdbCursor(await window.read(at, 4)).uint32();
          bytes += length + 4;
          if (length > MAX_ROW || bytes > this.rowsFile.size) throw new RangeError('rows lie on one another');
          return { id, values: this.values(await window.read(at + 4, length), nullables) };
        });
        batch.push(row);
        if (batch.length >= batchSize || bytes - bytesBefore >= BATCH_BYTES) {
          yield batch;
          batch = [];
          bytesBefore = bytes;
        }
      }
    }
    if (batch.length > 0) yield batch;
  }

  private values(bytes: Uint8Array, nullables: number): GdbValue[] {
    const cursor = new GdbCursor(bytes);
    const flags = cursor.take(Math.ceil(nullables / 8));
    let bit = 0;
    return this.fields.map((field) => {
      if (field.nullable) {
        const isNull = ((flags[bit >> 3] ?? 0) >> (bit & 7)) & 1;
        bit++;
        if (isNull === 1) return null;
      }
      return readCell(cursor, field);
    });
  }

  /** Where the rows begin, by number; rows that were deleted are passed over. */
  private async *places(): AsyncGenerator<{ id: number; at: number }[]> {
    const { blocks, width, present } = await told(this.name, () => this.readIndexHeader());
    for (let block = 0; block < blocks; block++) {
      const bytes = await told(this.name, async () => {
        const found = await this.indexFile.read(16 + block * BLOCK * width, BLOCK * width);
        if (found.length < BLOCK * width) throw new RangeError('the index ends too early');
        return found;
      });
      const first = (present?.[block] ?? block) * BLOCK + 1;
      const places: { id: number; at: number }[] = [];
      for (let i = 0; i < BLOCK; i++) {
        let at = 0;
        for (let byte = width - 1; byte >= 0; byte--) at = at * 256 + (bytes[i * width + byte] ?? 0);
        if (at > 0) places.push({ id: first + i, at });
      }
      yield places;
    }
  }

  private async readIndexHeader(): Promise<{ blocks: number; width: number; present: number[] | null }> {
    const start = new GdbCursor(await this.indexFile.read(0, 16));
    const version = start.int32();
    if (version !== 3 && version !== 4) throw new RangeError('a version that is not known');
    const blocks = version === 4 ? Number(start.int64()) : start.uint32();
    if (version === 3) start.skip(4);
    const width = start.uint32();
    const end = 16 + blocks * BLOCK * width;
    if (width < 4 || width > 6 || !(blocks >= 0 && end <= this.indexFile.size)) throw new RangeError('the index is too short');
    // Tables without deleted blocks have no list of those that are there.
    const present = version === 3 && blocks > 0 ? await this.readPresent(end, blocks) : null;
    return { blocks, width, present };
  }

  /** The numbers of the blocks that are there, where whole blocks of rows were deleted. */
  private async readPresent(at: number, blocks: number): Promise<number[] | null> {
    const trailer = new GdbCursor(await this.indexFile.read(at, 16));
    if (trailer.left < 16 || trailer.uint32() === 0) return null;
    const bits = trailer.uint32();
    const size = Math.ceil(bits / 8);
    if (at + 16 + size > this.indexFile.size || size > MAX_HEADER) throw new RangeError('the index is too short');
    const map = await this.indexFile.read(at + 16, size);
    const present: number[] = [];
    for (let bit = 0; bit < bits && present.length < blocks; bit++) if (((map[bit >> 3] ?? 0) >> (bit & 7)) & 1) present.push(bit);
    return present;
  }
}

/** Reads ahead, so that rows that lie together cost one read. */
class Window {
  private readonly file: ByteSource;
  private bytes = new Uint8Array(0);
  private start = 0;

  constructor(file: ByteSource) {
    this.file = file;
  }

  /** @throws RangeError beyond the end of the file */
  async read(at: number, length: number): Promise<Uint8Array> {
    if (at + length > this.file.size) throw new RangeError('a row lies outside of the file');
    if (at < this.start || at + length > this.start + this.bytes.length) {
      this.bytes = new Uint8Array(await this.file.read(at, Math.max(length, WINDOW)));
      this.start = at;
    }
    return this.bytes.subarray(at - this.start, at - this.start + length);
  }
}

/** Whatever damaged bytes lead to becomes one clear error. */
async function told<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof TypeError) throw new FormatError('gdb-damaged', { file }, { cause });
    throw cause;
  }
}
