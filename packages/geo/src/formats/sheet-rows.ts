// The rows of a sheet as texts: dates in ISO form, numbers with a point.
import { LONGEST_NUMBER } from './column-types.ts';
import { numberText } from './format-writer.ts';
import { isRounded } from './number-rounding.ts';
import { tooLarge, unescapeCell, type Workbook, XmlElements } from './workbook.ts';

/** One row: the texts of the cells that have one, from left to right. */
export interface SheetRow {
  /** As the sheet numbers it, from 1; later rows have larger numbers. */
  number: number;
  cells: string[];
  /** The column of each cell, from 0. */
  columns: number[];
  /** Columns with numbers so long that the text of the cell does not tell the digits that are lost. */
  rounded?: number[];
  /** Columns with truth values, which stand there as 1 and 0. */
  truths?: number[];
  /** Columns with texts that are texts whatever they look like. */
  texts?: number[];
}

/** Columns that a sheet can have. */
const MAX_COLUMNS = 16_384;
/** What a cell takes beside its text, in characters: a row may say one place over and over. */
const CELL = 8;
/** Characters of a row: cells that share a long text take no room of their own in the file. */
const LONGEST_ROW = 16_000_000;
const LONG_NUMBER = /^-?\d{16,20}$/;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 1 January of the year 1. */
const FIRST_DAY = -693_593;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** The row with its cells from left to right; of two in one place the later one counts. */
function inOrder({ cells, columns, ...row }: SheetRow): SheetRow {
  const last = new Map(columns.map((column, i) => [column, cells[i] as string]));
  const sorted = [...last].sort(([one], [other]) => one - other);
  return { ...row, cells: sorted.map(([, cell]) => cell), columns: sorted.map(([column]) => column) };
}

/** How many cells have a formula without a value, or a link to an address that their text does not tell. */
export interface CellCounts {
  failed: number;
  blank: number;
  links: number;
  /** The last row of each area of cells that are merged into one. */
  merged: number[];
}

/** Areas of merged cells that are told of. */
const MOST_MERGED = 100_000;
/** More signs than the number of a row has. */
const LONGEST_ROW_NUMBER = 8;

/** A text that is an address itself: its link leads nowhere else. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:|www\.)|@/i;
/** As many links as Excel allows on a sheet. */
const MOST_ADDRESSES = 66_000;

/** Cells of texts: shared ones, their own, and those of formulas. */
const TEXT_KINDS: ReadonlySet<string> = new Set(['s', 'inlineStr', 'str']);

interface Cell {
  column: number;
  kind: string;
  style: number;
  value: string;
  hasFormula: boolean;
  /** Its formula makes a link. */
  isLink: boolean;
  /** Such as AB12, where the file says it. */
  address: string;
}

const NO_CELL: Cell = { column: -1, kind: 'n', style: 0, value: '', hasFormula: false, isLink: false, address: '' };

/** Turns the elements of a sheet into rows; blank rows are passed over, unless an empty text stands in them as such, as writers of rows leave it. */
export class SheetRows extends XmlElements<SheetRow> {
  private readonly workbook: Workbook;
  private readonly file: string;
  private row: SheetRow = { number: 0, cells: [], columns: [] };
  private hasEmptyText = false;
  /** Cells come from left to right, though nothing makes sure of it. */
  private isMixed = false;
  private cell: Cell = { ...NO_CELL };
  /** Cells whose text is an address. */
  private readonly addresses = new Set<string>();
  /** Reading aids for Asian scripts around the text that is open. */
  private aids = 0;
  /** Cells whose formula failed, those whose formula was never calculated, and those that lead somewhere. */
  readonly counts: CellCounts = { failed: 0, blank: 0, links: 0, merged: [] };

  /** `file` is what messages call it. */
  constructor(workbook: Workbook, file: string) {
    super();
    this.workbook = workbook;
    this.file = file;
  }

