// What a group features, and the change of it by its managers.
import type { Group } from '@graticule/contract/community/group';
import { getFeaturedItems, MAX_FEATURED, setFeaturedItems } from '@graticule/contract/content/group-content';
import type { Item } from '@graticule/contract/content/item';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';

/** The featured items, and what managers do with one of them. */
export interface Featured {
  items: readonly Item[];
  isFull: boolean;
  isBusyWith(item: Item): boolean;
  has(item: Item): boolean;
  toggle(item: Item): void;
}

/** An item that is featured newly comes first. */
export function useFeatured(group: Group): Featured {
  const { data } = useQuery({
    queryKey: [...keys.items, 'featured', group.id],
    queryFn: () => call(getFeaturedItems, { id: group.id }, { quiet: true }),
  });
  const items = data?.items ?? [];
  const has = (item: Item): boolean => items.some((each) => each.id === item.id);
  const change = useItemChange((item: Item) => {
    const others = items.filter((each) => each.id !== item.id).map((each) => each.id);
    return call(setFeaturedItems, { id: group.id, items: has(item) ? others : [item.id, ...others] });
  });
  return {
    items,
    isFull: items.length >= MAX_FEATURED,
    has,
    isBusyWith: (item) => change.isPending && change.variables.id === item.id,
    toggle: (item) => change.mutate(item),
  };
}
