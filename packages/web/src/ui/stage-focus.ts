// Keeps the focus inside something that shows one stage after the other in the same place.
import { useEffect, useRef } from 'react';

/**
 * A ref for what holds the stages. When the focus was lost with the stage before, what is marked `data-stage-focus` gets it, else the
 * holder: people without a pointer go on where they were.
 */
export function useStageFocus<E extends HTMLElement>(stage: string) {
  const holder = useRef<E>(null);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const next = holder.current?.querySelector<HTMLElement>('[data-stage-focus]:not(:disabled)') ?? holder.current;
    if (isLost) next?.focus({ preventScroll: true });
  }, [stage]);
  return holder;
}
