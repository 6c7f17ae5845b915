// Cuts the text of a query into tokens; the lower half of the grammar.
import { fail } from '@graticule/contract/errors';

/** Stands for `*` in the text of a word: any characters. A private-use character, removed from queries beforehand. */
export const ANY_RUN = '\uE000';

/** Stands for `?` in the text of a word: one character. */
export const ANY_ONE = '\uE001';

export type Token =
  | { kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'plus' }
  | { kind: 'field'; name: string }
  | { kind: 'word' | 'phrase'; text: string }
  | { kind: 'range'; from: string | undefined; to: string | undefined; fromIncluded: boolean; toIncluded: boolean }
  | { kind: 'boost'; factor: number };

/** What was cut, and whether anything had to be dropped or closed. */
export interface Tokens {
  tokens: Token[];
  repaired: boolean;
}

// Lengths are bounded so that a hostile query cannot make the search for ranges slow.
const VALUE = String.raw`(?:"([^"]{0,100})"|([^\s"[{\]}]{1,100}))?`;
const RANGE = new RegExp(String.raw`[[{]\s{0,9}${VALUE}\s{0,9}\bTO\b\s{0,9}${VALUE}\s{0,9}([\]}])?`, 'y');
const NUMBER = /\d*\.?\d+/y;
const FIELD_NAME = /^[\p{L}_][\p{L}\p{N}_.]*$/u;
const ENDS_WORD = new Set(['(', ')', '[', ']', '{', '}', '"', '^', '~']);
const MAX_BOOST = 100;

/**
 * Cuts a query into tokens.
 * @throws LEADING_WILDCARD a word that starts with `*` or `?`
 */
export function tokenize(query: string): Tokens {
  const source = query.replace(/[\uE000\uE001\0]/g, ' ');
  const scanner: Scanner = { source, at: 0, tokens: [], repaired: source !== query };
  while (scanner.at < source.length) scanOne(scanner);
  return { tokens: scanner.tokens, repaired: scanner.repaired };
}

interface Scanner extends Tokens {
  source: string;
  at: number;
}

function scanOne(scanner: Scanner): void {
  const c = scanner.source.charAt(scanner.at);
  const two = scanner.source.slice(scanner.at, scanner.at + 2);
  if (isBlank(c)) scanner.at++;
  else if (c === '(') push(scanner, { kind: 'open' }, 1);
  else if (c === ')') push(scanner, { kind: 'close' }, 1);
  else if (two === '&&') push(scanner, { kind: 'and' }, 2);
  else if (two === '||') push(scanner, { kind: 'or' }, 2);
  else if (c === '"') scanPhrase(scanner);
  else if (c === '[' || c === '{') scanRange(scanner);
  else if (c === '^' || c === '~') scanFactor(scanner, c);
  else if (c === ']' || c === '}' || c === ':') skip(scanner);
  else if ((c === '!' || c === '-' || c === '+') && startsClause(scanner)) scanSign(scanner, c);
  else scanWord(scanner);
}

/** Right after `field:` a sign belongs to the value, as in `numviews:-1`. */
function startsClause(scanner: Scanner): boolean {
  return scanner.tokens.at(-1)?.kind !== 'field' || scanner.source.charAt(scanner.at - 1) !== ':';
}

function push(scanner: Scanner, token: Token, length: number): void {
  scanner.tokens.push(token);
  scanner.at += length;
}

function skip(scanner: Scanner): void {
  scanner.at++;
  scanner.repaired = true;
}

function scanSign(scanner: Scanner, c: '!' | '-' | '+'): void {
  const next = scanner.source.charAt(scanner.at + 1);
  if (c !== '!' && (next === '' || isBlank(next))) skip(scanner);
  else push(scanner, { kind: c === '+' ? 'plus' : c === '-' ? 'minus' : 'not' }, 1);
}

function scanPhrase(scanner: Scanner): void {
  let text = '';
  let at = scanner.at + 1;
  while (at < scanner.source.length && scanner.source.charAt(at) !== '"') {
    if (scanner.source.charAt(at) === '\\') at++;
    text += scanner.source.charAt(at);
    at++;
  }
  if (at >= scanner.source.length) scanner.repaired = true;
  scanner.tokens.push({ kind: 'phrase', text });
  scanner.at = at + 1;
}

/** Brackets around something that is no range are dropped. */
function scanRange(scanner: Scanner): void {
  RANGE.lastIndex = scanner.at;
  const match = RANGE.exec(scanner.source);
  if (match === null) {
    skip(scanner);
    return;
  }
  const [whole, fromPhrase, fromWord, toPhrase, toWord, close] = match;
  const missing = (fromPhrase ?? fromWord) === undefined || (toPhrase ?? toWord) === undefined;
  if (close === undefined || missing) scanner.repaired = true;
  const token: Token = {
    kind: 'range',
    from: rangeEnd(fromPhrase, fromWord),
    to: rangeEnd(toPhrase, toWord),
    fromIncluded: whole.startsWith('['),
    toIncluded: close !== '}',
  };
  push(scanner, token, whole.length);
}

function rangeEnd(phrase: string | undefined, word: string | undefined): string | undefined {
  if (phrase !== undefined) return phrase;
  return word === '*' ? undefined : word?.replace(/\\(.)/gu, '$1');
}

function scanFactor(scanner: Scanner, c: '^' | '~'): void {
  scanner.at++;
  NUMBER.lastIndex = scanner.at;
  const match = NUMBER.exec(scanner.source);
  scanner.at += match?.[0].length ?? 0;
  const previous = scanner.tokens.at(-1)?.kind;
  const follows = previous === 'word' || previous === 'phrase' || previous === 'close' || previous === 'range';
  if (c === '^' && match !== null && follows) scanner.tokens.push({ kind: 'boost', factor: Math.min(Number(match[0]), MAX_BOOST) });
  else if (c === '^') scanner.repaired = true;
}

function scanWord(scanner: Scanner): void {
  const { source } = scanner;
  let text = '';
  let escaped = false;
  let at = scanner.at;
  for (; at < source.length; at++) {
    const c = source.charAt(at);
    if (isBlank(c) || ENDS_WORD.has(c)) break;
    if (c === '\\') {
      escaped = true;
      at++;
      text += source.charAt(at);
    } else if (c === ':' && !escaped && FIELD_NAME.test(text) && source.slice(at + 1, at + 3) !== '//') {
      push(scanner, { kind: 'field', name: text.toLowerCase() }, 0);
      scanner.at = at + 1;
      return;
    } else if (c === '*') text += ANY_RUN;
    else if (c === '?') text += ANY_ONE;
    else text += c;
  }
  scanner.at = at;
  if (text.startsWith(ANY_RUN) || text.startsWith(ANY_ONE)) throw fail('LEADING_WILDCARD');
  if (text === '') scanner.repaired = true;
  else if (!escaped && (text === 'AND' || text === 'OR' || text === 'NOT')) {
    scanner.tokens.push({ kind: text === 'AND' ? 'and' : text === 'OR' ? 'or' : 'not' });
  } else scanner.tokens.push({ kind: 'word', text });
}

function isBlank(c: string): boolean {
  return /\s/u.test(c);
}
