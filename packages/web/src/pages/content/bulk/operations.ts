// What can be done with many items at once, and how each is undone.
import type { Item } from '@graticule/contract/content/item';
import { restoreItems } from '@graticule/contract/content/recycle-bin';
import { shareItems, unshareItems } from '@graticule/contract/content/sharing';
import { deleteItems, moveItems, protectItems, reassignItems, unprotectItems } from '@graticule/contract/content/user-content';
import { updateItem } from '@graticule/contract/content/user-items';
import { searchUserContent } from '@graticule/contract/search';
import { call } from '../../../api/call.ts';
import {
  groupedBy,
  type Operation as ManyOperation,
  type Outcome as ManyOutcome,
  oneByOne,
  type RunOptions,
  together,
} from '../../../bulk/run-bulk.ts';
import type { ShareLevel } from '../../../item-actions/apply-sharing.ts';
import { levelOf } from '../../../item-actions/drawn-layers.ts';
import { quoted } from '../../../items/search-query.ts';
import { inItemLists } from './item-lists.ts';

type Outcome = ManyOutcome<Item>;

/** What is done with many items. */
export type ItemsKind = 'move' | 'share' | 'delete' | 'protect' | 'unprotect' | 'tags' | 'reassign' | 'restore' | 'erase';

/** Something done with many items. */
export type Operation = ManyOperation<Item, ItemsKind>;

const NOTHING: Outcome = { done: [], refused: [], left: [] };

/** Moves; items that are in the folder already are left alone. @source CO-145 */
export function moving(folder: string): Operation {
  const moveTo = (items: readonly Item[], target: string, options?: RunOptions) =>
    inItemLists(items, (username, ids) => call(moveItems, { username, items: ids, folder: target }), options);
  return {
    kind: 'move',
    run: (items, options) =>
      moveTo(
        items.filter((item) => folderOf(item) !== folder),
        folder,
        options,
      ),
    undo: async (items, options) => {
      const outcomes: Outcome[] = [];
      for (const [former, group] of groupedBy(items, folderOf)) outcomes.push(await moveTo(group, former, options));
      return together(outcomes);
    },
  };
}

/** The folder of an item, the root as a slash. */
export function folderOf(item: Item): string {
  return item.ownerFolder ?? '/';
}

/** What is to be changed of the sharing of many items; what is left out stays as it is. */
export interface SharingChange {
  level: ShareLevel | undefined;
  added: readonly string[];
  removed: readonly string[];
}

/** Shares and unshares; what was shared with a group before stays so when it is undone. */
export function sharing({ level, added, removed }: SharingChange): Operation {
  /** Groups each item was in before, among those that change. */
  const before = new Map<string, ReadonlySet<string>>();
  const setLevel = (items: readonly Item[], to: ShareLevel | undefined, groups: readonly string[], options?: RunOptions) =>
    inItemLists(
      items,
      (username, ids) =>
        call(shareItems, {
          username,
          items: ids,
          ...(to === undefined ? {} : { everyone: to === 'public', org: to !== 'private' }),
          groups: groups.length > 0 ? groups : undefined,
        }),
      options,
    );
  const leave = (items: readonly Item[], groups: readonly string[], options?: RunOptions) =>
    inItemLists(items, (username, ids) => call(unshareItems, { username, items: ids, groups }), options);
  return {
    kind: 'share',
    run: async (items, options) => {
      for (const group of [...added, ...removed]) before.set(group, await sharedWith(items, group));
      const outcome =
        level === undefined && added.length === 0 ? { ...NOTHING, done: items } : await setLevel(items, level, added, options);
      if (removed.length === 0) return outcome;
      const left = await leave(outcome.done, removed);
      return { ...left, refused: [...outcome.refused, ...left.refused], left: [...outcome.left, ...left.left] };
    },
    undo: async (items, options) => {
      if (level !== undefined) {
        for (const [former, group] of groupedBy(items, (item) => levelOf(item.access))) await setLevel(group, former, [], options);
      }
      for (const group of added) {
        const newcomers = items.filter(({ id }) => !before.get(group)?.has(id));
        if (newcomers.length > 0) await leave(newcomers, [group], options);
      }
      for (const group of removed) {
        const former = items.filter(({ id }) => before.get(group)?.has(id));
        if (former.length > 0) await setLevel(former, undefined, [group], options);
      }
      return { ...NOTHING, done: items };
    },
  };
}

