// Rows of a statement as lists of values, collected up to a number of bytes.
import type { BinaryRow } from '@graticule/geo/convert/binary-row';
import pg from 'pg';
import { receiveRows } from './binary-rows.ts';
import type { DatabaseHandle } from './database-handle.ts';
import { STOP } from './rows-query.ts';

/** A statement for `collectRows`. */
export interface CollectedStatement {
  text: string;
  values: readonly unknown[];
  timeoutMs: number;
  /** As in `RowsStatement`. */
  keepsPlan?: boolean;
  /** Rows are taken until they have so many bytes; the first is always taken. */
  mostBytes: number;
}

/** A row as a list of values, which is cheaper than an object. */
export type CollectedRow = unknown[];

/** The rows of our own connections lie in buffers. */
function textOf({ bytes, starts, lengths }: BinaryRow, column: number): string {
  const start = starts[column] as number;
  return (bytes as Buffer).toString('utf8', start, start + (lengths[column] as number));
}

/** Runs a statement; `cut` says that there were more rows than were taken. @throws what the database says */
export async function collectRows(
  database: DatabaseHandle,
  { mostBytes, ...statement }: CollectedStatement,
): Promise<{ rows: CollectedRow[]; cut: boolean }> {
  const rows: CollectedRow[] = [];
  let readers: ((text: string) => unknown)[] = [];
  let bytes = 0;
  let cut = false;
  const row = (one: BinaryRow): typeof STOP | undefined => {
    cut = bytes > 0 && bytes + one.size > mostBytes;
    if (cut) return STOP;
    bytes += one.size;
    rows.push(readers.map((read, column) => (one.isNull(column) ? null : read(textOf(one, column)))));
    return undefined;
  };
  const columns = (oids: readonly number[]): void => {
    readers = oids.map((oid) => pg.types.getTypeParser(oid, 'text'));
  };
  await receiveRows(database, { ...statement, isText: true }, { columns, row });
  return { rows, cut };
}
