// A sentence for people that can be said in any language: code and values, and its English text.
import { SENTENCES } from './sentence-table.ts';

export type SentenceCode = keyof typeof SENTENCES;

/** Values of a sentence; a sentence may stand within another. */
export type SentenceValues = Readonly<Record<string, string | number | Sentence>>;

/** Code and values for those who translate, text for those who do not. */
export interface Sentence {
  code: SentenceCode;
  values: SentenceValues;
  text: string;
}

/** Makes a sentence; every `{name}` of its text needs a value. */
export function sentence(code: SentenceCode, values: SentenceValues = {}): Sentence {
  const text = SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'object' ? value.text : String(value ?? '');
  });
  return { code, values, text };
}
