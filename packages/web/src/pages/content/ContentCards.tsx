// One's content as cards; more come as the end of the list is reached.
import type { Item } from '@graticule/contract/content/item';
import { Checkbox } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Selection } from '../../bulk/use-selection.ts';
import { ItemCards, ItemCardsSkeleton } from '../../items/ItemCards.tsx';
import { useTranslate } from '../../language/use-language.ts';
import type { useContentItems } from './use-content-items.ts';

interface Props {
  content: ReturnType<typeof useContentItems>;
  /** How many are shown so far. */
  shown: number;
  onMore: () => void;
  selection: Selection<Item>;
  onStretch: (from: number, to: number) => void;
}

/** A box in the corner of each card chooses it. */
export function ContentCards({ content, shown, onMore, selection, onStretch }: Props) {
  const t = useTranslate();
  const items = Array.from({ length: Math.min(shown, content.reachable) }, (_, i) => content.items.get(i)).filter(
    (item) => item !== undefined,
  );
  const isMore = shown < content.reachable;
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = entry?.isIntersecting ?? false;
  const isComplete = items.length >= Math.min(shown, content.reachable);
  useEffect(() => {
    if (isNear && isMore && isComplete) onMore();
  }, [isNear, isMore, isComplete, onMore]);
  return (
    <>
      <ItemCards
        items={items}
        corner={(item, index) => (
          <Checkbox
            aria-label={t('content.select', { title: item.title })}
            checked={selection.has(item.id)}
            readOnly
            size="md"
            onClick={(event) => (event.shiftKey ? onStretch(selection.anchor(), index) : selection.toggle(item, index))}
          />
        )}
      />
      {isMore && (
        <div ref={ref} style={{ marginBlockStart: 20 }}>
          <ItemCardsSkeleton count={4} />
        </div>
      )}
    </>
  );
}
