// The items that an item uses, and those that use it.
import type { Item } from '@graticule/contract/content/item';
import { getRelatedItems, RELATIONSHIP_TYPES } from '@graticule/contract/content/relationships';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';

/** Related items as far as the reader sees them, each once. */
export interface RelatedItems {
  /** Files, layers and other items this one is made of. */
  uses: Item[];
  /** What is made of this one. */
  usedBy: Item[];
}

const MOST = 100;

/** Both directions of every relationship, as one entry of the cache. */
export function relatedQuery(id: string) {
  return {
    queryKey: keys.itemPart(id, 'related'),
    queryFn: async (): Promise<RelatedItems> => {
      const [forward, reverse] = await Promise.all([related(id, 'forward'), related(id, 'reverse')]);
      return { uses: forward, usedBy: reverse };
    },
  };
}

async function related(id: string, direction: 'forward' | 'reverse'): Promise<Item[]> {
  const types = [...RELATIONSHIP_TYPES];
  const { relatedItems } = await call(getRelatedItems, { id, relationshipTypes: types, direction, num: MOST }, { quiet: true });
  return [...new Map(relatedItems.map((item) => [item.id, item])).values()];
}
