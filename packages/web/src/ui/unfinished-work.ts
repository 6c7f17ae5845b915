// What would be lost with the page: whoever has something that is not saved or not sent hears of `beforeunload`, and says so there.
import { useEffect } from 'react';

/** The browser asks, in its own words, before the page itself is left. */
export function useLeaveWarning(isUnfinished: boolean): void {
  useEffect(() => {
    if (!isUnfinished) return;
    window.addEventListener('beforeunload', warnOfLeaving);
    return () => window.removeEventListener('beforeunload', warnOfLeaving);
  }, [isUnfinished]);
}

/** For what goes on outside of the pages: heard of `beforeunload`, it has the browser ask. */
export function warnOfLeaving(event: Event): void {
  event.preventDefault();
}

/** Whether the browser would ask before the page is left. */
export function hasUnfinishedWork(): boolean {
  const asked = new Event('beforeunload', { cancelable: true });
  return !window.dispatchEvent(asked);
}

/** The person was asked: the browser does not ask once more. */
export function leaveUnasked(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
}
