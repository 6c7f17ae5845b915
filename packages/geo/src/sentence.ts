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

/** A sentence without its words. */
interface KeptSentence {
  code: string;
  values: Readonly<Record<string, string | number | KeptSentence>>;
}

/** What is kept of a sentence, as text, to be said in any language later. */
export function keptSentence(given: Sentence): string {
  return JSON.stringify(withoutWords(given));
}

function withoutWords({ code, values }: Sentence): KeptSentence {
  const kept = Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? withoutWords(value) : value]);
  return { code, values: Object.fromEntries(kept) };
}

/** The sentence of which that was kept; null where it is none. */
export function readKeptSentence(text: string): Sentence | null {
  if (!text.startsWith('{"code":')) return null;
  try {
    return withWords(JSON.parse(text) as KeptSentence);
  } catch {
    return null;
  }
}

/** @throws Error when there is no such sentence */
function withWords({ code, values }: KeptSentence): Sentence {
  if (!Object.hasOwn(SENTENCES, code)) throw new Error('there is no such sentence');
  const read = Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? withWords(value) : value]);
  return sentence(code as SentenceCode, Object.fromEntries(read));
}
