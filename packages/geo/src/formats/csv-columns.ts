// Turns the cells of delimited text into columns of numbers and texts, and says what is wrong with rows.
import { type Sentence, sentence } from '../sentence.ts';
import { BatchShapes } from './column-batch.ts';
import { type ColumnReader, isMisfit, misfitCode, readCell } from './column-types.ts';
import type { CsvLayout } from './csv-layout.ts';
import type { CsvPlaces } from './csv-places.ts';
import { problemWithWidth, widthOf } from './csv-widths.ts';
import { withoutMark } from './csv-writer.ts';
import { isFormed } from './field-text.ts';
import type { BatchColumn, BatchPlaces, ColumnBatch, FormatField, ProblemRow } from './format-reader.ts';
import { isInt32 } from './number-range.ts';
import type { CellBlock } from './parsed-cells.ts';
import { PlainNumbers, textOf } from './plain-numbers.ts';

const APOSTROPHE = 39;

/** What there is to know of the columns of a file. */
interface KnownColumns {
  layout: CsvLayout;
  /** Places of the attribute columns in the row. */
  columns: readonly number[];
  readers: readonly ColumnReader[];
  fields: readonly FormatField[];
}

/** A block of cells on its way to a batch. */
interface Reading {
  /** The first row that is read. */
  firstRow: number;
  /** What people call a row of the block. */
  numberOf(row: number): number;
  places: CsvPlaces;
}

/** Reads one block after another into the same arrays. */
export class CsvColumns {
  private readonly known: KnownColumns;
  private readonly isColumn: ReadonlySet<number>;
  private readonly numbers = new PlainNumbers();
  private rows = new Float64Array(0);
  private x = new Float64Array(0);
  private y = new Float64Array(0);
  private shapes = new BatchShapes(0);
  private columns: BatchColumn[] = [];
  /** What is wrong with the value that was read last. */
  private misfit: Sentence | undefined;

  constructor(known: KnownColumns) {
    this.known = known;
    this.isColumn = new Set(known.columns);
  }

  /** The rows of a block, whose bytes the batch shares. */
  read(block: CellBlock, { firstRow, numberOf, places }: Reading): ColumnBatch {
    if (block.rows > this.rows.length) this.grow(block.rows);
    const { layout } = this.known;
    const { location } = layout;
    this.shapes.clear();
    const problems: ProblemRow[] = [];
    let count = 0;
    for (let r = firstRow; r < block.rows; r++) {
      const row = numberOf(r);
      const first = r === 0 ? 0 : (block.rowEnds[r - 1] as number);
      let problem = problemWithWidth(block, r, layout) ?? this.values(block, first, { width: widthOf(block, r), at: count });
      if (problem === undefined && location.kind === 'xy') {
        problem = places.point(block, first);
        this.x[count] = places.x;
        this.y[count] = places.y;
      } else if (problem === undefined && location.kind === 'wkt') {
        const cell = first + location.column;
        const place = places.readText(textOf(block.bytes, block.starts[cell] as number, block.ends[cell] as number));
        if (place === undefined) continue;
        if (place !== null && 'code' in place) problem = place;
        else this.shapes.add(count, place);
      }
      if (problem !== undefined && places.isFurther) continue;
      if (problem === undefined) this.rows[count++] = row;
      else problems.push({ row, problem, cells: this.cells(block, first, block.rowEnds[r] as number) });
    }
    return { count, rows: this.rows, places: this.placesOf(), columns: this.columns, bytes: block.bytes, problems };
  }

  /** The cells of a row as they are, for whoever is to mend it. */
  private cells({ bytes, starts, ends }: CellBlock, first: number, end: number): string[] {
    const all = Array.from({ length: end - first }, (_, at) => textOf(bytes, starts[first + at] as number, ends[first + at] as number));
    const others = all.filter((_, at) => !this.isColumn.has(at));
    return [...this.known.columns.map((at) => all[at] ?? ''), ...others];
  }

  private placesOf(): BatchPlaces {
    const { kind } = this.known.layout.location;
    if (kind === 'xy') return { kind: 'points', x: this.x, y: this.y };
    return kind === 'wkt' ? this.shapes.places() : { kind: 'none' };
  }

  private grow(rows: number): void {
    const room = rows * 2;
    this.rows = new Float64Array(room);
    this.x = new Float64Array(room);
    this.y = new Float64Array(room);
    this.shapes = new BatchShapes(room);
    this.columns = this.known.readers.map(({ type }) =>
      type === 'esriFieldTypeString'
        ? { kind: 'text', starts: new Int32Array(room), ends: new Int32Array(room) }
        : isFormed(type)
          ? { kind: 'any', values: new Array<unknown>(room).fill(null) }
          : { kind: 'number', values: new Float64Array(room) },
    );
  }

  /** Puts the values of a row at a place of the columns, or says which does not fit the type that a person chose for its column. */
  private values(block: CellBlock, first: number, { width, at }: { width: number; at: number }): Sentence | undefined {
    const { columns: places, readers, layout } = this.known;
    const { bytes, starts, ends } = block;
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number;
      // A cell that the row lacks is empty.
      const isThere = place < width;
      const start = isThere ? (starts[first + place] as number) : 0;
      const end = isThere ? (ends[first + place] as number) : 0;
      const column = this.columns[i] as BatchColumn;
      const isMarked =
        layout.isMarked && start < end && bytes[start] === APOSTROPHE && withoutMark(textOf(bytes, start, end)) !== undefined;
      if (column.kind === 'number') {
        column.values[at] = this.number(bytes, isMarked ? start + 1 : start, end, i);
        if (this.misfit !== undefined && (readers[i] as ColumnReader).isChosen === true) return this.misfit;
      } else if (column.kind === 'text') {
        column.starts[at] = start === end ? -1 : isMarked ? start + 1 : start;
        column.ends[at] = end;
      } else {
        const reader = readers[i] as ColumnReader;
        const text = textOf(bytes, isMarked ? start + 1 : start, end);
        if (isMisfit(text, reader)) return this.misfitOf(text, i);
        (column.values as unknown[])[at] = readCell(text, reader);
      }
    }
    return undefined;
  }

  /** The number of a cell; NaN for none. */
  private number(bytes: Uint8Array, start: number, end: number, i: number): number {
    const reader = this.known.readers[i] as ColumnReader;
    this.misfit = undefined;
    if (start === end) return Number.NaN;
    const isPlain = reader.date === undefined && reader.group === undefined;
    if (isPlain && this.numbers.read(bytes, start, end) && (this.numbers.isWhole || reader.decimal !== ',')) {
      const { value } = this.numbers;
      if (reader.isChosen !== true || isOfType(value, reader)) return value;
    }
    const text = textOf(bytes, start, end);
    if (isMisfit(text, reader)) this.misfit = this.misfitOf(text, i);
    const value = readCell(text, reader);
    return typeof value === 'number' ? value : Number.NaN;
  }

  private misfitOf(text: string, i: number): Sentence {
    return sentence(misfitCode(this.known.readers[i]?.type), {
      value: text.trim().slice(0, 60),
      column: this.known.fields[i]?.alias ?? '',
    });
  }
}

function isOfType(value: number, { type }: ColumnReader): boolean {
  if (type === 'esriFieldTypeInteger') return Number.isInteger(value) && isInt32(value);
  return type !== 'esriFieldTypeBigInteger' || Number.isSafeInteger(value);
}
