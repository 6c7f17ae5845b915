// The file that Parquet's columns are written into: pages, and behind them what each group of rows holds.
import { ByteWriter } from '../convert/byte-writer.ts';
import { type ParquetColumn, PHYSICAL, type PhysicalType } from './parquet-column.ts';
import { Dictionary } from './parquet-dictionary.ts';
import { bitsFor, writeRuns } from './parquet-runs.ts';
import { writeSnappy } from './snappy.ts';
import { ThriftWriter } from './thrift-writer.ts';

const MAGIC = Uint8Array.of(0x50, 0x41, 0x52, 0x31);
const FORMAT_VERSION = 2;
const OPTIONAL = 1;
const SNAPPY = 1;
const DICTIONARY_PAGE = 2;
const DATA_PAGE_V2 = 3;
const PLAIN = 0;
const RLE_DICTIONARY = 8;
/** Numbers of the types that columns had in the first version of the format. */
const CONVERTED = { UTF8: 0, DATE: 6, TIMESTAMP_MILLIS: 9, INT_16: 16 } as const;

/** A column as the footer describes it. */
export interface ParquetField {
  name: string;
  type: PhysicalType;
  converted?: keyof typeof CONVERTED;
  /** A time of day in milliseconds, of no zone. */
  isTime?: boolean;
  /** Its values hardly come twice and have no order: nothing is looked for in them. */
  isUnique?: boolean;
}

/** Where a page stands and what it took. */
interface Sizes {
  plain: number;
  packed: number;
}

/** Writes groups of rows one after another; only a few bytes of each stay for the footer. */
export class ParquetFile {
  private readonly fields: readonly ParquetField[];
  private readonly out = new ByteWriter(1 << 16);
  /** Bytes that were taken before those in `out`. */
  private taken = 0;
  private rows = 0;
  private groups = 0;
  private readonly notes = new ThriftWriter();
  private readonly page = new ByteWriter();
  private readonly packed = new ByteWriter();
  private readonly dictionary: Dictionary;

  constructor(fields: readonly ParquetField[], rowsOfGroup: number) {
    this.fields = fields;
    this.dictionary = new Dictionary(rowsOfGroup);
    this.out.raw(MAGIC);
  }

  /** Writes a group of rows; the columns are as the fields are. */
  group(columns: readonly ParquetColumn[]): void {
    const { notes } = this;
    const rows = columns[0]?.rows ?? 0;
    const all: Sizes = { plain: 0, packed: 0 };
    notes.begin();
    notes.structs(1, columns.length);
    columns.forEach((column, i) => {
      const { plain, packed } = this.chunk(column, this.fields[i] as ParquetField);
      all.plain += plain;
      all.packed += packed;
    });
    notes.long(2, all.plain);
    notes.long(3, rows);
    notes.long(6, all.packed);
    notes.end();
    this.rows += rows;
    this.groups++;
  }

  /** The bytes since the last call. */
  take(): Uint8Array {
    const piece = this.out.written().slice();
    this.taken += piece.length;
    this.out.length = 0;
    return piece;
  }

  /** Writes the footer with words of ours behind their keys. */
  finish(words: readonly { key: string; value: string }[]): void {
    const begin = this.place();
    const footer = new ThriftWriter(this.out);
    footer.begin();
    footer.int(1, FORMAT_VERSION);
    this.schema(footer);
    footer.long(3, this.rows);
    footer.structs(4, this.groups);
    this.out.raw(this.notes.out.written());
    footer.structs(5, words.length);
    for (const { key, value } of words) {
      footer.begin();
      footer.text(1, key);
      footer.text(2, value);
      footer.end();
    }
    footer.text(6, 'Graticule');
    // Bounds are in the order of the types.
    footer.structs(7, this.fields.length);
    for (const _ of this.fields) {
      footer.begin();
      footer.struct(1);
      footer.end();
      footer.end();
    }
    footer.end();
    this.out.reserve(4);
    this.out.view.setUint32(this.out.length, this.place() - begin, true);
    this.out.length += 4;
    this.out.raw(MAGIC);
  }

