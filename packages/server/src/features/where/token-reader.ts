// Walks over tokens with one token of look-ahead; the base of the expression parser.
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { Token } from './tokens.ts';
import { WhereError } from './where-error.ts';

const END: Token = { kind: 'end', value: '', keyword: '', at: 0 };

/** A cursor over tokens. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#position + ahead] ?? this.#tokens.at(-1) ?? END;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#position++;
    return token;
  }

  atKeyword(keyword: string): boolean {
    return this.peek().keyword === keyword;
  }

  acceptKeyword(keyword: string): boolean {
    if (!this.atKeyword(keyword)) return false;
    this.#position++;
    return true;
  }

  expectKeyword(keyword: string): void {
    if (!this.acceptKeyword(keyword)) throw this.unexpected(sentence('where-wants-word', { word: keyword }));
  }

  acceptSymbol(symbol: string): boolean {
    const token = this.peek();
    if (token.kind !== 'symbol' || token.value !== symbol) return false;
    this.#position++;
    return true;
  }

  expectSymbol(symbol: string): void {
    if (!this.acceptSymbol(symbol)) throw this.unexpected(sentence('where-wants-word', { word: symbol }));
  }

  /** The error for the token at the cursor. */
  unexpected(wanted?: Sentence): WhereError {
    const { kind, value, at } = this.peek();
    const [code, values] = kind === 'end' ? (['where-ends', {}] as const) : (['where-at', { text: value.slice(0, 40) }] as const);
    return wanted === undefined
      ? new WhereError(code, at, values)
      : new WhereError('where-wants', at, { found: sentence(code, values), wanted });
  }
}
