// Does something with many items and keeps a result for each.
import type { Item } from '@graticule/contract/content/item';
import type { BulkResult } from '@graticule/contract/content/user-content';
import { ApiError, toApiError } from '../../../api/api-error.ts';

/** Items in one request: few enough that progress is seen. */
const CHUNK = 250;
/** Requests at the same time where each item needs its own. */
const AT_ONCE = 6;

/** What became of the items. */
export interface Outcome {
  done: readonly Item[];
  refused: readonly { item: Item; error: ApiError }[];
  /** Not tried any more, because somebody stopped it or the portal could not be reached. */
  left: readonly Item[];
}

/** Follows and stops a run. */
export interface RunOptions {
  signal?: AbortSignal;
  onProgress?: (count: number) => void;
}

/** Sends the items of each owner in lists; the portal answers for each item. */
export async function inLists(
  items: readonly Item[],
  send: (username: string, ids: string[]) => Promise<{ results: readonly BulkResult[] }>,
  { signal, onProgress }: RunOptions = {},
): Promise<Outcome> {
  const done: Item[] = [];
  const refused: { item: Item; error: ApiError }[] = [];
  const lists = listsByOwner(items);
  let tried = 0;
  for (const list of lists) {
    if (signal?.aborted) break;
    try {
      const { results } = await send(
        list[0]?.owner ?? '',
        list.map((item) => item.id),
      );
      const failures = new Map(results.filter((result) => !result.success).map((result) => [result.itemId, result.error]));
      for (const item of list) {
        const failure = failures.get(item.id);
        if (!failures.has(item.id)) done.push(item);
        else refused.push({ item, error: new ApiError(failure?.code ?? 400, failure?.message ?? '', failure?.messageCode) });
      }
    } catch (thrown) {
      const error = toApiError(thrown);
      refused.push(...list.map((item) => ({ item, error })));
      if (isOver(error)) {
        tried += list.length;
        break;
      }
    }
    tried += list.length;
    onProgress?.(tried);
  }
  return { done, refused, left: lists.flat().slice(tried) };
}

/** Sends a request for each item, several at a time. */
export async function oneByOne(
  items: readonly Item[],
  send: (item: Item) => Promise<unknown>,
  { signal, onProgress }: RunOptions = {},
): Promise<Outcome> {
  const done: Item[] = [];
  const refused: { item: Item; error: ApiError }[] = [];
  const waiting = [...items];
  let isStopped = false;
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        await send(item);
        done.push(item);
      } catch (thrown) {
        const error = toApiError(thrown);
        refused.push({ item, error });
        isStopped ||= isOver(error);
      }
      onProgress?.(done.length + refused.length);
      if (isStopped || signal?.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, refused, left: waiting };
}

/** Outcomes of several steps on different items as one. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    done: outcomes.flatMap((each) => each.done),
    refused: outcomes.flatMap((each) => each.refused),
    left: outcomes.flatMap((each) => each.left),
  };
}

/** Going on makes no sense without a portal or a session. */
function isOver(error: ApiError): boolean {
  return error.status === 0 || error.status === 498 || error.status === 499 || error.status === 503;
}

function listsByOwner(items: readonly Item[]): Item[][] {
  const lists: Item[][] = [];
  for (const [, own] of groupedBy(items, (item) => item.owner)) {
    for (let at = 0; at < own.length; at += CHUNK) lists.push(own.slice(at, at + CHUNK));
  }
  return lists;
}

/** Items by a word that they share, in the order in which the words first occur. */
export function groupedBy<Word extends string>(items: readonly Item[], wordOf: (item: Item) => Word): Map<Word, Item[]> {
  const groups = new Map<Word, Item[]>();
  for (const item of items) {
    const group = groups.get(wordOf(item));
    if (group) group.push(item);
    else groups.set(wordOf(item), [item]);
  }
  return groups;
}
