// Keeps the focus on controls that cannot be used while what they changed is being saved.
import { type RefObject, useEffect } from 'react';

/**
 * Browsers take the focus from a control that is disabled, and do not give it back once it can be used again: whoever works with keys would begin
 * at the top of the page after each change. Left alone where the person went on elsewhere.
 */
export function useFocusKept(holder: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = holder.current;
    if (!box) return;
    let last: HTMLElement | undefined;
    const remember = ({ target }: Event) => {
      last = target instanceof HTMLElement && box.contains(target) ? target : undefined;
    };
    const watcher = new MutationObserver(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && last?.isConnected && !last.matches(':disabled')) last.focus({ preventScroll: true });
    });
    watcher.observe(box, { subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', remember);
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', remember);
    };
  }, [holder]);
}
