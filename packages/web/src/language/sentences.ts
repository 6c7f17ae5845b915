// Says sentences that came with their code in the reader's language.

import type { Sentence } from '@graticule/geo/sentence';
import { ABOUT_LAYERS } from '@graticule/geo/sentences-about-layers';

export { type FindMessage, said } from '@graticule/geo/said-sentence';

/** Whether a sentence is about a file, and not about a layer or a service. */
export function isAboutFile({ code }: Sentence): boolean {
  return !Object.hasOwn(ABOUT_LAYERS, code);
}

/** Sentences within sentences; ours are no deeper. */
const MOST_WITHIN = 4;

/** Whether a value from outside, which may be another server, is a sentence down to the last one within it. */
export function isSentence(value: unknown): value is Sentence {
  return isSentenceWithin(value, MOST_WITHIN);
}

function isSentenceWithin(value: unknown, left: number): value is Sentence {
  const { code, values, text } = (value ?? {}) as Partial<Sentence>;
  if (left < 0 || typeof code !== 'string' || typeof text !== 'string' || typeof values !== 'object' || values === null) return false;
  return Object.values(values).every((one) => typeof one === 'string' || typeof one === 'number' || isSentenceWithin(one, left - 1));
}
