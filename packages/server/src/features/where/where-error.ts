// The one error of the standardized SQL reader.
import { type Sentence, type SentenceCode, type SentenceValues, sentence } from '@graticule/geo/sentence';

/** Says what is wrong with an expression and where; the text is fit for the caller, and goes on after "the expression". */
export class WhereError extends Error {
  /** The same in words that can be said in any language. */
  readonly reason: Sentence;
  /** Position in the text, from 0. */
  readonly at: number;

  constructor(code: SentenceCode & `where-${string}`, at: number, values: SentenceValues = {}) {
    const reason = sentence(code, values);
    super(reason.text);
    this.name = 'WhereError';
    this.reason = reason;
    this.at = at;
  }
}
