// Says a sentence that came with its code in another language. Without the table of sentences, which pages need not load.
import type { Sentence } from './sentence.ts';

/** The message of a key, filled in; undefined where the language has none. */
export type FindMessage = (key: string, values?: Record<string, string | number>) => string | undefined;

/** The sentence in the language of `find`; in English where there are no words for it. */
export function said({ code, values, text }: Sentence, find: FindMessage): string {
  const words = Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? said(value, find) : value]);
  return find(`formats.${code}`, Object.fromEntries(words)) ?? text;
}
