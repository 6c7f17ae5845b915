// Words of mails, in the language of who gets them.
import type { Translate } from '@graticule/i18n/translator';
import { wordsOf, writtenLanguage } from '../words.ts';

/** The messages for mails in the best language for these cultures, the first of which counts most; English when none has any. */
export async function mailWords(...cultures: readonly (string | null | undefined)[]): Promise<{ words: Translate; language: string }> {
  const language = cultures.map(writtenLanguage).find((each) => each !== undefined) ?? 'en';
  return { words: (await wordsOf('mail', language)).translate, language };
}
