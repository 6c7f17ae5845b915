// Whether a component is still there when something that it began comes to its end.
import { type RefObject, useEffect, useRef } from 'react';

/** True once it was taken away. */
export function useIsGone(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
