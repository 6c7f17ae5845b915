// The rows of a sheet as texts: dates in ISO form, numbers with a point.
import { unescapeCell, type Workbook, XmlElements } from './workbook.ts';

/** One row: the texts of the cells that have one, from left to right. */
export interface SheetRow {
  /** As the sheet numbers it, from 1. */
  number: number;
  cells: string[];
  /** The column of each cell, from 0. */
  columns: number[];
}

/** Columns that a sheet can have. */
const MAX_COLUMNS = 16_384;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** Where a column stands or belongs among others in order. Cells come from left to right, though nothing makes sure of it. */
function placeIn(columns: readonly number[], column: number): number {
  let [low, high] = [0, columns.length];
  if (column > (columns[high - 1] ?? -1)) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle] as number) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Turns the elements of a sheet into rows; blank rows are passed over, unless an empty text stands in them as such, as writers of rows leave it. */
export class SheetRows extends XmlElements<SheetRow> {
  private readonly workbook: Workbook;
  private row: SheetRow = { number: 0, cells: [], columns: [] };
  private hasEmptyText = false;
  private cell = { column: -1, kind: 'n', style: 0, value: '' };

  constructor(workbook: Workbook) {
    super();
    this.workbook = workbook;
  }

  override open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.words = '';
    if (name === 'row') {
      this.row = { number: Number(attributes.r ?? this.row.number + 1), cells: [], columns: [] };
      this.cell.column = -1;
      this.hasEmptyText = false;
    }
    if (name === 'c') {
      const column = attributes.r === undefined ? this.cell.column + 1 : columnOf(attributes.r);
      this.cell = { column, kind: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
    }
  }

  override close(name: string): void {
    if (name === 'v') this.cell.value = this.words;
    if (name === 't') this.cell.value += this.words;
    if (name === 'c') this.keepCell();
    if (name === 'row') {
      this.held = 0;
      if (this.hasEmptyText || this.row.cells.some((cell) => cell.trim() !== '')) this.done.push(this.row);
    }
    this.words = '';
  }

  private keepCell(): void {
    const { column } = this.cell;
    if (column >= MAX_COLUMNS) return;
    const text = this.textOfCell();
    if (text === '' && this.cell.kind === 'inlineStr') this.hasEmptyText = true;
    // A cell far to the right costs no more than one beside the others.
    if (text === '') return;
    this.held += text.length;
    const { cells, columns } = this.row;
    const at = placeIn(columns, column);
    if (columns[at] === column) {
      cells[at] = text;
    } else if (at === columns.length) {
      columns.push(column);
      cells.push(text);
    } else {
      columns.splice(at, 0, column);
      cells.splice(at, 0, text);
    }
  }

  private textOfCell(): string {
    const { kind, style, value } = this.cell;
    if (kind === 's') return value === '' ? '' : (this.workbook.sharedTexts[Number(value)] ?? '');
    if (kind === 'b') return value.trim() === '1' ? '1' : '0';
    // A formula that failed has no value.
    if (kind === 'e') return '';
    if (kind !== 'n') return unescapeCell(value);
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!Number.isFinite(number)) return '';
    const shown = this.workbook.styles[style];
    if (shown === 'duration') return durationOfDays(number);
    return shown === 'date' ? dateOfDays(number, this.workbook.from1904) : String(number);
  }
}

/** Place of a cell in its row by its address, such as 27 for AB12. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of address) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return Math.max(0, column - 1);
}

/** The date of a day number; a number below 1 is a time of day. */
export function dateOfDays(days: number, from1904: boolean): string {
  if (days < 0 || days >= 2_958_466) return String(days);
  // What would round to the next day stays the last moment of its own.
  if (days < 1 && !from1904) return clockOf(Math.min(Math.round(days * DAY), DAY - 1));
  // The old calendar has a 29 February 1900, which never was.
  const whole = !from1904 && days < 60 ? days + 1 : days;
  const iso = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(whole * DAY)).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}

/** A span of time as hours, minutes and seconds: a day and a half is 36:00:00. */
function durationOfDays(days: number): string {
  const ms = Math.round(Math.abs(days) * DAY);
  if (!Number.isSafeInteger(ms)) return String(days);
  const hours = String(Math.floor(ms / HOUR)).padStart(2, '0');
  return `${days < 0 && ms > 0 ? '-' : ''}${hours}${clockOf(ms % HOUR).slice(2)}`;
}

/** Milliseconds of a day as a time, with their fraction of a second where there is one. */
function clockOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23).replace('.000', '');
}
