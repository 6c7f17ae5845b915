// Words of mails, in the language of who gets them.
import { readFile } from 'node:fs/promises';
import type { MessageFile } from '@graticule/i18n/messages';
import { type Translate, Translator } from '@graticule/i18n/translator';

const known = new Map<string, Promise<Translator>>();

/** The messages for mails in the best language for these cultures, the first of which counts most; English when none has any. */
export async function mailWords(...cultures: readonly (string | null | undefined)[]): Promise<{ words: Translate; language: string }> {
  const language = cultures.map(languageOf).find((each) => each !== undefined) ?? 'en';
  let translator = known.get(language);
  if (translator === undefined) {
    translator = loaded(language);
    known.set(language, translator);
    // What could not be read once, such as with too many files open, is read again for the next mail.
    translator.catch(() => known.delete(language));
  }
  return { words: (await translator).translate, language };
}

/** Languages that mails are written in. */
const WRITTEN = ['en', 'ar'];

function languageOf(culture: string | null | undefined): string | undefined {
  const base = culture?.toLowerCase().split('-')[0];
  return WRITTEN.find((each) => each === base);
}

async function loaded(language: string): Promise<Translator> {
  const translator = new Translator(language, async (area, tag): Promise<MessageFile | undefined> => {
    if (!WRITTEN.includes(tag)) return undefined;
    return JSON.parse(await readFile(new URL(`../../../../i18n/messages/${area}/${tag}.json`, import.meta.url), 'utf8'));
  });
  await translator.ensure(['mail']);
  return translator;
}
