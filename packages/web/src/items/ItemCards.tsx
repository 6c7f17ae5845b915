// A grid of cards, and the same grid while it loads.
import type { Item } from '@graticule/contract/content/item';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListTitleOrder } from '../ui/ListTitle.tsx';
import { ItemCard } from './ItemCard.tsx';
import classes from './ItemCards.module.css';

interface Props {
  items: readonly Item[];
  opens?: 'page' | 'viewer';
  titleOrder?: ListTitleOrder;
  /** Over the picture, such as a checkbox. */
  corner?: (item: Item, index: number) => ReactNode;
  isShort?: boolean;
}

/** As many columns as fit. */
export function ItemCards({ items, opens, titleOrder, corner, isShort }: Props) {
  return (
    <ul className={classes.grid}>
      {items.map((item, i) => (
        <li key={item.id}>
          <ItemCard item={item} opens={opens} isEager={i < 4} titleOrder={titleOrder} isShort={isShort} />
          {corner && <div className={classes.corner}>{corner(item, i)}</div>}
        </li>
      ))}
    </ul>
  );
}

/** Grey cards of the size of the real ones. */
export function ItemCardsSkeleton({ count, isShort = false }: { count: number; isShort?: boolean }) {
  return (
    <ul className={classes.grid} aria-hidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <li key={i} className={classes.ghost}>
          <Skeleton radius={0} className={classes.ghostPicture} />
          <div className={classes.ghostWords}>
            <Skeleton height={15} width="70%" />
            <Skeleton height={12} mt={10} width="95%" />
            <Skeleton height={12} mt={7} width="60%" />
            <Skeleton height={12} mt={17} width="40%" />
            {!isShort && (
              <>
                <Skeleton height={12} mt={12} width="80%" />
                <Skeleton height={12} mt={12} width="90%" />
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
