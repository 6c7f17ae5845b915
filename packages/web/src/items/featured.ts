// The query for the items of the featured group.
import type { Group } from '@graticule/contract/community/group';

/** Types that never show in galleries. @source spec 1 section 7, notes (b) */
const HIDDEN_TYPES = ['Code Attachment', 'Windows Viewer Add In', 'Windows Viewer Configuration'];

/** Items shared with the group, without parts of other items. */
export function featuredItemsQuery(groupId: string): string {
  return [`group:${groupId}`, ...HIDDEN_TYPES.map((type) => `-type:"${type}"`)].join(' AND ');
}

/** The group's own order, else the newest first. */
export function featuredSort(group: Pick<Group, 'sortField' | 'sortOrder'> | null): { sortField: string; sortOrder: string } {
  return { sortField: group?.sortField || 'modified', sortOrder: group?.sortField ? (group.sortOrder ?? 'asc') : 'desc' };
}
