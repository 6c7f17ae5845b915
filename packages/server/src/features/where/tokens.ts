// Splits standardized SQL into tokens; refuses everything that no expression needs.
import { WhereError } from './where-error.ts';

/** `word` is a bare name or keyword, `name` a name in double quotes. */
export type TokenKind = 'word' | 'name' | 'text' | 'number' | 'symbol' | 'end';

export interface Token {
  kind: TokenKind;
  /** The text without quotes; words keep their spelling. */
  value: string;
  /** Upper-case spelling of a word, for comparison with keywords; empty for other tokens. */
  keyword: string;
  at: number;
}

/** Longest expression that is read. */
export const MAX_EXPRESSION_LENGTH = 20_000;

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const SYMBOL = /<>|!=|<=|>=|\|\||[=<>+\-*/(),]/y;
const BLANK = /\s+/y;

/**
 * The tokens of an expression, closed by an `end` token.
 * @throws WhereError for characters that have no place in standardized SQL, comments and unclosed quotes
 */
export function tokenize(sql: string): Token[] {
  if (sql.length > MAX_EXPRESSION_LENGTH) throw new WhereError('where-long', 0, { most: MAX_EXPRESSION_LENGTH });
  if (sql.includes('\u0000')) throw new WhereError('where-null', sql.indexOf('\u0000'));
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    const blank = match(BLANK, sql, at);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const token = readToken(sql, at);
    tokens.push(token.token);
    at = token.next;
  }
  tokens.push({ kind: 'end', value: '', keyword: '', at });
  return tokens;
}

function readToken(sql: string, at: number): { token: Token; next: number } {
  const first = sql[at] ?? '';
  if (first === "'") return quoted(sql, at, at, "'", 'text');
  if (first === '"') return quoted(sql, at, at, '"', 'name');
  if ((first === 'N' || first === 'n') && sql[at + 1] === "'") return quoted(sql, at, at + 1, "'", 'text');
  if (sql.startsWith('--', at) || sql.startsWith('/*', at)) throw new WhereError('where-comments', at);
  const number = match(NUMBER, sql, at);
  if (number !== undefined) {
    if (match(WORD, sql, at + number.length) !== undefined) throw new WhereError('where-number', at, { text: excerpt(sql, at) });
    return { token: { kind: 'number', value: number, keyword: '', at }, next: at + number.length };
  }
  const word = match(WORD, sql, at);
  if (word !== undefined) return { token: { kind: 'word', value: word, keyword: word.toUpperCase(), at }, next: at + word.length };
  const symbol = match(SYMBOL, sql, at);
  if (symbol !== undefined) return { token: { kind: 'symbol', value: symbol, keyword: '', at }, next: at + symbol.length };
  throw new WhereError('where-character', at, { text: excerpt(sql, at) });
}

function quoted(sql: string, start: number, open: number, quote: string, kind: TokenKind): { token: Token; next: number } {
  let value = '';
  let from = open + 1;
  for (;;) {
    const close = sql.indexOf(quote, from);
    if (close < 0) throw new WhereError('where-quote', open);
    value += sql.slice(from, close);
    if (sql[close + 1] !== quote) return { token: { kind, value, keyword: '', at: start }, next: close + 1 };
    value += quote;
    from = close + 2;
  }
}

function match(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}

function excerpt(sql: string, at: number): string {
  return sql.slice(at, at + 20);
}
