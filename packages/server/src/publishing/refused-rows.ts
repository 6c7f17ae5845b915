// The rows of a file that could not be used, all of them, as a file that is written while the others are loaded.
import { appendFileSync, statSync } from 'node:fs';
import type { PublishProblem } from '@graticule/contract/content/publishing';
import { noFormula } from '@graticule/geo/formats/csv-writer';
import type { DatasetDescription, FieldType } from '@graticule/geo/formats/format-reader';
import { keptSentence } from '@graticule/geo/sentence';

/** A file in which every row is bad tells of about a quarter of a million short ones. */
const MOST_BYTES = 20 * 1024 * 1024;
const BUFFER_BYTES = 1 << 16;
/** What one value, and the values of one row, take at most: a geometry in a cell may be a file by itself. */
const MOST_OF_VALUE = 2_000;
const MOST_OF_ROW = 20_000;
const HEAD = ['layer', 'row', 'reason'];

/** A row that was left out, with what it holds where that is known. */
export type RefusedRow = Pick<PublishProblem, 'row' | 'said'> & { cells?: readonly unknown[] | undefined };

/** A column of a dataset: which one of the file it is, and how its values are written. */
interface Place {
  at: number;
  type: FieldType;
}

/**
 * Writes one line for each row, up to 20 MB, behind those that are in the file already. Why it was left out is kept as it can be said in any
 * language: `spokenRefusals` says it to whoever downloads the file. The names of the columns are those that programs know.
 */
export class RefusedRows {
  private readonly path: string;
  private readonly heads: string[] = [...HEAD];
  private readonly places: Place[][];
  private waiting = '';
  private bytes: number;

  /**
   * @param datasets those that rows may be of, each with its columns; the file has the columns of all
   */
  constructor(path: string, datasets: readonly Pick<DatasetDescription, 'fields' | 'layout'>[] = []) {
    this.path = path;
    this.bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const known = new Map<string, number>();
    this.places = datasets.map(({ fields, layout }) => {
      // Where the shapes of delimited text are written is no field, and comes behind them.
      const place = layout?.wktField === undefined ? [] : [{ name: layout.wktField, alias: layout.wktField, type: TEXT } as const];
      return [...fields, ...place].map(({ name, alias, type }) => {
        const at = known.get(name.toLowerCase()) ?? this.heads.push(alias) - 1;
        known.set(name.toLowerCase(), at);
        return { at, type };
      });
    });
  }

  /** Whether there is room for more. */
  get isOpen(): boolean {
    return this.bytes < MOST_BYTES;
  }

  /** Gives whether there was room. `dataset` is the number of the one that the row is of. */
  add(layer: string, { row, said, cells = [] }: RefusedRow, dataset = 0): boolean {
    if (!this.isOpen) return false;
    if (this.bytes === 0) this.write(`\uFEFF${this.heads.map((head, at) => (at < HEAD.length ? head : quoted(head))).join(',')}\r\n`);
    this.write(`${[quoted(layer), String(row), quoted(keptSentence(said)), ...this.line(cells, dataset)].join(',')}\r\n`);
    return true;
  }

  /** Brings the last lines to the disk. There is no file where no row was refused. */
  end(): void {
    if (this.waiting !== '') appendFileSync(this.path, this.waiting);
    this.waiting = '';
  }

  /** The values of a row below the heads of their columns; those that have none come last. */
  private line(cells: readonly unknown[], dataset: number): string[] {
    const places = this.places[dataset] ?? [];
    const line = new Array<string>(this.heads.length - HEAD.length).fill('');
    let left = MOST_OF_ROW;
    for (const [i, cell] of cells.entries()) {
      const place = places[i];
      const text = left > 0 ? shortened(textOf(cell, place?.type ?? TEXT)) : '';
      left -= text.length;
      if (place === undefined) line.push(text === '' ? '' : quoted(text));
      else if (text !== '') line[place.at - HEAD.length] = quoted(text);
    }
    return line;
  }

  private write(line: string): void {
    this.waiting += line;
    this.bytes += Buffer.byteLength(line);
    if (this.waiting.length >= BUFFER_BYTES) this.end();
  }
}

const TEXT = 'esriFieldTypeString' as const;

const quoted = (text: string): string => `"${noFormula(text).replaceAll('"', '""')}"`;

const shortened = (text: string): string => (text.length > MOST_OF_VALUE ? `${text.slice(0, MOST_OF_VALUE)}…` : text);

/** A value as people write it. */
function textOf(value: unknown, type: FieldType): string {
  if (value === null || value === undefined || value instanceof Uint8Array) return '';
  const moment = value instanceof Date ? value.getTime() : type === 'esriFieldTypeDate' && typeof value === 'number' ? value : undefined;
  if (moment !== undefined && Math.abs(moment) <= 8.64e15) return new Date(moment).toISOString().replace('T00:00:00.000Z', '');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
