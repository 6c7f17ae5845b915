// Which columns of a sheet are texts though some of their cells look like numbers: truth values stand there as words, and numbers as they were written.
import { chosenType, NO_VALUE } from './column-types.ts';
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
  /** How many values each column of the sheet has, and how many of them are texts that somebody marked as such. */
  private readonly values: number[] = [];
  private readonly marked: number[] = [];
  /** Columns with truth values. */
  private readonly truths = new Set<number>();
  /** The first row, which may have the names. */
  private first: SheetRow | undefined;
  /** The last row that was counted: later readings bring it again. */
  private lastRow = 0;
  /** Columns whose truth values are words. */
  private readonly words = new Set<number>();

  constructor() {
    this.textColumns = this.asText;
  }

  /** The next row of the table. */
  note(row: SheetRow, isFirst: boolean): void {
    if (isFirst) this.first = row;
    else if (row.number > this.lastRow) {
      this.lastRow = row.number;
      this.count(row);
    }
  }

  private count({ cells, columns, texts, truths }: SheetRow): void {
    const own = texts === undefined ? undefined : new Set(texts);
    for (const [i, column] of columns.entries()) {
      if (!isValue(cells[i] ?? '')) continue;
      this.values[column] = (this.values[column] ?? 0) + 1;
      if (own?.has(column)) this.marked[column] = (this.marked[column] ?? 0) + 1;
    }
    for (const column of truths ?? []) this.truths.add(column);
  }

  /**
   * Given what its columns were taken for, their places, the types that a person chose and the columns that are wanted as values or as texts: whether
   * the sheet has to be read once more, because some are texts. One mark among many is a slip: those of most values make their column one of texts.
   */
  settle(
    { fields, layout }: DatasetDescription,
    places: readonly number[],
    { types, valueColumns, wordColumns }: Pick<ReadOptions, 'types' | 'valueColumns' | 'wordColumns'>,
  ): boolean {
    if (layout?.hasHeader === false && this.first !== undefined) this.count(this.first);
    this.first = undefined;
    let isOther = false;
    for (const [i, place] of places.entries()) {
      const column = this.columns[place] ?? -1;
      const { name, alias, type } = fields[i] ?? {};
      const isIn = (names?: ReadonlySet<string>): boolean => [name, alias].some((one) => names?.has(one?.trim().toLowerCase() ?? ''));
      if (isIn(valueColumns)) continue;
      const isText = type === 'esriFieldTypeString';
      const isMarked = (this.marked[column] ?? 0) * 2 > (this.values[column] ?? 0) && chosenType(types, name) === undefined;
      if (isMarked && !isText) this.asText.add(place);
      if (this.truths.has(column) && (isText || isMarked || isIn(wordColumns))) this.words.add(column);
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

/** No word for nothing is longer. */
const LONGEST_NOTHING = 8;

function isValue(cell: string): boolean {
  return /\S/.test(cell) && !(cell.length <= LONGEST_NOTHING && NO_VALUE.test(cell.trim()));
}
