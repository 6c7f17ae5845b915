// Members as they are at this moment: a table that was loaded a while ago knows nothing of what others did since.
import type { User } from '@graticule/contract/community/user';
import { portalUsers } from '@graticule/contract/portals/portals';
import { call } from '../../api/call.ts';
import { allMembers } from './use-members.ts';

/** So many are asked for by name; of more the whole list is read. */
const FEW = 8;
const MOST = 100;

/** By user name; who is not a member any more is missing. */
export async function asTheyAre(users: readonly User[]): Promise<ReadonlyMap<string, User>> {
  const names = new Set(users.map(({ username }) => username));
  const found = users.length <= FEW ? await eachByName(names) : await everybody();
  return new Map(found.filter(({ username }) => names.has(username)).map((user) => [user.username, user]));
}

/** The members in their order, each as it is now; who is not found any more stays, so that the portal can say why. */
export async function latestOf(users: readonly User[]): Promise<User[]> {
  const now = await asTheyAre(users);
  return users.map((user) => now.get(user.username) ?? user);
}

async function eachByName(names: ReadonlySet<string>): Promise<User[]> {
  // a name may be part of others
  const replies = await Promise.all([...names].map((username) => call(portalUsers, { portal: 'self', username, num: MOST })));
  return replies.flatMap(({ users }) => users);
}

async function everybody(): Promise<User[]> {
  const { total } = await call(portalUsers, { portal: 'self', num: 1 });
  return allMembers({ sortField: 'username', sortOrder: 'asc' }, total);
}
