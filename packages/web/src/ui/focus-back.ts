// Gives the focus back when a dialog goes, to what the person opened it with.
import { useEffect, useState } from 'react';

/** Menus and lists are gone before the dialog that was chosen in them. */
const PASSING = '[role="menu"], [role="listbox"]';

let last: HTMLElement | undefined;

function remember({ target }: FocusEvent): void {
  if (target instanceof HTMLElement && target.closest(PASSING) === null) last = target;
}

/** The element, or the one of the same name that was made in its place: a button is made anew when its menu is opened for the first time. */
function standIn(before: HTMLElement): HTMLElement | undefined {
  if (before.isConnected) return before;
  const name = before.getAttribute('aria-label');
  if (name === null) return undefined;
  return [...document.querySelectorAll<HTMLElement>(before.tagName)].find((each) => each.getAttribute('aria-label') === name);
}

/** Watches where the focus is, from the first moment of the page on; gives what ends it. */
export function watchFocus(): () => void {
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

/** For dialogs that are made when they open: the library gives the focus back only from those that are there all the time. */
export function useFocusBack(): void {
  const [before] = useState(() => last);
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before) standIn(before)?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
