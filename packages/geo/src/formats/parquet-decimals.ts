// Decimals of Parquet, which are whole numbers in the file: those of a column, and those within other values, which become text with them.
import type { SchemaTree } from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';
import { numberAsWritten } from './json-numbers.ts';
import type { Losses } from './losses.ts';
import { isRounded } from './number-rounding.ts';
import { isDecoded } from './parquet-words.ts';
import { wholeNumber } from './whole-number.ts';

/** Decimals of more bytes are none. */
const LONGEST_DECIMAL = 64;
/** Every decimal of so many digits is a number that is written so. */
const EXACT_DIGITS = 15;
/** Numbers have no smaller parts; nor are texts longer. */
const MOST_DECIMALS = 300;

/** A decimal of a column by the whole number that the file has in its place. Whole ones that a number would change stay as they are. */
export function decimalOf(value: unknown, scale: number, losses: Losses | undefined): number | bigint | null {
  const whole = wholeOf(value);
  if (whole === null) return null;
  if (scale === 0) return wholeNumber(whole);
  const text = `${whole}e${-scale}`;
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  if (isRounded(text)) losses?.digits.add();
  return number;
}

function wholeOf(value: unknown): bigint | null {
  if (value instanceof Uint8Array) return wholeOfBytes(value);
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : null;
  return typeof value === 'bigint' ? value : null;
}

/** Bytes as they are in the file, the highest first. */
function wholeOfBytes(bytes: Uint8Array): bigint | null {
  if (bytes.length === 0 || bytes.length > LONGEST_DECIMAL) return null;
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
}

/** The digits of a decimal, without zeros behind the last one. */
function decimalText(whole: bigint, scale: number): string {
  if (scale < 0 || scale > MOST_DECIMALS) return `${whole}e${-scale}`;
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const decimals = digits.slice(point).replace(/0+$/, '');
  return `${whole < 0n ? '-' : ''}${digits.slice(0, point)}${decimals === '' ? '' : `.${decimals}`}`;
}

/** What stands for a decimal in JSON: a number where it keeps every digit, and else the digits. */
export function decimalInText(whole: bigint, scale: number): unknown {
  if (scale === 0) return wholeNumber(whole);
  const isExact = String(whole).replace(/^-|0+$/g, '').length <= EXACT_DIGITS && scale > 0 && scale <= MOST_DECIMALS;
  const text = decimalText(whole, scale);
  return isExact ? Number(text) : numberAsWritten(text);
}

type Reading = (value: unknown) => unknown;

/** Puts decimals in the place of their whole numbers in values of a part of the schema; null where there are none. Lists of values are read one by one. */
export function decimalsWithin(tree: SchemaTree, asDecimal: (whole: bigint, scale: number) => unknown): Reading | null {
  const read = readingOf(tree, asDecimal);
  if (read === null) return null;
  const readAll: Reading = (value) => {
    if (value === null || value === undefined) return value;
    return Array.isArray(value) ? value.map(readAll) : read(value);
  };
  return readAll;
}

function readingOf(tree: SchemaTree, asDecimal: (whole: bigint, scale: number) => unknown): Reading | null {
  const { element, children } = tree;
  if (isDecoded(element)) return hasDecimals(tree) ? nearestWithin : null;
  if (children.length === 0) {
    if (element.converted_type !== 'DECIMAL') return null;
    return (value) => {
      const whole = wholeOf(value);
      return whole === null ? null : asDecimal(whole, element.scale ?? 0);
    };
  }
  if (isListLike(tree)) {
    // As the library reads it: a list may have its values without an element around them.
    const [list] = children as [SchemaTree];
    return decimalsWithin(list.children.length === 1 ? (list.children[0] as SchemaTree) : list, asDecimal);
  }
  if (isMapLike(tree)) return mapReading((children[0] as SchemaTree).children, asDecimal);
  const parts = new Map<string, Reading>();
  for (const child of children) {
    const read = decimalsWithin(child, asDecimal);
    if (read !== null) parts.set(child.element.name, read);
  }
  return parts.size === 0
    ? null
    : (value) =>
        withEntries(value, ([name, part]) => {
          const read = parts.get(name);
          return [name, read === undefined ? part : read(part)];
        });
}

/** Maps are objects, whose names are keys made to text. */
function mapReading([key, content]: readonly SchemaTree[], asDecimal: (whole: bigint, scale: number) => unknown): Reading | null {
  const read = content === undefined ? null : decimalsWithin(content, asDecimal);
  const { type, converted_type: converted, scale = 0 } = key?.element ?? {};
  const areDecimals = converted === 'DECIMAL' && key?.children.length === 0;
  if (read === null && !areDecimals) return null;
  const nameOf = (name: string): string => {
    const whole = /^\d{1,3}(,\d{1,3})*$/.test(name) && /BYTE_ARRAY$/.test(String(type)) ? bytesOf(name) : name;
    return nameOfDecimal(whole, scale) ?? name;
  };
  return (value) => withEntries(value, ([name, part]) => [areDecimals ? nameOf(name) : name, read === null ? part : read(part)]);
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.split(','), Number);

function nameOfDecimal(given: string | Uint8Array, scale: number): string | null {
  const whole = typeof given !== 'string' ? wholeOfBytes(given) : /^-?\d{1,20}$/.test(given) ? BigInt(given) : null;
  return whole === null ? null : decimalText(whole, scale);
}

function withEntries(value: unknown, of: (entry: [string, unknown]) => [string, unknown]): unknown {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(of)) : value;
}

/** Whether there are decimals in a value and no numbers of other digits. */
function hasDecimals(tree: SchemaTree): boolean {
  const leaves = leavesOf(tree);
  return leaves.some(({ converted_type: type }) => type === 'DECIMAL') && !leaves.some(({ type }) => type === 'FLOAT' || type === 'DOUBLE');
}

function leavesOf({ element, children }: SchemaTree): SchemaTree['element'][] {
  return children.length === 0 ? [element] : children.flatMap(leavesOf);
}

/** Part of a number by which the library may miss a decimal: it multiplies. */
const MISSED = 2 ** -51;

/** The decimals that numbers stand for, where the library has made them: those of few digits beside them. */
function nearestWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nearestWithin);
  if (typeof value === 'number') {
    const short = Number(value.toPrecision(EXACT_DIGITS));
    return Math.abs(short - value) <= Math.abs(value) * MISSED ? short : value;
  }
  const isPlain = typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array);
  return isPlain ? withEntries(value, ([name, part]) => [name, nearestWithin(part)]) : value;
}
