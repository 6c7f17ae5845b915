// The language the interface speaks now: loads messages, remembers the choice, sets the page's language and direction.
import { type Formatter, formatterFor } from '@graticule/i18n/format';
import {
  canonicalTag,
  chooseLanguage,
  fallbackChain,
  findLanguage,
  LANGUAGES,
  type Language,
  PSEUDO_LANGUAGES,
} from '@graticule/i18n/languages';
import type { Area, MessageFile } from '@graticule/i18n/messages';
import { Translator } from '@graticule/i18n/translator';
import { keep, kept } from '../ui/kept.ts';
import { ensureLetters } from './letters.ts';

const KEY = 'graticule-language';

const files = import.meta.glob<MessageFile>('../../../i18n/messages/*/*.json', { import: 'default' });

async function load(area: Area, language: string): Promise<MessageFile | undefined> {
  return files[`../../../i18n/messages/${area}/${language}.json`]?.();
}

/** What the interface speaks at one moment. */
export interface Speech {
  language: Language;
  translator: Translator;
  format: Formatter;
}

/** The languages with messages of the shell; the pseudo-languages only in development or when already chosen. */
export function offeredLanguages(): Language[] {
  const spoken = LANGUAGES.filter((each) => {
    const [exact, base] = fallbackChain(each.tag);
    const own = [exact, base].some((tag) => tag !== undefined && tag !== 'en' && `../../../i18n/messages/shell/${tag}.json` in files);
    return each.tag === 'en' || own;
  });
  return import.meta.env.DEV || isPseudoKept() ? [...spoken, ...PSEUDO_LANGUAGES] : spoken;
}

function isPseudoKept(): boolean {
  return PSEUDO_LANGUAGES.some((each) => each.tag === kept(KEY));
}

function baseOf(tag: string): string | undefined {
  return canonicalTag(tag).split('-')[0];
}

/** The offered language that speaks a culture best: `en-us` is spoken as English. */
export function offeredFor(culture: string): Language | undefined {
  const offered = offeredLanguages();
  return offered.find((each) => each.tag === canonicalTag(culture)) ?? offered.find((each) => baseOf(each.tag) === baseOf(culture));
}

const listeners = new Set<() => void>();
let speech = speak(initialLanguage());

function initialLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('locale');
  const chosen = findLanguage(asked ?? kept(KEY) ?? '');
  return chosen ?? chooseLanguage(navigator.languages ?? [], offeredLanguages());
}

function speak(language: Language): Speech {
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
  return { language, translator: new Translator(language.tag, load), format: formatterFor(language.tag, navigator.languages) };
}

/** What is spoken now; changes with `subscribe`. */
export function currentSpeech(): Speech {
  return speech;
}

/** Calls back when the language has changed and its messages are loaded. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the messages a page needs, and the letters that they are written in; a route does this next to loading its code. */
export async function ensureMessages(areas: readonly Area[]): Promise<void> {
  await Promise.all([speech.translator.ensure(areas), ensureLetters(speech.language.tag)]);
}

/** True when the browser asks for a language that is spoken here, so that the organisation's does not take its place. */
export function isLanguageAsked(wishes: readonly string[] = navigator.languages ?? []): boolean {
  const bases = offeredLanguages().map((each) => baseOf(each.tag));
  return wishes.some((wish) => bases.includes(baseOf(wish)));
}

/** True when a person chose the language here, so that the profile's culture does not override it. */
export function isLanguageChosen(): boolean {
  return kept(KEY) !== null;
}

/** Speaks another language from now on. */
export async function changeLanguage(tag: string, options: { remember: boolean } = { remember: true }): Promise<void> {
  const language = findLanguage(tag);
  if (!language || language.tag === speech.language.tag) return;
  const translator = new Translator(language.tag, load);
  await Promise.all([translator.ensure(speech.translator.loadedAreas), ensureLetters(language.tag)]);
  if (options.remember) keep(KEY, language.tag);
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
  speech = { language, translator, format: formatterFor(language.tag, navigator.languages) };
  for (const listener of listeners) listener();
}