  private schema(footer: ThriftWriter): void {
    footer.structs(2, this.fields.length + 1);
    footer.begin();
    footer.text(4, 'schema');
    footer.int(5, this.fields.length);
    footer.end();
    for (const { name, type, converted, isTime } of this.fields) {
      footer.begin();
      footer.int(1, PHYSICAL[type].number);
      footer.int(3, OPTIONAL);
      footer.text(4, name);
      if (converted !== undefined) footer.int(6, CONVERTED[converted]);
      if (isTime) {
        footer.struct(10);
        footer.struct(7);
        footer.flag(1, false);
        footer.struct(2);
        footer.struct(1);
        for (let level = 0; level < 4; level++) footer.end();
      }
      footer.end();
    }
  }

  private place(): number {
    return this.taken + this.out.length;
  }

  /** The pages of a column and its notes. */
  private chunk(column: ParquetColumn, field: ParquetField): Sizes {
    const begin = this.place();
    const isNumbered = !field.isUnique && column.count > 1 && this.dictionary.read(column);
    const sizes: Sizes = { plain: 0, packed: 0 };
    if (isNumbered) add(sizes, this.dictionaryPage());
    const data = this.place();
    add(sizes, this.dataPage(column, isNumbered));
    const { notes } = this;
    notes.begin();
    notes.long(2, begin);
    notes.struct(3);
    notes.int(1, PHYSICAL[field.type].number);
    notes.ints(2, isNumbered ? [PLAIN, RLE_DICTIONARY] : [PLAIN]);
    notes.texts(3, [field.name]);
    notes.int(4, SNAPPY);
    notes.long(5, column.rows);
    notes.long(6, sizes.plain);
    notes.long(7, sizes.packed);
    notes.long(9, data);
    if (isNumbered) notes.long(11, begin);
    this.statistics(column, field);
    notes.end();
    notes.end();
    return sizes;
  }

  private statistics(column: ParquetColumn, { isUnique }: ParquetField): void {
    const { notes } = this;
    const bounds = isUnique ? undefined : column.bounds();
    notes.struct(12);
    notes.long(3, column.rows - column.count);
    if (bounds !== undefined) {
      notes.bytes(5, bounds.max);
      notes.bytes(6, bounds.min);
    }
    notes.end();
  }

  private dictionaryPage(): Sizes {
    const { size, values } = this.dictionary;
    return this.write(DICTIONARY_PAGE, { levels: 0, content: values }, (header) => {
      header.struct(7);
      header.int(1, size);
      header.int(2, PLAIN);
      header.end();
    });
  }

  private dataPage(column: ParquetColumn, isNumbered: boolean): Sizes {
    const { page, packed } = this;
    // Which rows have a value comes first and is not compressed.
    packed.length = 0;
    writeRuns(column.present, column.rows, 1, packed);
    const levels = packed.length;
    if (isNumbered) {
      const bits = bitsFor(this.dictionary.size - 1);
      page.length = 0;
      page.raw(Uint8Array.of(bits));
      writeRuns(this.dictionary.numbers, column.count, bits, page);
    }
    return this.write(DATA_PAGE_V2, { levels, content: isNumbered ? page : column.plain }, (header) => {
      header.struct(8);
      header.int(1, column.rows);
      header.int(2, column.rows - column.count);
      header.int(3, column.rows);
      header.int(4, isNumbered ? RLE_DICTIONARY : PLAIN);
      header.int(5, levels);
      header.int(6, 0);
      header.end();
    });
  }

  /** A page: its header, the levels that `packed` begins with, and the content compressed. */
  private write(kind: number, { levels, content }: { levels: number; content: ByteWriter }, say: (header: ThriftWriter) => void): Sizes {
    const { packed, out } = this;
    packed.length = levels;
    writeSnappy(content.written(), packed);
    const begin = out.length;
    const header = new ThriftWriter(out);
    header.begin();
    header.int(1, kind);
    header.int(2, levels + content.length);
    header.int(3, packed.length);
    say(header);
    header.end();
    const headed = out.length - begin;
    out.part(packed.bytes, 0, packed.length);
    return { plain: headed + levels + content.length, packed: headed + packed.length };
  }
}

function add(sum: Sizes, { plain, packed }: Sizes): void {
  sum.plain += plain;
  sum.packed += packed;
}
