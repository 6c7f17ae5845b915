// Puts the focus where somebody goes on, once what they did is drawn.
import { useCallback, useEffect, useRef } from 'react';

type Find = () => HTMLElement | null | undefined;

/**
 * Gives a function to call along with a change that makes the focused button vanish, or something new to go on with appear. After the next drawing
 * the focus goes to what `find` gives then.
 */
export function useFocusAfter(): (find: Find) => void {
  const waiting = useRef<Find>(undefined);
  useEffect(() => {
    const find = waiting.current;
    waiting.current = undefined;
    find?.()?.focus();
  });
  return useCallback((find) => {
    waiting.current = find;
  }, []);
}
