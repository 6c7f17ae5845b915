// Which items are chosen: one by one, a stretch of the list, everything that matches.
import type { Item } from '@graticule/contract/content/item';
import { useMemo, useRef, useState } from 'react';

/** Items chosen now, and ways to choose. */
export interface Selection {
  chosen: readonly Item[];
  has: (id: string) => boolean;
  /** Turns one on or off; stretches begin there. */
  toggle: (item: Item, index: number) => void;
  /** Adds a stretch; where it began stays. */
  add: (items: readonly Item[]) => void;
  clear: () => void;
  /** Where a stretch would begin. */
  anchor: () => number;
}

/** Chosen items stay chosen while the list is scrolled, sorted and loaded again. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  const anchor = useRef(0);
  return useMemo(
    () => ({
      chosen: [...chosen.values()],
      has: (id) => chosen.has(id),
      toggle: (item, index) => {
        anchor.current = index;
        setChosen((now) => {
          const next = new Map(now);
          if (!next.delete(item.id)) next.set(item.id, item);
          return next;
        });
      },
      add: (items) => setChosen((now) => new Map([...now, ...items.map((item) => [item.id, item] as const)])),
      clear: () => setChosen(new Map()),
      anchor: () => anchor.current,
    }),
    [chosen],
  );
}
