// Workbooks of a few cells, as an Excel file.
import { zipArchive } from './zip-archive.ts';

export type SheetRow = readonly (string | number)[];

/** A workbook of sheets by their names; numbers are cells of numbers, everything else is text. At most three columns. */
export function workbookOf(sheets: Readonly<Record<string, readonly SheetRow[]>>): Uint8Array {
  const cell = (value: string | number, at: number, row: number): string =>
    typeof value === 'number'
      ? `<c r="${'ABC'[at]}${row}"><v>${value}</v></c>`
      : `<c r="${'ABC'[at]}${row}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rowsOf = (rows: readonly SheetRow[]): string =>
    rows.map((row, i) => `<row r="${i + 1}">${row.map((value, at) => cell(value, at, i + 1)).join('')}</row>`).join('');
  const list = Object.keys(sheets).map((name, i) => `<sheet name="${name}" r:id="r${i}"/>`);
  const targets = list.map((_, i) => `<Relationship Id="r${i}" Target="worksheets/s${i}.xml"/>`);
  return zipArchive([
    { name: 'xl/workbook.xml', bytes: `<workbook xmlns:r="r"><sheets>${list.join('')}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', bytes: `<Relationships>${targets.join('')}</Relationships>` },
    ...Object.values(sheets).map((rows, i) => ({
      name: `xl/worksheets/s${i}.xml`,
      bytes: `<worksheet><sheetData>${rowsOf(rows)}</sheetData></worksheet>`,
    })),
  ]);
}
