// JSON whose numbers keep every digit: whole ones that a number would change are read as big ones, and of others is known which are rounded.
import { isKept, isRounded, LONGEST_EXACT } from './number-rounding.ts';

/** A run of digits that may be more than a number holds, other than behind a decimal point. */
const LONG = /[:\s[,-]\d{16}/;
const [SPACE, QUOTE, MINUS, POINT, ZERO] = [0x20, 0x22, 0x2d, 0x2e, 0x30] as const;
const [COLON, LIST, BACKSLASH, END_OF_LIST] = [0x3a, 0x5b, 0x5c, 0x5d] as const;
/** A number from its beginning. */
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Numbers of more digits identify nothing, and reading millions of them would take minutes. */
const WHOLE = /^-?\d{1,100}$/;
/** Members of geometries, in which no number has so many digits. */
const PLACES: ReadonlySet<string> = new Set(['geometry', 'geometries', 'coordinates']);

/** What the language tells a reviver beside key and value; not everywhere. */
type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

/** The members of objects whose numbers, or numbers within them, were rounded. */
const rounded = new WeakMap<object, string[]>();
const NONE: readonly string[] = [];

/** The members of an object that `parseJson` gave in which a number lost digits. */
export function roundedMembers(holder: object): readonly string[] {
  return rounded.get(holder) ?? NONE;
}

/** The object with more members; it is known of them too which were rounded. */
export function withMember<T extends object, U extends object>(holder: T, more: U): T & U {
  const whole = { ...holder, ...more };
  const members = rounded.get(holder);
  if (members !== undefined) rounded.set(whole, members);
  return whole;
}

function tellRounded(holder: unknown, key: string): void {
  if (typeof holder !== 'object' || holder === null) return;
  const members = rounded.get(holder);
  if (members === undefined) rounded.set(holder, [key]);
  else members.push(key);
}

const kept: Reviver = function (this: unknown, key, value, context) {
  if (typeof value === 'object' && value !== null) {
    if (PLACES.has(key)) return withNumbers(value);
    if (rounded.has(value)) tellRounded(this, key);
    return value;
  }
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  if (source === undefined) return value;
  // What a number writes in the same digits has lost none; programs write large numbers so.
  if (WHOLE.test(source)) return String(value) === source ? value : BigInt(source);
  if (isRounded(source)) tellRounded(this, key);
  return value;
};

/** Places with all of their coordinates as numbers. */
function withNumbers(value: object): unknown {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = asNumber(value[at]);
  } else for (const [key, part] of Object.entries(value)) (value as Record<string, unknown>)[key] = asNumber(part);
  return value;
}

const asNumber = (part: unknown): unknown =>
  typeof part === 'bigint' ? Number(part) : typeof part === 'object' && part !== null ? withNumbers(part) : part;

/** As `JSON.parse`, with members and parts of lists that are whole numbers of too many digits as bigint; coordinates are numbers alone. */
export function parseJson(text: string): unknown {
  return parsedWith(kept, text);
}

/** The same where nobody asks which numbers were rounded. */
export function parseQuickly(text: string): unknown {
  return LONG.test(text) ? JSON.parse(text, kept as Parameters<typeof JSON.parse>[1]) : JSON.parse(text);
}

function parsedWith(reviver: Reviver, text: string): unknown {
  return LONG.test(text) || hasRounded(text) ? JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]) : JSON.parse(text);
}

/**
 * Whether a member, or what stands in its list, has more digits than a number holds; places are lists of numbers, and are not looked at. It
 * goes from text to text: what has a colon behind it is the name of a member, and nothing within a text is looked at.
 */
function hasRounded(text: string): boolean {
  for (let open = text.indexOf('"'); open >= 0; ) {
    const close = endOfText(text, open);
    let at = behindSpace(text, close + 1);
    if (text.charCodeAt(at) === COLON) {
      at = behindSpace(text, at + 1);
      if (text.charCodeAt(at) !== LIST) {
        if (isRoundedAt(text, at)) return true;
      } else if (!PLACES.has(text.slice(open + 1, close))) {
        at = endOfList(text, at);
        if (at < 0) return true;
      }
    }
    open = text.indexOf('"', at);
  }
  return false;
}

function behindSpace(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= SPACE) at++;
  return at;
}

/** Whether the number that begins there, if one does, loses digits. */
function isRoundedAt(text: string, start: number): boolean {
  let end = text.charCodeAt(start) === MINUS ? start + 1 : start;
  while (isNumeral(text.charCodeAt(end))) end++;
  if (end - start <= LONGEST_EXACT || isKept(text, start, end)) return false;
  NUMBER.lastIndex = start;
  return isRounded(NUMBER.exec(text)?.[0] ?? '');
}

/** Where the list ends that begins there; -1 where a number in it loses digits. */
function endOfList(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === LIST) depth++;
    else if (code === END_OF_LIST) {
      depth--;
      if (depth === 0) return at;
    } else if (code === MINUS || isNumeral(code)) {
      if (isRoundedAt(text, at)) return -1;
      while (isNumeral(text.charCodeAt(at + 1))) at++;
    }
  }
  return text.length;
}

/** Where the text in quotes ends that begins there. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

const isNumeral = (code: number): boolean => (code >= ZERO && code <= ZERO + 9) || code === POINT;

const { rawJSON, isRawJSON } = JSON as unknown as { rawJSON?: (text: string) => unknown; isRawJSON?: (value: unknown) => boolean };

const asWritten: Reviver = (_key, value, context) => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  if (source === undefined || rawJSON === undefined) return value;
  if (WHOLE.test(source)) return String(value) === source ? value : BigInt(source);
  return isRounded(source) ? rawJSON(source) : value;
};

/** As `JSON.parse`, for values that `jsonText` makes text of once more: numbers that would be rounded stand there as they stood before. */
export function parseForText(text: string): unknown {
  return parsedWith(asWritten, text);
}

/** What stands for a number in what `jsonText` makes text of, where it has more digits than a number keeps. */
export const numberAsWritten = (text: string): unknown => (rawJSON === undefined ? Number(text) : rawJSON(text));

/** Whether what `parseForText` gave is such a number: it is an object, of which no part may be taken. */
export function isNumberAsWritten(value: unknown): boolean {
  return isRawJSON?.(value) === true;
}

/** As `JSON.stringify`, also of what `parseJson` gave; `of` gives what stands for a part that is no big number. */
export function jsonText(value: unknown, of: (part: unknown) => unknown = (part) => part): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'bigint') return of(part);
    return rawJSON === undefined ? Number(part) : rawJSON(part.toString());
  });
}
