// Where the focus goes when the button that had it is gone with a step of the panel.
import { type RefObject, useEffect, useRef } from 'react';
import { useViewer } from '../viewer-context.ts';

/** To the map where the next thing is to draw on it, else to the place in the panel that the reference names; not when the page was just opened. */
export function useLostFocus(step: string, isDrawing: boolean): RefObject<HTMLDivElement | null> {
  const { engine } = useViewer();
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    const isSame = before.current === step;
    before.current = step;
    if (isSame || document.activeElement !== document.body) return;
    if (isDrawing) engine?.focus();
    else place.current?.focus({ preventScroll: true });
  }, [step, isDrawing, engine]);
  return place;
}
