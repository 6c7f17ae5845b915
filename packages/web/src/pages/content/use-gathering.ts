// Chooses stretches of the list, fetching what was not in sight.
import type { Item } from '@graticule/contract/content/item';
import { notifications } from '@mantine/notifications';
import { useCallback, useState } from 'react';
import { useErrorWords } from '../../api/error-words.ts';
import type { Selection } from '../../bulk/use-selection.ts';
import type { useContentItems } from './use-content-items.ts';

/** `count` tells how many have come while they are being fetched. */
export function useGathering({ itemsBetween, reachable }: ReturnType<typeof useContentItems>, { add }: Selection<Item>) {
  const words = useErrorWords();
  const [count, setCount] = useState<number>();
  const gather = useCallback(
    async (from: number, end: number) => {
      setCount(0);
      try {
        add(await itemsBetween(from, end, setCount));
      } catch (error) {
        notifications.show({ message: words(error).text, color: 'vermilion', autoClose: 8000 });
      } finally {
        setCount(undefined);
      }
    },
    [add, itemsBetween, words],
  );
  return {
    count,
    /** Both ends included, in either order. */
    stretch: (from: number, to: number) => void gather(Math.min(from, to), Math.max(from, to) + 1),
    all: () => void gather(0, reachable),
  };
}
