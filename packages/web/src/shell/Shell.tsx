// The frame of every page: banner, header, the page, footer.
import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigate } from 'react-router';
import { type Session, sessionQuery } from '../api/session.ts';
import { changeLanguage, ensureMessages, isLanguageAsked, isLanguageChosen } from '../language/language-store.ts';
import { useTranslate } from '../language/use-language.ts';
import { watchFocus } from '../ui/focus-back.ts';
import { StatePage } from '../ui/StatePage.tsx';
import { ClassificationBanner } from './ClassificationBanner.tsx';
import { Footer } from './Footer.tsx';
import { useEndOfFirstView } from './first-view.ts';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';
import classes from './Shell.module.css';
import { scrollKey } from './scroll-key.ts';
import { useSessionLoss } from './use-session-loss.ts';
import { wayOut } from './ways-out.ts';

const SignInAgain = lazy(async () => {
  const [{ SignInAgain: Dialog }] = await Promise.all([import('./SignInAgain.tsx'), ensureMessages(['sign-in'])]);
  return { default: Dialog };
});

/** What a route may say about its page. */
export interface PageHandle {
  /** The page fills the window: no footer, no scrolling of the frame. */
  isFullBleed?: boolean;
}

/** Waits for the session, sends visitors where they must go first, then shows the page. */
export function Shell() {
  const t = useTranslate();
  const location = useLocation();
  const {
    data: session,
    isError,
    refetch,
  } = useQuery({ ...sessionQuery, refetchInterval: (query) => (query.state.status === 'error' ? 5000 : false) });
  const isFullBleed = useMatches().some((match) => (match.handle as PageHandle | undefined)?.isFullBleed);
  // a map inside a page of somebody else has no header of ours
  const isEmbedded = isFullBleed && new URLSearchParams(location.search).get('embed') === 'true';
  const mayStay = useWayOut(session);
  const loss = useSessionLoss();
  useEffect(watchFocus, []);
  // of an item only; its own page says when it can be seen
  useEndOfFirstView(isError || location.pathname !== '/home/item.html');
  useMemberLanguage(session);
  useFocusOfPage(location.pathname);

  return (
    <div className={isFullBleed ? classes.frameFull : classes.frame} data-full-bleed={isFullBleed || undefined}>
      <a href="#content" className={classes.skip}>
        {t('shell.skip')}
      </a>
      <ClassificationBanner />
      {!isEmbedded && <Header />}
      <main id="content" className={classes.main} tabIndex={-1}>
        {isError && !session ? (
          <StatePage
            title={t('shell.unreachable.title')}
            text={t('shell.unreachable')}
            action={{ label: t('shell.error.retry'), onClick: () => void refetch() }}
          />
        ) : session && mayStay ? (
          <Suspense fallback={<Waiting label={t('shell.loading')} />}>
            <Outlet key={location.pathname} />
          </Suspense>
        ) : (
          <Waiting label={t('shell.loading')} />
        )}
      </main>
      {!isFullBleed && <Footer />}
      {loss && (
        <Suspense>
          <SignInAgain loss={loss} />
        </Suspense>
      )}
      <ScrollRestoration getKey={scrollKey} />
      <Notices />
    </div>
  );
}

/** Whoever followed a link that went away with its page is in the next page, not before its header. */
function useFocusOfPage(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement === null || document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

function Waiting({ label }: { label: string }) {
  return (
    <Center mih="60vh">
      <Loader type="dots" aria-label={label} />
    </Center>
  );
}

/** True once it is known that the visitor may stay on the page. */
function useWayOut(session: Session | undefined): boolean {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = `${pathname}|${session?.user?.username ?? ''}`;
  const [allowed, setAllowed] = useState<string>();
  useEffect(() => {
    if (!session) return;
    let isCurrent = true;
    void wayOut({ session, pathname, search }).then((to) => {
      if (!isCurrent) return;
      if (to) void navigate(to, { replace: true });
      else setAllowed(here);
    });
    return () => {
      isCurrent = false;
    };
  }, [session, pathname, search, here, navigate]);
  return allowed === here;
}

/** Speaks the member's language unless another was chosen in this browser; the organisation's where the browser asks for none of ours. */
function useMemberLanguage(session: Session | undefined): void {
  const own = session?.user?.culture;
  const organisations = session?.portal.culture;
  useEffect(() => {
    const culture = own ?? (isLanguageAsked() ? undefined : organisations);
    if (culture && !isLanguageChosen()) void changeLanguage(culture, { remember: false });
  }, [own, organisations]);
}
