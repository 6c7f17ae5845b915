// The language in which a job writes for people: what it leaves behind is read when nobody calls any more.
import { type FindMessage, said } from '@graticule/geo/said-sentence';
import type { Sentence } from '@graticule/geo/sentence';
import { cultureOf } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { askedLanguage, type WrittenLanguage, wordsOf, writtenLanguage } from '../platform/words.ts';

/** The language that the caller asks for; that of the account where the call says none that is written here, and English at last. */
export async function languageOfJob(
  portal: Pick<Portal, 'db'>,
  { languages, username }: Pick<Caller, 'languages' | 'username'>,
): Promise<WrittenLanguage> {
  const asked = askedLanguage(languages);
  if (asked !== undefined || username === null) return asked ?? 'en';
  return writtenLanguage(await cultureOf(portal.db, username)) ?? 'en';
}

/** Says sentences about files in a language. */
export async function sayingIn(language: WrittenLanguage = 'en'): Promise<(sentence: Sentence) => string> {
  if (language === 'en') return ({ text }) => text;
  const find: FindMessage = (await wordsOf('formats', language)).find;
  return (sentence) => said(sentence, find);
}
