// The one error that geometry code throws when what it was given is not a usable geometry.
import { type Sentence, sentence } from '../sentence.ts';

/** A geometry, spatial reference or geometry parameter that cannot be used; the message says what is wrong with it. */
export class GeometryError extends Error {
  override readonly name = 'GeometryError';
  /** What is wrong, as part of other sentences. */
  readonly fault: string | Sentence;
  /** What is wrong, for translation; what only callers of the API can meet has its text in English alone. */
  readonly sentence: Sentence;

  constructor(fault: string | Sentence, options?: ErrorOptions) {
    super(typeof fault === 'string' ? fault : fault.text, options);
    this.fault = fault;
    this.sentence = typeof fault === 'string' ? sentence('geometry-refused', { detail: fault }) : fault;
  }
}
