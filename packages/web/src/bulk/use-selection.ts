// Which things of a list are chosen: one by one, a stretch, everything that matches.
import { useMemo, useRef, useState } from 'react';

/** Things chosen now, and ways to choose. */
export interface Selection<T> {
  chosen: readonly T[];
  has: (key: string) => boolean;
  /** Turns one on or off; stretches begin there. */
  toggle: (item: T, index: number) => void;
  /** Adds a stretch; where it began stays. */
  add: (items: readonly T[]) => void;
  remove: (items: readonly T[]) => void;
  clear: () => void;
  /** Where a stretch would begin. */
  anchor: () => number;
}

/** Chosen things stay chosen while the list is scrolled, sorted and loaded again. `keyOf` is always the same function. */
export function useSelection<T>(keyOf: (item: T) => string): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map());
  const anchor = useRef(0);
  return useMemo(
    () => ({
      chosen: [...chosen.values()],
      has: (key) => chosen.has(key),
      toggle: (item, index) => {
        anchor.current = index;
        setChosen((now) => {
          const next = new Map(now);
          if (!next.delete(keyOf(item))) next.set(keyOf(item), item);
          return next;
        });
      },
      add: (items) => setChosen((now) => new Map([...now, ...items.map((item) => [keyOf(item), item] as const)])),
      remove: (items) =>
        setChosen((now) => {
          const gone = new Set(items.map(keyOf));
          return new Map([...now].filter(([key]) => !gone.has(key)));
        }),
      clear: () => setChosen(new Map()),
      anchor: () => anchor.current,
    }),
    [chosen, keyOf],
  );
}
