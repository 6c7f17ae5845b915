// Hands the focus on when what has it goes away.
import { useCallback, useRef } from 'react';

/**
 * A ref for something that comes and goes, such as the bar of a selection. When it goes with the focus in it, `heir` gets that, or the
 * content of the page where there is no heir any more: else people without a pointer would begin again at the top of the page.
 */
export function useFocusHeir<E extends HTMLElement>(heir: (going: E) => HTMLElement | null | undefined) {
  const latest = useRef(heir);
  latest.current = heir;
  return useCallback((element: E | null) => {
    if (element === null) return;
    return () => {
      if (!element.contains(document.activeElement)) return;
      const next = latest.current(element);
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost) (next?.isConnected ? next : document.getElementById('content'))?.focus({ preventScroll: true });
      });
    };
  }, []);
}
