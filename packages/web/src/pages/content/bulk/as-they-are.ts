// Items as they are at this moment: a list that was loaded a while ago knows nothing of what others did since.
import type { Item } from '@graticule/contract/content/item';
import { searchUserContent } from '@graticule/contract/search';
import { call } from '../../../api/call.ts';
import { groupedBy, listsOf } from '../../../bulk/run-bulk.ts';

/** Items in one search: as many words as it may have, with room to spare. */
const AT_ONCE = 100;

/** By identifier; what its owner does not have any more is missing. */
export async function asTheyAre(items: readonly Item[]): Promise<ReadonlyMap<string, Item>> {
  const found = new Map<string, Item>();
  for (const [username, own] of groupedBy(items, (item) => item.owner)) {
    for (const list of listsOf(own, AT_ONCE)) {
      const q = `id:(${list.map(({ id }) => id).join(' OR ')})`;
      const { results } = await call(searchUserContent, { username, q, num: AT_ONCE });
      for (const item of results) found.set(item.id, item);
    }
  }
  return found;
}

/** The items in their order, each as it is now; what is not found any more stays, so that the portal can say why. */
export async function latestOf(items: readonly Item[]): Promise<Item[]> {
  const now = await asTheyAre(items);
  return items.map((item) => now.get(item.id) ?? item);
}
