// Makes single rows of those that come by column, and gathers geometries for those.
import { ByteWriter } from '../convert/byte-writer.ts';
import { pointWkb } from '../convert/point-wkb.ts';
import type { BatchPlaces, ColumnBatch, FormatRow, ProblemRow } from './format-reader.ts';
import { textOf } from './plain-numbers.ts';

/** The same rows one by one, with what is wrong with some of them, in the order of the file. */
export function rowsOfBatch(batch: ColumnBatch): FormatRow[] {
  const { count, rows, problems } = batch;
  const all: FormatRow[] = [];
  let nextProblem = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i] as number;
    for (; (problems[nextProblem]?.row ?? Number.POSITIVE_INFINITY) < row; nextProblem++) all.push(problems[nextProblem] as ProblemRow);
    all.push({ row, wkb: wkbAt(batch.places, i), values: valuesAt(batch, i) });
  }
  for (; nextProblem < problems.length; nextProblem++) all.push(problems[nextProblem] as ProblemRow);
  return all;
}

function wkbAt(places: BatchPlaces, i: number): Uint8Array | null {
  if (places.kind === 'points') {
    const [x, y] = [places.x[i] as number, places.y[i] as number];
    return Number.isNaN(x) ? null : pointWkb(x, y);
  }
  if (places.kind === 'none') return null;
  const start = places.starts[i] as number;
  return start < 0 ? null : places.bytes.slice(start, places.ends[i]);
}

/** The values of one row of a batch. */
export function valuesAt({ columns, bytes }: Pick<ColumnBatch, 'columns' | 'bytes'>, i: number): unknown[] {
  return columns.map((column) => {
    if (column.kind === 'any') return column.values[i];
    if (column.kind === 'number') {
      const value = column.values[i] as number;
      return Number.isNaN(value) ? null : value;
    }
    const start = column.starts[i] as number;
    return start < 0 ? null : textOf(bytes, start, column.ends[i] as number);
  });
}

/** Gathers the geometries of a batch. */
export class BatchShapes {
  readonly out = new ByteWriter(1 << 16);
  private starts: Int32Array;
  private ends: Int32Array;
  private begun = 0;

  /** `room` is the most rows of a batch. */
  constructor(room: number) {
    this.starts = new Int32Array(room);
    this.ends = new Int32Array(room);
  }

  /** The geometry of a row, or none. */
  add(row: number, wkb: Uint8Array | null): void {
    if (wkb !== null) this.out.raw(wkb);
    this.end(row);
  }

  /** What was written since the row before is the geometry of this one; nothing is none. */
  end(row: number): void {
    this.starts[row] = this.out.length === this.begun ? -1 : this.begun;
    this.ends[row] = this.out.length;
    this.begun = this.out.length;
  }

  places(): BatchPlaces {
    return { kind: 'shapes', bytes: this.out.written(), starts: this.starts, ends: this.ends };
  }

  clear(): void {
    this.out.length = 0;
    this.begun = 0;
  }
}
