// Reads a GeoPackage whose values are worked out with formulas of the file, in a process of its own: they may take for ever, and it can be ended.

import type { Sentence } from '../sentence.ts';
import { FormatError } from './format-reader.ts';
import { type GeoPackageFile, type GeoPackageRow, type GeoPackageTable, GeoPackageTables } from './geopackage-tables.ts';

/** What is asked: what is known of a table, or its next rows. */
export type GeoPackageQuestion =
  | { kind: 'table'; wanted: string | undefined }
  | { kind: 'rows'; table: string; list: readonly string[]; isNew: boolean };

/** What is answered; no rows are the end of the table. */
export type GeoPackageAnswer =
  | { kind: 'table'; table: GeoPackageTable }
  | { kind: 'rows'; rows: GeoPackageRow[] }
  | { kind: 'refused'; code: Sentence['code']; values: Sentence['values'] }
  | { kind: 'failed'; message: string };

let tables: GeoPackageTables | undefined;
let rows: Iterator<GeoPackageRow[]> | undefined;

function answer(file: GeoPackageFile, question: GeoPackageQuestion): GeoPackageAnswer {
  try {
    tables ??= new GeoPackageTables(file);
    if (question.kind === 'table') return { kind: 'table', table: tables.table(question.wanted) };
    if (question.isNew || rows === undefined) rows = tables.rows(question.table, question.list)[Symbol.iterator]();
    const next = rows.next();
    return { kind: 'rows', rows: next.done ? [] : next.value };
  } catch (error) {
    if (!(error instanceof FormatError)) return { kind: 'failed', message: String(error) };
    const { code, values } = error.sentence;
    return { kind: 'refused', code, values };
  }
}

process.once('message', (file: GeoPackageFile) => {
  process.on('message', (question: GeoPackageQuestion) => process.send?.(answer(file, question)));
});
process.once('disconnect', () => process.exit());
