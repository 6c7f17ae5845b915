// Makes single rows of those that come by column.
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
  if (places.kind === 'points') return pointWkb(places.x[i] as number, places.y[i] as number);
  return places.kind === 'shapes' ? (places.wkbs[i] ?? null) : null;
}

function valuesAt({ columns, bytes }: ColumnBatch, i: number): unknown[] {
  return columns.map((column) => {
    if (column.kind === 'number') {
      const value = column.values[i] as number;
      return Number.isNaN(value) ? null : value;
    }
    const start = column.starts[i] as number;
    return start < 0 ? null : textOf(bytes, start, column.ends[i] as number);
  });
}
