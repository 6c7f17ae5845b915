// People who come into groups because they come into an organisation.
import { notify } from '../notifications/index.ts';
import type { Db } from '../platform/db/database.ts';
import { moveGroupsOf } from './groups.store.ts';
import { groupsToJoin, insertMembers } from './members.store.ts';

/** Who comes into which groups. */
export interface Joining {
  orgId: string;
  groupIds: readonly string[];
  username: string;
  /** Who let the person in; null when that account is gone. */
  fromUsername: string | null;
  now: Date;
}

/** Makes a person member of groups of an organisation and tells so; groups that are gone or elsewhere are left out. How many were joined. */
export async function joinAsMember(db: Db, joining: Joining): Promise<number> {
  const groups = await groupsToJoin(db, joining);
  for (const group of groups) {
    await insertMembers(db, group.id, [{ username: joining.username, member_type: 'member' }], joining.now);
    const data = { groupTitle: group.title, groupId: group.id, fromUsername: joining.fromUsername, added: true };
    await notify(db, [joining.username], { type: 'group_join', data, now: joining.now });
  }
  return groups.length;
}

/** The groups of an account that belonged to no organisation come with it into one. */
export function groupsJoinOrganisation(db: Db, username: string, orgId: string): Promise<void> {
  return moveGroupsOf(db, username, orgId);
}
