// Judges the type of a column by all of its values, and converts values to it.

import { dayOf, type FormedType, formedText, isFormed } from './field-text.ts';
import type { FieldType, FormatField, ReadOptions } from './format-reader.ts';
import { GroupedNumbers, type Grouping, type GroupStyle, withoutGroups } from './grouped-numbers.ts';
import { jsonText } from './json-numbers.ts';
import { isFiner, Losses, type RowCount } from './losses.ts';
import { isInt32, NumberRange } from './number-range.ts';
import { isRounded } from './number-rounding.ts';
import { type DateStyle, dateStyles, parseDate } from './parse-date.ts';
import { type PlainNumbers, textOf } from './plain-numbers.ts';

const INTEGER = /^[+-]?\d{1,16}$/;
const NUMBER_POINT = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
const NUMBER_COMMA = /^[+-]?(\d+,?\d*|,\d+)([eE][+-]?\d{1,3})?$/;
/** Codes such as 08 or 00123 would lose their zeros as numbers. */
const LEADING_ZERO = /^[+-]?0\d/;
/** Words that stand for no value. */
export const NO_VALUE = /^(null|n\/a|nan)$/i;
/** The longest that programs write of a double without an exponent: -0.0000026658957009203735. */
export const LONGEST_NUMBER = 25;
const DEFAULT_LENGTH = 255;
/** Milliseconds that a date can hold. */
const LAST_MOMENT = 8.64e15;
const NO_DATES: DateStyle[] = [];

/** Number of a text with decimal point or comma; NaN when it is none. */
export function parseNumber(text: string, decimal: '.' | ','): number {
  const pattern = decimal === ',' ? NUMBER_COMMA : NUMBER_POINT;
  return pattern.test(text) ? Number(decimal === ',' ? text.replace(',', '.') : text) : Number.NaN;
}

/**
 * What a comma in a number may stand before, by what stands between the cells: no decimals beside commas, decimals beside semicolons, and
 * either beside other signs, where a single group of three digits is taken for thousands.
 */
export type CommaUse = 'thousands' | 'decimals' | 'either';

/** What the numbers of a column say about commas before decimals. */
export type CommaFinding = 'sure' | 'guessed' | undefined;

/** What all columns of a file say together. */
export function surest(found: readonly CommaFinding[]): CommaFinding {
  return found.find((each) => each === 'sure') ?? found.find((each) => each !== undefined);
}

/** What the other columns of a file say about one of them. */
export interface Beside {
  /** Some of them have decimals behind a comma. */
  commas?: CommaFinding;
  /** It holds coordinates whose thousands are set apart. */
  hasGroups?: boolean;
}

/** Gathers what the values of one text column have in common. */
export class TextColumn {
  private values = 0;
  private longest = 0;
  private integer = true;
  private small = true;
  private point = true;
  private comma = true;
  private dates: DateStyle[] | null = null;
  private readonly commaUse: CommaUse;
  /** The type that the file says, while every value is of it. */
  private formed: FormedType | undefined;
  private readonly grouped: GroupedNumbers | null;
  readonly losses: Losses;

  /** `people` wrote the numbers: their thousands may be set apart. `rows` tells which row is looked at. */
  constructor(commaUse: CommaUse, { formed, people = false, rows }: { formed?: FormedType | undefined; people?: boolean; rows: RowCount }) {
    this.losses = new Losses(rows);
    this.grouped = people ? new GroupedNumbers() : null;
    this.commaUse = commaUse;
    this.formed = formed;
  }

  add(raw: string): void {
    if (raw.length > this.longest) this.longest = raw.length;
    const text = raw.trim();
    if (text === '' || NO_VALUE.test(text)) return;
    this.values++;
    if (this.formed !== undefined && formedText(text, this.formed) === null) this.formed = undefined;
    if (this.point || this.comma) this.judgeNumber(text);
    this.grouped?.add(text);
    if (this.dates === null) this.dates = dateStyles(text);
    else if (this.dates.length > 0) this.dates = this.dates.filter((style) => parseDate(text, style) !== null);
    if (this.dates.length > 0 && isFiner(text)) this.losses.moments.add();
  }

  /** The same for the bytes of a cell. */
  addBytes(bytes: Uint8Array, start: number, end: number, numbers: PlainNumbers): void {
    const length = end - start;
    if (length === 0) return;
    const isText = this.values > 0 && !this.point && !this.comma && this.dates?.length === 0 && this.grouped?.isOver !== false;
    if (isText && length <= this.longest) return;
    if (isText || !numbers.read(bytes, start, end)) {
      this.add(textOf(bytes, start, end));
      return;
    }
    // What `add` finds out about such a number.
    if (length > this.longest) this.longest = length;
    this.values++;
    this.grouped?.addPlain(numbers.value, numbers.decimals);
    this.dates = NO_DATES;
    if (!numbers.isWhole) this.integer = false;
    else if (!isInt32(numbers.value)) this.small = false;
    if (!numbers.isWhole || this.commaUse === 'thousands') this.comma = false;
  }

