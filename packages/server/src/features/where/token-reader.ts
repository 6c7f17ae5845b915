// Walks over tokens with one token of look-ahead; the base of the expression parser.
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
    if (!this.acceptKeyword(keyword)) throw this.unexpected(`'${keyword}' is expected`);
  }

  acceptSymbol(symbol: string): boolean {
    const token = this.peek();
    if (token.kind !== 'symbol' || token.value !== symbol) return false;
    this.#position++;
    return true;
  }

  expectSymbol(symbol: string): void {
    if (!this.acceptSymbol(symbol)) throw this.unexpected(`'${symbol}' is expected`);
  }

  /** The error for the token at the cursor. */
  unexpected(wanted = ''): WhereError {
    const token = this.peek();
    const found = token.kind === 'end' ? 'ends too early' : `is not understood at '${token.value.slice(0, 40)}'`;
    return new WhereError(wanted === '' ? found : `${found}: ${wanted}`, token.at);
  }
}
