// Which columns of a sheet are texts though some of their cells look like numbers: truth values stand there as words, and numbers as they were written.
import { chosenType } from './column-types.ts';
import type { DatasetDescription, ReadOptions } from './format-reader.ts';
import type { SheetRow } from './sheet-rows.ts';

const TRUE = 'TRUE';
const FALSE = 'FALSE';

/** Gathers what the cells of a sheet say about its columns. A sheet is read several times: what was found out goes for the readings that follow. */
export class SheetTexts {
  /** The columns of the table by their places in its rows, from 0. */
  columns: readonly number[] = [];
  /** Places of columns that are texts whatever they look like. */
  readonly textColumns: ReadonlySet<number>;
  private readonly asText = new Set<number>();
  /** Columns of the sheet with texts that somebody marked as such, and with truth values. */
  private readonly marked = new Set<number>();
  private readonly truths = new Set<number>();
  /** Columns whose truth values are words. */
  private readonly words = new Set<number>();

  constructor() {
    this.textColumns = this.asText;
  }

  /** The next row of values. */
  note({ texts, truths }: SheetRow): void {
    for (const column of texts ?? []) this.marked.add(column);
    for (const column of truths ?? []) this.truths.add(column);
  }

  /**
   * Given what its columns were taken for, their places and the types that a person chose: whether the sheet has to be read once more, because some
   * are texts.
   */
  settle({ fields }: DatasetDescription, places: readonly number[], types: ReadOptions['types']): boolean {
    let isOther = false;
    for (const [i, place] of places.entries()) {
      const column = this.columns[place] ?? -1;
      const isText = fields[i]?.type === 'esriFieldTypeString';
      const isMarked = this.marked.has(column) && chosenType(types, fields[i]?.name) === undefined;
      if (isMarked && !isText) this.asText.add(place);
      if (this.truths.has(column) && (isText || isMarked)) this.words.add(column);
      isOther ||= (isMarked && !isText) || this.words.has(column);
    }
    return isOther;
  }

  /** The row with truth values as words where their column is one of texts. */
  inWords(row: SheetRow): SheetRow {
    const { truths = [], columns } = row;
    if (this.words.size === 0 || !truths.some((column) => this.words.has(column))) return row;
    const own = new Set(truths.filter((column) => this.words.has(column)));
    const cells = row.cells.map((cell, i) => (own.has(columns[i] ?? -1) ? (cell === '1' ? TRUE : FALSE) : cell));
    return { ...row, cells };
  }
}