  private judgeNumber(text: string): void {
    const leadingZero = LEADING_ZERO.test(text);
    if (this.integer) {
      if (!INTEGER.test(text) || leadingZero || !Number.isSafeInteger(Number(text))) this.integer = false;
      else if (!isInt32(Number(text))) this.small = false;
    }
    const isOther = leadingZero || text.length > LONGEST_NUMBER || !isExact(text);
    if (this.point && (isOther || !NUMBER_POINT.test(text))) this.point = false;
    if (this.comma && (isOther || this.commaUse === 'thousands' || !NUMBER_COMMA.test(text))) this.comma = false;
    if ((this.point || this.comma) && isRounded(text.replace(',', '.'))) this.losses.digits.add();
  }

  /** The type that fits every value, and how values are read with it; `asText` when the file itself says that it is text. */
  finish(asText = false, { commas, hasGroups = false }: Beside = {}): ColumnReader {
    if (this.formed !== undefined && !asText) return { type: this.formed };
    if (this.values > 0 && !asText) {
      if (this.integer) return { type: this.small ? 'esriFieldTypeInteger' : 'esriFieldTypeBigInteger', decimal: '.' };
      const grouping = this.grouped?.finish(hasGroups);
      // Where decimals stand behind commas, three digits behind a point are thousands.
      if ((commas !== undefined || hasGroups) && grouping?.group === '.' && grouping.digits < WIDEST) return groupedReader(grouping);
      if (this.point) return { type: 'esriFieldTypeDouble', decimal: '.' };
      if (this.comma) {
        const either = this.grouped?.finish(true);
        const use = hasGroups ? 'thousands' : this.commaUse;
        return either?.group === ',' ? eitherReader(either, use, commas) : { type: 'esriFieldTypeDouble', decimal: ',' };
      }
      if (grouping !== undefined && grouping.digits < WIDEST) return groupedReader(grouping);
      const dates = this.dates ?? [];
      const date = dates.includes('monthFirst') && dates.includes('dayFirst') ? 'monthFirst' : dates[0];
      if (date) return { type: 'esriFieldTypeDate', date, ambiguous: dates.length > 1 };
    }
    return { type: 'esriFieldTypeString', length: this.values > 0 ? Math.max(1, this.longest) : DEFAULT_LENGTH };
  }

  /** Whether decimals stand behind commas. */
  get commas(): CommaFinding {
    if (this.values === 0 || this.integer || this.point) return undefined;
    if (!this.comma) {
      const grouping = this.grouped?.finish();
      return grouping?.decimal === ',' && !grouping.isUnsure ? 'sure' : undefined;
    }
    return this.grouped?.finish(true)?.group !== ',' ? 'sure' : this.commaUse === 'decimals' ? 'guessed' : undefined;
  }
}

/** The reader of numbers with three digits behind every comma, which may be thousands or decimals. */
export function eitherReader(grouping: Grouping, use: CommaUse, beside: CommaFinding): ColumnReader {
  if (beside === 'sure') return { type: 'esriFieldTypeDouble', decimal: ',' };
  if (use !== 'decimals' && grouping.digits < WIDEST) return groupedReader(grouping);
  return { type: 'esriFieldTypeDouble', decimal: ',', isDecimalUnsure: true };
}

/** Whole numbers of so many digits may lose some. */
const WIDEST = 16;

function groupedReader({ group, decimal, isWhole, digits, isUnsure }: Grouping): ColumnReader {
  const whole = digits < 10 ? 'esriFieldTypeInteger' : 'esriFieldTypeBigInteger';
  return { type: isWhole ? whole : 'esriFieldTypeDouble', decimal, group, ...(isUnsure ? { isGroupUnsure: true } : {}) };
}

/** The types that a person may choose for a column of text. */
export const CHOOSABLE_TYPES = [
  'esriFieldTypeString',
  'esriFieldTypeInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeDouble',
  'esriFieldTypeDate',
  'esriFieldTypeDateOnly',
  'esriFieldTypeTimeOnly',
  'esriFieldTypeTimestampOffset',
] as const satisfies readonly FieldType[];

/** Whether a person chose that the field of the name holds texts. */
export function isChosenText(types: ReadOptions['types'], name = ''): boolean {
  return chosenType(types, name) === 'esriFieldTypeString';
}

/** The type that a person chose for the field of the name, which may be one that every object has. */
export function chosenType(types: ReadOptions['types'] = {}, name = ''): FieldType | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(types, key) ? types[key] : undefined;
}

/** Long runs of digits (account numbers, ids) must not be rounded, nor powers of ten that no number holds be lost. */
function isExact(text: string): boolean {
  if (/^[+-]?\d{16,}$/.test(text)) return Number.isSafeInteger(Number(text));
  if (!/e/i.test(text)) return true;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) && (number !== 0 || !/[1-9].*e/i.test(text));
}