/** Which of the items a group holds already. */
async function sharedWith(items: readonly Item[], group: string): Promise<ReadonlySet<string>> {
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

/** Turns protection from deletion on or off. */
export function protecting(isOn: boolean): Operation {
  const set = (items: readonly Item[], to: boolean, options?: RunOptions) =>
    inItemLists(items, (username, ids) => call(to ? protectItems : unprotectItems, { username, items: ids }), options);
  return {
    kind: isOn ? 'protect' : 'unprotect',
    run: (items, options) =>
      set(
        items.filter((item) => item.protected !== isOn),
        isOn,
        options,
      ),
    undo: (items, options) => set(items, !isOn, options),
  };
}

/** Adds and removes tags; the other tags stay. */
export function tagging(added: readonly string[], removed: readonly string[]): Operation {
  const setTags = (items: readonly Item[], tagsOf: (item: Item) => readonly string[], options?: RunOptions) =>
    oneByOne(items, (item) => call(updateItem, { username: item.owner, id: item.id, tags: tagsOf(item), clearEmptyFields: true }), options);
  return {
    kind: 'tags',
    run: (items, options) => setTags(items, (item) => changedTags(item.tags, added, removed), options),
    undo: (items, options) => setTags(items, (item) => item.tags, options),
  };
}

/** Tags are the same without regard to case. */
export function changedTags(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const isAmong = (list: readonly string[], tag: string) => list.some((each) => each.toLowerCase() === tag.toLowerCase());
  const kept = tags.filter((tag) => !isAmong(removed, tag));
  return [...kept, ...added.filter((tag) => !isAmong(kept, tag))];
}

/** Gives the items to another member, into a folder of that name where one is given. */
export function reassigning(targetUsername: string): Operation {
  return {
    kind: 'reassign',
    run: (items, options) => inItemLists(items, (username, ids) => call(reassignItems, { username, items: ids, targetUsername }), options),
    undo: async (items, options) => {
      const outcomes: Outcome[] = [];
      for (const [former, group] of groupedBy(items, (item) => item.owner)) {
        const theirs = group.map((item) => ({ ...item, owner: targetUsername }));
        const back = await inItemLists(
          theirs,
          (username, ids) => call(reassignItems, { username, items: ids, targetUsername: former }),
          options,
        );
        // folders stay with their owner, so the items find theirs again
        await moving('/').undo?.(group.filter((item) => back.done.some(({ id }) => id === item.id) && folderOf(item) !== '/'));
        outcomes.push(back);
      }
      return together(outcomes);
    },
  };
}

/** Deletes; protected items stay. With a recycle bin it can be undone. */
export function deleting(hasBin: boolean): Operation {
  return {
    kind: 'delete',
    run: (items, options) =>
      inItemLists(
        items.filter((item) => !item.protected),
        (username, ids) => call(deleteItems, { username, items: ids }),
        options,
      ),
    ...(hasBin ? { undo: restoring().run } : {}),
  };
}

/** Takes items out of the recycle bin, to where they lay. */
export function restoring(): Operation {
  return {
    kind: 'restore',
    run: (items, options) => inItemLists(items, (username, ids) => call(restoreItems, { username, items: ids }), options),
    undo: (items, options) => inItemLists(items, (username, ids) => call(deleteItems, { username, items: ids }), options),
  };
}

/** Deletes what lies in the recycle bin for good. */
export function erasing(): Operation {
  return {
    kind: 'erase',
    run: (items, options) =>
      inItemLists(items, (username, ids) => call(deleteItems, { username, items: ids, permanentDelete: true }), options),
  };
}
