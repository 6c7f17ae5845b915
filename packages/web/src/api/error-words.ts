// Turns a failure into words in the reader's language.
import { said } from '../language/sentences.ts';
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

/** Gives words for any thrown value: by message code, by number, else the portal's own English text. */
export function useErrorWords(): (thrown: unknown) => ErrorWords {
  const t = useTranslate();
  const find = useFindMessage();
  return (thrown) => {
    const error: ApiError = toApiError(thrown);
    const general = GENERAL[error.status];
    const byCode = error.messageCode ? find(`errors.${error.messageCode}`) : undefined;
    const reasons = error.reasons.map((reason) => said(reason, find)).join(' ');
    const text = (general ? t(general) : undefined) ?? byCode ?? (reasons || error.message.trim() || t('errors.fault'));
    return { text, details: error.details.filter((each) => each !== text) };
  };
}
