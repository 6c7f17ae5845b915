// Asks before unsaved changes are left behind, and keeps them through a reload.
import type { WebMap } from '@graticule/contract/documents/web-map';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslate } from '../language/use-language.ts';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';
import { useLeaveWarning } from '../ui/unfinished-work.ts';
import { keepMap } from './kept-map.ts';

interface Props {
  /** Name of what is open. */
  name: string;
  map: WebMap;
  isUnsaved: boolean;
}

/** Going to the sign-in page loses nothing: the map comes back afterwards. */
export function UnsavedGuard({ name, map, isUnsaved }: Props) {
  const t = useTranslate();
  useEffect(() => keepMap(name, isUnsaved ? map : undefined), [name, map, isUnsaved]);
  useLeaveWarning(isUnsaved);
  const blocker = useBlocker(
    ({ nextLocation, currentLocation }) =>
      isUnsaved &&
      nextLocation.pathname !== currentLocation.pathname &&
      !nextLocation.pathname.endsWith('/signin.html') &&
      (nextLocation.state as { isSaved?: boolean } | null)?.isSaved !== true,
  );
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    keepMap(name, undefined);
    blocker.proceed();
  };
  const words = { title: t('viewer.leave.title'), text: t('viewer.leave'), stay: t('viewer.leave.stay'), leave: t('viewer.leave.go') };
  return <LeaveDialog words={words} onStay={() => blocker.reset()} onLeave={leave} />;
}
