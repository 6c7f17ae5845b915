// Words that the server writes for people: in mails, and in files that are made for them.
import { readFile } from 'node:fs/promises';
import type { Area, MessageFile } from '@graticule/i18n/messages';
import { Translator } from '@graticule/i18n/translator';

/** Languages that the server writes in. */
const WRITTEN = ['en', 'ar'] as const;

export type WrittenLanguage = (typeof WRITTEN)[number];

const known = new Map<WrittenLanguage, Translator>();

/** The written language of a culture such as `ar-eg`; undefined where it has none. */
export function writtenLanguage(culture: string | null | undefined): WrittenLanguage | undefined {
  const base = culture?.trim().toLowerCase().split('-')[0];
  return WRITTEN.find((each) => each === base);
}

/** The best written language that a request asks for with `Accept-Language`; undefined where it asks for none of them. */
export function askedLanguage(header: string | undefined): WrittenLanguage | undefined {
  const wishes = (header ?? '').split(',').map((wish) => {
    const [tag = '', ...rest] = wish.split(';');
    const weight = /^\s*q=([\d.]+)\s*$/.exec(rest.join(';'))?.[1];
    return { language: writtenLanguage(tag), weight: weight === undefined ? 1 : Number(weight) };
  });
  const [best] = wishes.filter(({ language, weight }) => language !== undefined && weight > 0).sort((a, b) => b.weight - a.weight);
  return best?.language;
}

/** The messages of an area in a language. */
export async function wordsOf(area: Area, language: WrittenLanguage): Promise<Translator> {
  const translator = known.get(language) ?? new Translator(language, load);
  known.set(language, translator);
  // What could not be read, such as with too many files open, is read again the next time.
  await translator.ensure([area]);
  return translator;
}

async function load(area: Area, tag: string): Promise<MessageFile | undefined> {
  if (writtenLanguage(tag) !== tag) return undefined;
  return JSON.parse(await readFile(new URL(`../../../i18n/messages/${area}/${tag}.json`, import.meta.url), 'utf8'));
}
