// Sharing many items, and taking that back without touching what others shared.
import type { Item } from '@graticule/contract/content/item';
import { shareItems, unshareItems } from '@graticule/contract/content/sharing';
import type { BulkResult } from '@graticule/contract/content/user-content';
import { searchUserContent } from '@graticule/contract/search';
import { call } from '../../../api/call.ts';
import { groupedBy, type Outcome as ManyOutcome, type RunOptions } from '../../../bulk/run-bulk.ts';
import { allOf, undoOwn } from '../../../bulk/undo-own.ts';
import type { ShareLevel } from '../../../item-actions/apply-sharing.ts';
import { levelOf } from '../../../item-actions/drawn-layers.ts';
import { quoted } from '../../../items/search-query.ts';
import { asTheyAre, latestOf } from './as-they-are.ts';
import { inItemLists } from './item-lists.ts';
import type { Operation } from './operations.ts';

type Outcome = ManyOutcome<Item>;
/** For each group the identifiers of items. */
type ByGroup = Map<string, Set<string>>;

/** What is to be changed of the sharing of many items; what is left out stays as it is. */
export interface SharingChange {
  level: ShareLevel | undefined;
  added: readonly string[];
  removed: readonly string[];
}

const idOf = ({ id }: Item) => id;

/** Shares and unshares. What it changed is kept in mind item by item, also of items for which it worked in part. */
export function sharing({ level, added, removed }: SharingChange): Operation {
  /** Items as they were, of those whose level was changed. */
  const levelled = new Map<string, Item>();
  const [came, went]: [ByGroup, ByGroup] = [new Map(), new Map()];
  const touched = new Map<string, Item>();
  return {
    kind: 'share',
    run: async (items, options) => {
      const now = await latestOf(items);
      const held: ByGroup = new Map();
      for (const group of [...added, ...removed]) held.set(group, await sharedWith(now, group));
      const isIn = (group: string, id: string) => held.get(group)?.has(id) === true;
      const isUnshared = level === undefined && added.length === 0;
      const shared = isUnshared ? { done: now, refused: [], left: [], isOut: () => false } : await share(now, level, added, options);
      for (const item of reachedIn(shared, NOT_TAKEN)) {
        touched.set(item.id, item);
        if (level !== undefined && levelOf(item.access) !== level) levelled.set(item.id, levelled.get(item.id) ?? item);
        for (const group of added) if (!isIn(group, item.id) && !shared.isOut(group, item.id)) note(came, group, item.id);
      }
      if (removed.length === 0) return shared;
      const left = await leave(shared.done, removed, isIn);
      for (const { id } of reachedIn(left, KEPT))
        for (const group of removed) if (isIn(group, id) && !left.isKept(group, id)) note(went, group, id);
      return { ...left, refused: [...shared.refused, ...left.refused], left: [...shared.left, ...left.left] };
    },
    undo: async (items, options) => {
      const steps: Outcome[] = [];
      const all = [...new Map([...items, ...touched.values()].map((item) => [item.id, item])).values()];
      const now = await asTheyAre(all);
      const relevelled = all.filter(({ id }) => levelled.has(id));
      for (const [former, group] of groupedBy(relevelled, ({ id }) => levelOf(levelled.get(id)?.access))) {
        const standingOf = ({ id }: Item) => {
          const current = now.get(id);
          if (!current) return undefined;
          return levelOf(current.access) === level ? 'ours' : levelOf(current.access) === former ? 'before' : 'changed';
        };
        steps.push(await undoOwn(group, standingOf, (mine) => share(mine, former, [], options)));
      }
      const among = (ids: ReadonlySet<string> | undefined) => all.filter(({ id }) => ids?.has(id));
      for (const [group, ids] of came) if (among(ids).length > 0) steps.push(await leave(among(ids), [group], () => true, options));
      for (const [group, ids] of went) if (among(ids).length > 0) steps.push(await share(among(ids), undefined, [group], options));
      return allOf(all, idOf, steps);
    },
  };
}

/** What is said of an item that a group did not take, or did not let go. */
const [NOT_TAKEN, KEPT] = ['NOT_TAKEN_BY_GROUP', 'KEPT_BY_GROUP'];

/** Items for which a step worked, be it in part. */
function reachedIn({ done, refused }: Outcome, inPartCode: string): Item[] {
  return [...done, ...refused.filter(({ error }) => error.messageCode === inPartCode).map(({ item }) => item)];
}

function note(groups: ByGroup, group: string, id: string): void {
  groups.set(group, (groups.get(group) ?? new Set()).add(id));
}

/** A result of which a part did not work is no success. */
function inPart<R extends BulkResult>(result: R, groups: readonly string[], messageCode: string): BulkResult {
  if (!result.success || groups.length === 0) return result;
  return { itemId: result.itemId, success: false, error: { code: 400, messageCode, message: '' } };
}

async function share(items: readonly Item[], to: ShareLevel | undefined, groups: readonly string[], options?: RunOptions) {
  const out = new Map<string, readonly string[]>();
  const outcome = await inItemLists(
    items,
    async (username, ids) => {
      const access = to === undefined ? {} : { everyone: to === 'public', org: to !== 'private' };
      const { results } = await call(shareItems, { username, items: ids, ...access, groups: groups.length > 0 ? groups : undefined });
      for (const { itemId, notSharedWith = [] } of results) out.set(itemId, notSharedWith);
      return { results: results.map((result) => inPart(result, result.notSharedWith ?? [], NOT_TAKEN)) };
    },
    options,
  );
  return { ...outcome, isOut: (group: string, id: string) => out.get(id)?.includes(group) === true };
}

/** A group that an item was not in cannot keep it. */
async function leave(
  items: readonly Item[],
  groups: readonly string[],
  wasIn: (group: string, id: string) => boolean,
  options?: RunOptions,
) {
  const kept = new Map<string, readonly string[]>();
  const outcome = await inItemLists(
    items,
    async (username, ids) => {
      const { results } = await call(unshareItems, { username, items: ids, groups });
      for (const { itemId, notUnsharedFrom = [] } of results)
        kept.set(
          itemId,
          notUnsharedFrom.filter((group) => wasIn(group, itemId)),
        );
      return { results: results.map((result) => inPart(result, kept.get(result.itemId) ?? [], KEPT)) };
    },
    options,
  );
  return { ...outcome, isKept: (group: string, id: string) => kept.get(id)?.includes(group) === true };
}

/** Which of the items a group holds already. */
async function sharedWith(items: readonly Item[], group: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const username of new Set(items.map((item) => item.owner))) {
    for (let start = 1; start > 0 && start < 10_000; ) {
      const reply = await call(searchUserContent, { username, q: `group:${quoted(group)}`, start, num: 100 });
      for (const { id } of reply.results) found.add(id);
      start = reply.nextStart;
    }
  }
  return found;
}
