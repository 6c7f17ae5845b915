// The title of the page in the browser's tab.
import { useEffect } from 'react';
import { useMaybeSession } from '../api/session.ts';
import { useTranslate } from './use-language.ts';

/** Sets the title while the component is shown; nothing until the page knows its own. */
export function usePageTitle(page: string | undefined): void {
  const t = useTranslate();
  const portal = useMaybeSession()?.portal.name ?? 'Graticule';
  useEffect(() => {
    document.title = page ? t('shell.title', { page, portal }) : portal;
  }, [page, portal, t]);
}
