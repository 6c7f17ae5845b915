// Hooks for messages, formats and the current language.
import type { Sentence } from '@graticule/geo/sentence';
import type { Formatter } from '@graticule/i18n/format';
import type { Language } from '@graticule/i18n/languages';
import type { Translate } from '@graticule/i18n/translator';
import { useSyncExternalStore } from 'react';
import { currentSpeech, type Speech, subscribe } from './language-store.ts';
import { type FindMessage, said } from './sentences.ts';

/** What is spoken now; the component renders again when it changes. */
export function useSpeech(): Speech {
  return useSyncExternalStore(subscribe, currentSpeech);
}

/** The function that gives messages. */
export function useTranslate(): Translate {
  return useSpeech().translator.translate;
}

/** The message of a key put together at run time, or undefined. */
export function useFindMessage(): FindMessage {
  return useSpeech().translator.find;
}

/** The function that says sentences about files; pages that use it load the area `formats`. */
export function useSentences(): (sentence: Sentence) => string {
  const find = useFindMessage();
  return (sentence) => said(sentence, find);
}

/** Dates, numbers and sizes in the current language. */
export function useFormat(): Formatter {
  return useSpeech().format;
}

/** The current language. */
export function useLanguage(): Language {
  return useSpeech().language;
}
