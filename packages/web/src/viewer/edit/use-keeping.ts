// Keeps what somebody draws and types, until it is saved.
import { useEffect, useRef } from 'react';
import { useLeaveWarning } from '../../ui/unfinished-work.ts';
import type { Draft } from './draft.ts';
import { keepDraft } from './kept-draft.ts';

/** Keeps what is not saved in this tab, and asks before the tab is closed. */
export function useKeeping(name: string, draft: Draft, isDirty: boolean): void {
  const newest = useRef({ draft, isDirty });
  newest.current = { draft, isDirty };
  useEffect(() => {
    // not at every move of the pointer: large shapes take their time
    const later = setTimeout(() => keepDraft(name, isDirty ? draft : undefined), 300);
    return () => clearTimeout(later);
  }, [name, draft, isDirty]);
  useEffect(() => {
    const keepNow = (): void => keepDraft(name, newest.current.isDirty ? newest.current.draft : undefined);
    window.addEventListener('pagehide', keepNow);
    return () => window.removeEventListener('pagehide', keepNow);
  }, [name]);
  useLeaveWarning(isDirty);
}
