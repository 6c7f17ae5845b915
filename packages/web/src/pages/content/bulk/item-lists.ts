// Items of a bulk call: lists of one owner each.
import type { Item } from '@graticule/contract/content/item';
import type { BulkResult } from '@graticule/contract/content/user-content';
import { groupedBy, inLists, listsOf, type Outcome, type RunOptions, refusalOf } from '../../../bulk/run-bulk.ts';

/** Items in one request: few enough that progress is seen. */
const CHUNK = 250;

/** Sends the items of each owner in lists; the portal answers for each item. */
export function inItemLists(
  items: readonly Item[],
  send: (username: string, ids: string[]) => Promise<{ results: readonly BulkResult[] }>,
  options?: RunOptions,
): Promise<Outcome<Item>> {
  const lists = [...groupedBy(items, (item) => item.owner).values()].flatMap((own) => listsOf(own, CHUNK));
  return inLists(
    lists,
    async (list) => {
      const { results } = await send(
        list[0]?.owner ?? '',
        list.map((item) => item.id),
      );
      const byId = new Map(results.map((result) => [result.itemId, result]));
      return (item) => refusalOf(byId.get(item.id));
    },
    options,
  );
}