/** A judged column. */
export interface ColumnReader {
  type: FieldType;
  length?: number;
  decimal?: '.' | ',';
  date?: DateStyle;
  /** What sets thousands apart, where something does. */
  group?: GroupStyle['group'];
  /** The numbers might have three decimals instead. */
  isGroupUnsure?: boolean;
  /** What stands before decimals might set thousands apart instead. */
  isDecimalUnsure?: boolean;
  /** Day and month could not be told apart. */
  ambiguous?: boolean;
  /** The type was chosen by a person, so that some values may not fit it. */
  isChosen?: boolean;
}

/** Whether a cell has a value that the column cannot hold. */
export function isMisfit(raw: string, column: ColumnReader): boolean {
  const text = raw.trim();
  if (!column.isChosen || text === '' || NO_VALUE.test(text)) return false;
  const value = readCell(raw, column);
  if (value === null) return true;
  if (column.type === 'esriFieldTypeInteger') return !Number.isInteger(value) || !isInt32(Number(value));
  return column.type === 'esriFieldTypeBigInteger' && !Number.isSafeInteger(value);
}

/** Says that a value is none of the type that was chosen. */
export function misfitCode(type: FieldType | undefined): 'value-no-date' | 'value-no-time' | 'value-no-number' {
  if (type === 'esriFieldTypeTimeOnly') return 'value-no-time';
  return type === 'esriFieldTypeDate' || (type !== undefined && isFormed(type)) ? 'value-no-date' : 'value-no-number';
}

/** The value of a cell in the type of its column; null for blank. */
export function readCell(raw: string, column: ColumnReader): unknown {
  if (column.type === 'esriFieldTypeString') return raw === '' ? null : keepable(raw);
  const text = raw.trim();
  if (text === '' || NO_VALUE.test(text)) return null;
  if (column.type === 'esriFieldTypeDateOnly' && column.date && column.date !== 'iso') {
    const ms = parseDate(text, column.date);
    return ms === null ? null : dayOf(ms);
  }
  if (isFormed(column.type)) return formedText(text, column.type);
  if (column.date) return parseDate(text, column.date);
  const number = parseNumber(column.group === undefined ? text : withoutGroups(text, column.group), column.decimal ?? '.');
  return Number.isFinite(number) ? number : null;
}

/** Text without zero characters, which databases do not keep. */
function keepable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Gathers what the values of one JSON property have in common. */
export class JsonColumn {
  private readonly kinds = new Set<string>();
  private longest = 0;
  private integer = true;
  private small = true;
  private isoDates = true;
  /** Some value has more digits than a number holds. */
  isWide = false;
  /** Numbers that are too large to be held. */
  beyond = 0;
  readonly range = new NumberRange();
  readonly losses: Losses;

  constructor(rows: RowCount) {
    this.losses = new Losses(rows);
  }

  add(value: unknown): void {
    if (value === null || value === undefined) return;
    const kind = typeof value;
    this.kinds.add(kind);
    if (kind === 'bigint') this.isWide = true;
    if (kind === 'number') {
      this.range.add(value as number);
      if (!Number.isFinite(value)) this.beyond++;
      if (!Number.isSafeInteger(value)) this.integer = false;
      else if (!isInt32(value as number)) this.small = false;
      if (this.kinds.size > 1) this.longest = Math.max(this.longest, LONGEST_NUMBER);
      return;
    }
    const text = kind === 'string' ? (value as string) : kind === 'object' ? jsonText(value) : String(value);
    if (text.length > this.longest) this.longest = text.length;
    if (kind !== 'string' || (this.isoDates && text !== '' && parseDate(text, 'iso') === null)) this.isoDates = false;
    else if (text === '') this.isoDates = false;
    else if (this.isoDates && isFiner(text)) this.losses.moments.add();
  }

  finish(name: string, alias: string, asText = false): FormatField {
    const only = this.kinds.size === 1 && !asText ? [...this.kinds][0] : undefined;
    if (only === 'boolean') return { name, alias, type: 'esriFieldTypeSmallInteger' };
    if (only === 'number') {
      const whole = this.small ? 'esriFieldTypeInteger' : 'esriFieldTypeBigInteger';
      return { name, alias, type: this.integer ? whole : 'esriFieldTypeDouble' };
    }
    if (only === 'string' && this.isoDates) return { name, alias, type: 'esriFieldTypeDate' };
    const length = this.kinds.size === 0 ? DEFAULT_LENGTH : Math.max(1, this.longest, this.kinds.has('number') ? LONGEST_NUMBER : 0);
    return { name, alias, type: 'esriFieldTypeString', length };
  }
}

/** The value of a JSON property in the type of its field. */
export function readJsonValue(value: unknown, type: FieldType): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'esriFieldTypeString') {
    return keepable(typeof value === 'string' ? value : typeof value === 'object' ? jsonText(value) : String(value));
  }
  if (isFormed(type)) return typeof value === 'string' ? formedText(value, type) : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (type === 'esriFieldTypeDate')
    return typeof value === 'string' ? parseDate(value, 'iso') : typeof value === 'number' && Math.abs(value) <= LAST_MOMENT ? value : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
