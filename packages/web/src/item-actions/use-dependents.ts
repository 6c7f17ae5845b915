// What would break if items were deleted.
import type { AffectedGroup, DependentItem } from '@graticule/contract/content/dependencies';
import { findDependents } from '@graticule/contract/content/dependencies';
import type { Item } from '@graticule/contract/content/item';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';

/** Items asked about in one request. */
const CHUNK = 250;

/** Items and groups that would miss something, and how many more the caller may not see. */
export interface Broken {
  items: readonly DependentItem[];
  groups: readonly AffectedGroup[];
  hiddenItems: number;
  hiddenGroups: number;
}

/** Items that are deleted together do not count as broken. */
export function useDependents(items: readonly Item[]) {
  const ids = items.map((item) => item.id).sort();
  return useQuery({
    queryKey: [...keys.items, 'dependents', ids],
    queryFn: ({ signal }) => loadBroken(ids, signal),
    enabled: ids.length > 0,
    retry: false,
  });
}

async function loadBroken(ids: readonly string[], signal: AbortSignal): Promise<Broken> {
  const items = new Map<string, DependentItem>();
  const groups = new Map<string, AffectedGroup>();
  let hiddenItems = 0;
  let hiddenGroups = 0;
  for (let at = 0; at < ids.length; at += CHUNK) {
    const reply = await call(findDependents, { items: ids.slice(at, at + CHUNK), num: 100 }, { signal, quiet: true });
    for (const item of reply.items) if (!ids.includes(item.id)) items.set(item.id, item);
    // A favourite is a bookmark: its group misses nothing.
    for (const group of reply.groups.filter((each) => !each.isFav)) {
      const known = groups.get(group.id);
      groups.set(group.id, known ? { ...known, numAffected: known.numAffected + group.numAffected } : group);
    }
    hiddenItems += reply.hidden.items + Math.max(0, reply.total - reply.items.length);
    hiddenGroups = Math.max(hiddenGroups, reply.hidden.groups);
  }
  return { items: [...items.values()], groups: [...groups.values()], hiddenItems, hiddenGroups };
}
