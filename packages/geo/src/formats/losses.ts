// Counts values that lose something on their way into a layer: digits of numbers, and what is finer than a millisecond.
import { type Sentence, sentence } from '../sentence.ts';
import type { FieldType } from './format-reader.ts';
import { someOf } from './some-of.ts';

/** The row that is looked at, as the number of those that were counted. */
export interface RowCount {
  rowCount: number;
  /** What people call it, where that is another number. */
  row?: number;
}

/** How many values lose something, and the first row with one. */
class Lossy {
  count = 0;
  firstRow = 0;
  private readonly rows: RowCount;

  constructor(rows: RowCount) {
    this.rows = rows;
  }

  add(): void {
    if (this.count++ === 0) this.firstRow = this.rows.row ?? this.rows.rowCount;
  }
}

/** What values of a column lose if it becomes one of numbers, and if it becomes one of dates. */
export class Losses {
  readonly digits: Lossy;
  readonly moments: Lossy;

  constructor(rows: RowCount) {
    this.digits = new Lossy(rows);
    this.moments = new Lossy(rows);
  }
}

/** What the columns of a table that the file describes lose while its rows are read. */
export class TableLosses {
  private readonly columns: readonly { alias: string; type: FieldType }[];
  private readonly rows: RowCount = { rowCount: 0 };
  private found: readonly Losses[] = [];
  /** Values of each column that do not fit its type. */
  private unfit: number[] = [];

  constructor(columns: readonly { alias: string; type: FieldType }[]) {
    this.columns = columns;
  }

  /** Every reading of the rows counts from its beginning. */
  begin(): void {
    this.rows.rowCount = 0;
    this.found = this.columns.map(() => new Losses(this.rows));
    this.unfit = this.columns.map(() => 0);
  }

  nextRow(): void {
    this.rows.rowCount++;
  }

  /** Those of a column by its place. */
  of(column: number): Losses | undefined {
    return this.found[column];
  }

  /** Notes a value of a column that does not fit its type, and is left out. */
  addUnfit(column: number): void {
    this.unfit[column] = (this.unfit[column] ?? 0) + 1;
  }

  warnings(): Sentence[] {
    return [...this.unfitWarning(), ...this.lossWarnings()];
  }

  private unfitWarning(): Sentence[] {
    const count = this.unfit.reduce((sum, one) => sum + one, 0);
    const names = this.columns.flatMap(({ alias }, i) => ((this.unfit[i] ?? 0) > 0 ? [alias] : []));
    return count === 0 ? [] : [sentence('values-unfit', { count, columns: someOf(names) })];
  }

  private lossWarnings(): Sentence[] {
    const told = this.columns.map(({ alias, type }, i) => ({ name: alias, type, losses: this.found[i] }));
    return lossWarnings(told, { asText: false });
  }
}

/** A column as it is told of. */
interface LossyColumn {
  name: string;
  type: FieldType | undefined;
  losses: Losses | undefined;
}

/** What is told of columns, given the types that they got; `asText` where every digit comes through if they are read as text. */
export function lossWarnings(columns: readonly LossyColumn[], { asText }: { asText: boolean }): Sentence[] {
  const numbers = columns.map(({ name, type, losses }) => ({
    name,
    lossy: type === 'esriFieldTypeDouble' || !asText ? losses?.digits : undefined,
  }));
  const dates = columns.map(({ name, type, losses }) => ({ name, lossy: hasTime(type) ? losses?.moments : undefined }));
  return [...warningOf(asText ? 'numbers-rounded' : 'numbers-rounded-here', numbers), ...warningOf('moments-cut', dates)];
}

const hasTime = (type: FieldType | undefined): boolean => type === 'esriFieldTypeDate' || type === 'esriFieldTypeTimeOnly';

function warningOf(
  code: 'numbers-rounded' | 'numbers-rounded-here' | 'moments-cut',
  columns: readonly { name: string; lossy: Lossy | undefined }[],
): Sentence[] {
  const found = columns.flatMap(({ name, lossy }) => (lossy === undefined || lossy.count === 0 ? [] : [{ name, lossy }]));
  if (found.length === 0) return [];
  const count = found.reduce((sum, { lossy }) => sum + lossy.count, 0);
  const row = Math.min(...found.map(({ lossy }) => lossy.firstRow));
  return [sentence(code, { count, row, columns: someOf(found.map(({ name }) => name)) })];
}

/** A time with digits behind the milliseconds. */
const FINER = /:\d{2}\.\d{3}0*[1-9]/;
const SHORTEST_FINER = '1:00:00.0001'.length;

/** Whether a text is a moment with more digits than milliseconds have. */
export function isFiner(text: string): boolean {
  return text.length >= SHORTEST_FINER && FINER.test(text);
}
