// What can be done with many items at once, and how each is undone: from what they were at that moment, and only what it changed.
import type { Item } from '@graticule/contract/content/item';
import { restoreItems } from '@graticule/contract/content/recycle-bin';
import { deleteItems, moveItems, protectItems, reassignItems, unprotectItems } from '@graticule/contract/content/user-content';
import { updateItem } from '@graticule/contract/content/user-items';
import { call } from '../../../api/call.ts';
import {
  groupedBy,
  type Operation as ManyOperation,
  type Outcome as ManyOutcome,
  oneByOne,
  type RunOptions,
  together,
} from '../../../bulk/run-bulk.ts';
import { allOf, undoGiven, undoOwn } from '../../../bulk/undo-own.ts';
import { asTheyAre, latestOf } from './as-they-are.ts';
import { inItemLists } from './item-lists.ts';

type Outcome = ManyOutcome<Item>;

/** What is done with many items. */
export type ItemsKind = 'move' | 'share' | 'delete' | 'protect' | 'unprotect' | 'tags' | 'reassign' | 'restore' | 'erase';

/** Something done with many items. */
export type Operation = ManyOperation<Item, ItemsKind>;

const idOf = ({ id }: Item) => id;

function moveTo(items: readonly Item[], folder: string, options?: RunOptions): Promise<Outcome> {
  return inItemLists(items, (username, ids) => call(moveItems, { username, items: ids, folder }), options);
}

/** Moves; items that are in the folder already are left alone. @source CO-145 */
export function moving(folder: string): Operation {
  return {
    kind: 'move',
    run: async (items, options) => {
      const now = await latestOf(items);
      const apart = now.filter((item) => folderOf(item) !== folder);
      return moveTo(apart, folder, options);
    },
    undo: async (items, options) => {
      const now = await asTheyAre(items);
      const folders = { given: folder, wordOf: folderOf, nowOf: ({ id }: Item) => now.get(id) };
      return undoGiven(items, folders, (mine, former) => moveTo(mine, former, options));
    },
  };
}

/** The folder of an item, the root as a slash. */
export function folderOf(item: Item): string {
  return item.ownerFolder ?? '/';
}

/** Turns protection from deletion on or off. */
export function protecting(isOn: boolean): Operation {
  const set = (items: readonly Item[], to: boolean, options?: RunOptions) =>
    inItemLists(items, (username, ids) => call(to ? protectItems : unprotectItems, { username, items: ids }), options);
  return {
    kind: isOn ? 'protect' : 'unprotect',
    run: async (items, options) => {
      const now = await latestOf(items);
      const others = now.filter((item) => item.protected !== isOn);
      return set(others, isOn, options);
    },
    undo: async (items, options) => {
      const now = await asTheyAre(items);
      const standingOf = ({ id }: Item) => ((now.get(id)?.protected ?? isOn) === isOn ? 'ours' : 'before');
      return undoOwn(items, standingOf, (mine) => set(mine, !isOn, options));
    },
  };
}

/** Adds and removes tags; the other tags stay. */
export function tagging(added: readonly string[], removed: readonly string[]): Operation {
  const setTags = (items: readonly Item[], tagsOf: (item: Item) => readonly string[], options?: RunOptions) =>
    oneByOne(items, (item) => call(updateItem, { username: item.owner, id: item.id, tags: tagsOf(item), clearEmptyFields: true }), options);
  return {
    kind: 'tags',
    run: async (items, options) => setTags(await latestOf(items), (item) => changedTags(item.tags, added, removed), options),
    undo: async (items, options) => {
      const now = await asTheyAre(items);
      return setTags(items, (item) => formerTags(item.tags, now.get(item.id)?.tags, added, removed), options);
    },
  };
}

/** Tags are the same without regard to case. */
export function changedTags(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const isAmong = (list: readonly string[], tag: string) => list.some((each) => each.toLowerCase() === tag.toLowerCase());
  const kept = tags.filter((tag) => !isAmong(removed, tag));
  return [...kept, ...added.filter((tag) => !isAmong(kept, tag))];
}

/** The tags of before; those that others added or took away meanwhile stay as they left them. */
export function formerTags(
  before: readonly string[],
  now: readonly string[] | undefined,
  added: readonly string[],
  removed: readonly string[],
): readonly string[] {
  const left = changedTags(before, added, removed);
  if (now === undefined || now.join() === left.join()) return before;
  const came = left.filter((tag) => !before.includes(tag));
  const went = before.filter((tag) => !left.includes(tag));
  return changedTags(now, went, came);
}

/** Gives the items to another member, into a folder of that name where one is given. */
export function reassigning(targetUsername: string): Operation {
  return {
    kind: 'reassign',
    run: async (items, options) =>
      inItemLists(await latestOf(items), (username, ids) => call(reassignItems, { username, items: ids, targetUsername }), options),
    undo: async (items, options) => {
      const outcomes: Outcome[] = [];
      for (const [former, group] of groupedBy(items, (item) => item.owner)) {
        const theirs = group.map((item) => ({ ...item, owner: targetUsername }));
        const back = await inItemLists(
          theirs,
          (username, ids) => call(reassignItems, { username, items: ids, targetUsername: former }),
          options,
        );
        // folders stay with their owner, so the items find theirs again, unless it is gone by now
        const ready = group.filter((item) => back.done.some(({ id }) => id === item.id) && folderOf(item) !== '/');
        const steps: Outcome[] = [back];
        for (const [folder, inside] of groupedBy(ready, folderOf)) steps.push(await moveTo(inside, folder, options));
        outcomes.push(allOf(group, idOf, steps));
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
