// Code of a page that could not be fetched: without a connection, or because the portal has newer code by now.
import { useCallback, useEffect, useState } from 'react';

/** What browsers say of a module or its styles that cannot be had. */
const UNLOADED = /dynamically imported module|importing a module script|unable to preload/i;
const EVERY_MS = 4000;
/** Code that is still missing so soon after a page was loaded again will not come by loading it once more. */
const ONCE_IN_MS = 60_000;
const KEY = 'graticule-loaded-again';

/** Whether the error is missing code, which is waited for: the page is loaded again as soon as the portal answers. */
export function useComingBack(error: unknown): { isAwaited: boolean; tryNow: () => void } {
  const [isAwaited] = useState(() => isUnloaded(error) && Date.now() - lastTime() > ONCE_IN_MS);
  const tryNow = useCallback(async () => {
    // a browser that loads a page without a connection shows a page of its own, from which nobody comes back
    const isThere = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isThere) return;
    try {
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      return; // nobody could tell the second time from the first
    }
    window.location.reload();
  }, []);
  useEffect(() => {
    if (!isAwaited) return;
    void tryNow();
    const timer = setInterval(() => void tryNow(), EVERY_MS);
    window.addEventListener('online', tryNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryNow);
    };
  }, [isAwaited, tryNow]);
  return { isAwaited, tryNow: () => void tryNow() };
}

/** Whether code could not be fetched. */
export function isUnloaded(error: unknown): boolean {
  return error instanceof Error && UNLOADED.test(error.message);
}

function lastTime(): number {
  try {
    return Number(sessionStorage.getItem(KEY) ?? 0);
  } catch {
    return Date.now();
  }
}