  override open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.words = '';
    if (name === 'row') {
      const next = this.row.number + 1;
      const said = Number(attributes.r);
      this.row = { number: Number.isSafeInteger(said) ? Math.max(said, next) : next, cells: [], columns: [] };
      this.cell.column = -1;
      this.hasEmptyText = false;
      this.isMixed = false;
    }
    if (name === 'c') {
      const column = attributes.r === undefined ? this.cell.column + 1 : columnOf(attributes.r);
      this.cell = { ...NO_CELL, column, kind: attributes.t ?? 'n', style: Number(attributes.s ?? 0), address: attributes.r ?? '' };
    }
    if (name === 'f') this.cell.hasFormula = true;
    if (name === 'rPh') this.aids++;
    if (name === 'mergeCell' && this.counts.merged.length < MOST_MERGED)
      this.counts.merged.push(Number(/\d+$/.exec(attributes.ref?.slice(-LONGEST_ROW_NUMBER) ?? '')?.[0] ?? 0));
    // Links stand behind the cells; those within the workbook have no address elsewhere.
    const leadsOut = name === 'hyperlink' && Object.keys(attributes).some((key) => key.endsWith(':id'));
    if (leadsOut && !this.addresses.has(attributes.ref ?? '')) this.counts.links++;
  }

  override close(name: string): void {
    if (name === 'v') this.cell.value = this.words;
    if (name === 't' && this.aids === 0) this.cell.value += this.words;
    if (name === 'f' && /^\s*HYPERLINK\(/i.test(this.words)) this.cell.isLink = true;
    if (name === 'rPh') this.aids--;
    if (name === 'c') this.keepCell();
    if (name === 'row') {
      this.held = 0;
      if (this.hasEmptyText || this.row.cells.some((cell) => cell.trim() !== ''))
        this.done.push(this.isMixed ? inOrder(this.row) : this.row);
    }
    this.words = '';
  }

  private keepCell(): void {
    const { column, kind, style, value, hasFormula, isLink, address } = this.cell;
    if (kind === 'e') this.counts.failed++;
    // A formula may give an empty text, which is written as one.
    else if (hasFormula && value === '' && kind !== 'str') this.counts.blank++;
    if (column >= MAX_COLUMNS) return;
    const text = this.textOfCell();
    if (text === '' && this.cell.kind === 'inlineStr') this.hasEmptyText = true;
    // A cell far to the right costs no more than one beside the others.
    if (text === '') return;
    if (ADDRESS.test(text)) {
      if (this.addresses.size < MOST_ADDRESSES) this.addresses.add(address);
    } else if (isLink) this.counts.links++;
    if (kind === 'b') this.row.truths = listed(this.row.truths, column);
    else if (TEXT_KINDS.has(kind) && this.workbook.textStyles.has(style)) this.row.texts = listed(this.row.texts, column);
    this.held += text.length + CELL;
    if (this.held > LONGEST_ROW) throw tooLarge(this.file);
    const { cells, columns } = this.row;
    if (column <= (columns[columns.length - 1] ?? -1)) this.isMixed = true;
    columns.push(column);
    cells.push(text);
  }

  private textOfCell(): string {
    const { kind, style, value } = this.cell;
    if (kind === 's') return value === '' ? '' : (this.workbook.sharedTexts[Number(value)] ?? '');
    if (kind === 'b') return value.trim() === '1' ? '1' : '0';
    // A formula that failed has no value.
    if (kind === 'e') return '';
    if (kind !== 'n') return unescapeCell(value);
    const number = value.trim() === '' ? Number.NaN : Number(value);
    // Words for no number, as other programs write them, are no value; numbers beyond all others are text, as in other files.
    if (!Number.isFinite(number)) return /^[-+]?\.?\d/.test(value.trim()) && !Number.isNaN(number) ? value.trim() : '';
    const shown = this.workbook.styles[style];
    if (shown === 'duration') return durationOfDays(number);
    if (shown === 'date') return dateOfDays(number, this.workbook.from1904);
    // Excel writes no such numbers in full; those of other programs keep their last digits, or are told of.
    if (LONG_NUMBER.test(value) && !Number.isSafeInteger(number)) return value;
    // What has an exponent in the file keeps it: so many digits would be taken for an identifier, which is text.
    if (!isRounded(value)) return numberText(number);
    if (value.length <= LONGEST_NUMBER) return value;
    this.row.rounded ??= [];
    this.row.rounded.push(this.cell.column);
    return String(number);
  }
}

/** The list with one more; rows may have thousands. */
function listed(list: number[] = [], column: number): number[] {
  list.push(column);
  return list;
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

/** The date of a day number; a number below 1 is a time of day. Excel shows no days before its calendars begin, other programs count on. */
export function dateOfDays(days: number, from1904: boolean): string {
  if (days < FIRST_DAY || days >= 2_958_466 || (days < 0 && days > -1)) return String(days);
  // What would round to the next day stays the last moment of its own.
  if (days >= 0 && days < 1 && !from1904) return clockOf(Math.min(Math.round(days * DAY), DAY - 1));
  // The old calendar has a 29 February 1900, which never was.
  const whole = !from1904 && days > 0 && days < 60 ? days + 1 : days;
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
