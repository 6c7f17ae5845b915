// The one error of the standardized SQL reader.

/** Says what is wrong with an expression and where; the text is fit for the caller. */
export class WhereError extends Error {
  /** Position in the text, from 0. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = 'WhereError';
    this.at = at;
  }
}
