// The items that an item uses, and those that use it.
import type { Item } from '@graticule/contract/content/item';
import { getRelatedItems, MADE_OF_ORIGIN, RELATIONSHIP_TYPES, type RelationshipType } from '@graticule/contract/content/relationships';
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

const OF_ORIGIN: readonly RelationshipType[] = MADE_OF_ORIGIN;
const OF_DESTINATION = RELATIONSHIP_TYPES.filter((type) => !OF_ORIGIN.includes(type));

/** Every relationship from both of its sides, as one entry of the cache. */
export function relatedQuery(id: string) {
  return {
    queryKey: keys.itemPart(id, 'related'),
    queryFn: async (): Promise<RelatedItems> => {
      const [files, sources, products, made] = await Promise.all([
        related(id, 'forward', OF_DESTINATION),
        related(id, 'reverse', OF_ORIGIN),
        related(id, 'reverse', OF_DESTINATION),
        related(id, 'forward', OF_ORIGIN),
      ]);
      return { uses: each([...sources, ...files]), usedBy: each([...made, ...products]) };
    },
  };
}

async function related(id: string, direction: 'forward' | 'reverse', relationshipTypes: readonly RelationshipType[]): Promise<Item[]> {
  const { relatedItems } = await call(
    getRelatedItems,
    { id, relationshipTypes: [...relationshipTypes], direction, num: MOST },
    { quiet: true },
  );
  return relatedItems;
}

/** A view is related to its layer in two ways. */
function each(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
