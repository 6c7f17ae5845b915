// Sends a choice of sharing to the portal.
import type { Item } from '@graticule/contract/content/item';
import { shareUserItem, unshareUserItem } from '@graticule/contract/content/sharing';
import { call } from '../api/call.ts';

export type ShareLevel = 'private' | 'org' | 'public';

/** What was chosen, and the groups it was shared with before. */
export interface SharingChoice {
  level: ShareLevel;
  groups: readonly string[];
  groupsNow: readonly string[];
}

/** Shares each item; gives the groups that could not be added, each once. */
export async function applySharing(items: readonly Item[], { level, groups, groupsNow }: SharingChoice): Promise<string[]> {
  const added = groups.filter((id) => !groupsNow.includes(id));
  const removed = groupsNow.filter((id) => !groups.includes(id));
  const refused = new Set<string>();
  for (const { owner: username, id } of items) {
    const { notSharedWith } = await call(shareUserItem, {
      username,
      id,
      everyone: level === 'public',
      org: level !== 'private',
      groups: added.length > 0 ? added : undefined,
    });
    for (const group of notSharedWith) refused.add(group);
    if (removed.length > 0) await call(unshareUserItem, { username, id, groups: removed });
  }
  return [...refused];
}
