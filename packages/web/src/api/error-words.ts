// Turns a failure into words in the reader's language.
import { isAboutFile, said } from '../language/sentences.ts';
import { useFindMessage, useTranslate } from '../language/use-language.ts';
import { type ApiError, toApiError } from './api-error.ts';

/** What happened, and the details where they help. */
export interface ErrorWords {
  text: string;
  details: readonly string[];
}

const GENERAL: Readonly<
  Record<
    number,
    'errors.offline' | 'errors.unavailable' | 'errors.fault' | 'errors.session-ended' | 'errors.sign-in-needed' | 'errors.too-many'
  >
> = {
  0: 'errors.offline',
  429: 'errors.too-many',
  498: 'errors.session-ended',
  499: 'errors.sign-in-needed',
  502: 'errors.unavailable',
  503: 'errors.unavailable',
  504: 'errors.unavailable',
};

/** Gives words for any thrown value: its reasons, else by number, by message code, else the portal's own English text. */
export function useErrorWords(): (thrown: unknown) => ErrorWords {
  const t = useTranslate();
  const find = useFindMessage();
  return (thrown) => {
    const error: ApiError = toApiError(thrown);
    const general = GENERAL[error.status];
    const byCode = error.messageCode ? find(`errors.${error.messageCode}`) : undefined;
    let isKnown = true;
    const findReason: typeof find = (key, values) => {
      const found = find(key, values);
      isKnown &&= found !== undefined;
      return found;
    };
    const reasons = error.reasons.map((reason) => said(reason, findReason)).join(' ');
    // What was refused for a reason of its own says more than what its number or its code says of all such refusals, where there are words for it.
    const inLanguage = (isKnown && reasons) || (general ? t(general) : undefined) || byCode || reasons;
    // In the portal's own words what to do stands among the details: they belong to the text, wherever that alone is shown.
    if (!inLanguage)
      return { text: [...new Set([error.message.trim(), ...error.details])].join(' ').trim() || t('errors.fault'), details: [] };
    // What is said of a layer stands in the details once more, in the words of programs: with the names of what they send.
    if (inLanguage === reasons && !error.reasons.some(isAboutFile)) return { text: inLanguage, details: [] };
    // The other reasons are among the details in English.
    const given = inLanguage === reasons ? error.reasons.map(({ text }) => plain(text)) : [];
    const isSaid = (detail: string): boolean => detail === inLanguage || given.some((text) => text.includes(plain(detail)));
    return { text: inLanguage, details: error.details.filter((each) => !isSaid(each)) };
  };
}

/** Sentences have other quotation marks than details. */
function plain(text: string): string {
  return text.replaceAll(/[“”]/g, "'");
}
