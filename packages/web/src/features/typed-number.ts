// Numbers as people type them: with the signs of their language, in the figures of any script.
import { figuresIn, numberIn } from './field-kinds.ts';

/** How a language writes numbers. */
interface Signs {
  decimal: string;
  /** Between thousands; empty for none. */
  group: string;
  /** Figures between two such signs before the last three: two in India. */
  groupSize: number;
  /** The figures from nought to nine. */
  figures: readonly string[];
}

const known = new Map<string, Signs>();

function signsOf(tag: string): Signs {
  const found = known.get(tag) ?? readSigns(tag);
  known.set(tag, found);
  return found;
}

function readSigns(tag: string): Signs {
  const parts = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).formatToParts(1_234_567_890.5);
  const sign = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value;
  const groups = parts.filter((part) => part.type === 'integer');
  const figures = new Intl.NumberFormat(tag, { useGrouping: false });
  return {
    decimal: sign('decimal') ?? '.',
    group: plain(sign('group') ?? ''),
    groupSize: groups.at(-2)?.value.length ?? 3,
    figures: Array.from({ length: 10 }, (_, i) => figures.format(i)),
  };
}

/** One sign of each kind: ASCII figures, one minus, one space, one apostrophe; no marks of direction. */
function plain(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (figure) => String(figureValue(figure)))
    .replace(/[\uff0b-\uff0e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2212\u2012\u2013]/g, '-')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/\s/g, ' ');
}

/** Figures of a script follow each other in tens. */
function figureValue(figure: string): number {
  const code = figure.codePointAt(0) ?? 0;
  let nought = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought--;
  return (code - nought) % 10;
}

/** Signs that stand for decimals, or for thousands, in every language. */
const ARABIC_DECIMAL = '\u066b';
const THOUSANDS = [' ', "'", '\u066c'];

/**
 * What was typed, as machines write numbers: with a point, and whole numbers with all of their figures. The signs of the language come first;
 * a point may stand before decimals wherever it cannot stand between thousands.
 * @returns undefined for what is no number, or could be another one
 * @example figuresTyped('12,500', 'en') is 12500, figuresTyped('12,500', 'de') is 12.5, figuresTyped('12,5', 'en') is none
 */
export function figuresTyped(text: string, tag: string): string | undefined {
  const signs = signsOf(tag);
  const typed = plain(text).trim();
  return figuresIn(ungrouped(typed, signs) ?? pointed(typed, signs) ?? '');
}

/** Without the signs between thousands; undefined where there are none, or not where they belong. */
function ungrouped(typed: string, { decimal, group, groupSize }: Signs): string | undefined {
  const decimals = `${decimal}${ARABIC_DECIMAL}${group === '.' ? '' : '.'}`;
  const between = groupSize === 3 ? '3' : `${groupSize},3`;
  for (const mark of new Set([group, ...THOUSANDS])) {
    if (mark === '') continue;
    const whole = `[+-]?[1-9]\\d{0,2}(?:[${mark}]\\d{${between}})*[${mark}]\\d{3}`;
    const [, grouped, rest] = new RegExp(`^(${whole})(?:[${decimals}](\\d*))?$`).exec(typed) ?? [];
    if (grouped !== undefined) return `${grouped.replaceAll(mark, '')}${rest ? `.${rest}` : ''}`;
  }
  return undefined;
}

/** With a point before the decimals. */
function pointed(typed: string, { decimal }: Signs): string | undefined {
  const sign = `[.${decimal}${ARABIC_DECIMAL}]`;
  return new RegExp(`^[+-]?(\\d+${sign}?\\d*|${sign}\\d+)(e[+-]?\\d+)?$`, 'i').test(typed)
    ? typed.replace(new RegExp(sign), '.')
    : undefined;
}

/** A number of a machine as it is typed in a language, without signs between thousands; what is none stays. */
export function figuresToType(text: string, tag: string): string {
  if (numberIn(text) === undefined) return text;
  const { decimal, figures } = signsOf(tag);
  return text.replace('.', decimal).replace(/[0-9]/g, (figure) => figures[Number(figure)] ?? figure);
}

/** Degrees that were typed. They have no thousands: a comma can only stand before decimals. */
export function degreesTyped(text: string): number | undefined {
  return numberIn(
    plain(text)
      .replace(/°\s*$/, '')
      .replace(/[,\u066b\u060c]/, '.'),
  );
}

/**
 * How numbers are typed that something refused may have meant: the whole one first, and the one with decimals.
 * @example waysToType('12,5', 'en') is 125 and 12.5
 */
export function waysToType(text: string, tag: string): string[] {
  const [, sign = '', body = ''] = /^([+-]?)([\d .,'\u066b\u066c\u060c]*\d)$/.exec(plain(text).trim()) ?? [];
  const marks: string[] = body.match(/\D/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return [];
  const figures = body.replace(/\D/g, '');
  const at = figures.length - (body.length - 1 - body.lastIndexOf(last));
  const isOnly = marks.indexOf(last) === marks.length - 1;
  const isWhole = marks.length === 1 ? /^[1-9]/.test(body) : /^\d{1,3}(\D\d{3})+$/.test(body) && new Set(marks).size === 1;
  const ways = THOUSANDS.includes(last)
    ? []
    : [...(isWhole ? [figures] : []), ...(isOnly ? [`${figures.slice(0, at)}.${figures.slice(at)}`] : [])];
  return ways.flatMap((way) => figuresIn(sign + way) ?? []).map((way) => figuresToType(way, tag));
}
