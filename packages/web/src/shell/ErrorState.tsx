// What a page shows when its data could not be had: the reason in words, and the way on.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { toApiError } from '../api/api-error.ts';
import { useErrorWords } from '../api/error-words.ts';
import { useMaybeSession } from '../api/session.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { StatePage } from '../ui/StatePage.tsx';
import { checkSession } from './use-session-loss.ts';

const MISSING_CODES = ['CONT_0001', 'COM_0003', 'COM_0018', 'CONT_0004'];

interface Props {
  error: unknown;
  onRetry?: () => void;
  isInline?: boolean;
}

/** No right, not there, or a failure: three different ways on. */
export function ErrorState({ error, onRetry, isInline }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const { pathname, search } = useLocation();
  const session = useMaybeSession();
  const isSignedIn = session?.user !== undefined;
  const { status, messageCode } = toApiError(error);
  useRegain(status, onRetry);
  const home = { label: t('shell.error.home'), to: paths.home() };
  if (status === 403 || status === 499) {
    const signIn = { label: t('shell.sign-in'), to: paths.signIn({ returnUrl: pathname + search }) };
    if (session?.hasEnded)
      return <StatePage isInline={isInline} title={t('shell.error.ended.title')} text={t('shell.error.ended')} action={signIn} />;
    if (status === 499 && !isSignedIn)
      return <StatePage isInline={isInline} title={t('shell.error.members.title')} text={t('shell.error.members')} action={signIn} />;
    return (
      <StatePage
        isInline={isInline}
        title={t('shell.error.no-access.title')}
        text={t('shell.error.no-access')}
        action={isSignedIn ? home : signIn}
      />
    );
  }
  const { text, details } = words(error);
  if (messageCode && MISSING_CODES.includes(messageCode)) {
    return <StatePage isInline={isInline} title={t('shell.error.not-found.title')} text={text} action={home} />;
  }
  return (
    <StatePage
      isInline={isInline}
      title={t('shell.error.title')}
      text={[text, ...details].join(' ')}
      action={onRetry ? { label: t('shell.error.retry'), onClick: onRetry } : home}
    />
  );
}

/** A refusal may come from a session that has ended: then the person signs in again, and the page is asked for anew. */
function useRegain(status: number, onRetry: (() => void) | undefined): void {
  const retry = useRef(onRetry);
  retry.current = onRetry;
  const isRefusal = status === 403 || status === 498 || status === 499;
  useEffect(() => {
    if (isRefusal) void checkSession().then((isRegained) => isRegained && retry.current?.());
  }, [isRefusal]);
}
