// A menu that is made by the first use of its button, and opens at once.
import { cloneElement, type ReactElement, useEffect, useState } from 'react';

/**
 * Props of the menu, and its button. The menu puts another button in the place of the one that was used, which has to get the focus, and
 * opens a moment after that: the library notes where the focus was when a menu opens, and gives it back only to there.
 */
export function useFirstOpening(button: ReactElement) {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);
  return {
    menu: { opened, onChange: setOpened },
    button: cloneElement(button as ReactElement<{ autoFocus?: boolean }>, { autoFocus: true }),
  };
}
