// What can be done with many members at once, and how each is undone.
import { addGroupUsers, getGroupUsers, removeGroupUsers } from '@graticule/contract/community/groups';
import type { User } from '@graticule/contract/community/user';
import { deleteUser } from '@graticule/contract/community/users';
import { reassignContent } from '@graticule/contract/content/user-content';
import { disableUsers, enableUsers, type MemberResult, updateUsersRole } from '@graticule/contract/portals/portals';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { inLists, listsOf, type Operation, type Outcome, oneByOne, type RunOptions, refusalOf } from '../../bulk/run-bulk.ts';
import { allOf, undoGiven, undoOwn } from '../../bulk/undo-own.ts';
import { roleOf } from '../../people/role-words.ts';
import { asTheyAre, latestOf } from './members-as-they-are.ts';

/** What is done with many members. */
export type MembersKind = 'role' | 'lock' | 'unlock' | 'groups' | 'delete';

/** Something done with many members. */
export type MemberOperation = Operation<User, MembersKind>;

/** Members in one request: few enough that progress is seen. */
const CHUNK = 250;
/** People whom a group takes in one request. */
const GROUP_CHUNK = 100;
/** Accounts that are deleted at the same time: handing over what they own is work. */
const DELETED_AT_ONCE = 3;

function inMemberLists(
  users: readonly User[],
  send: (usernames: string[]) => Promise<{ results: readonly MemberResult[] }>,
  options?: RunOptions,
): Promise<Outcome<User>> {
  return inLists(
    listsOf(users, CHUNK),
    async (list) => {
      const { results } = await send(list.map(({ username }) => username));
      const byName = new Map(results.map((result) => [result.username, result]));
      return ({ username }) => refusalOf(byName.get(username));
    },
    options,
  );
}

/** Gives a role; those who have it already are left alone, and each gets the former one back. */
export function givingRole(role: string): MemberOperation {
  const give = (users: readonly User[], to: string, options?: RunOptions) =>
    inMemberLists(users, (names) => call(updateUsersRole, { portal: 'self', users: names, role: to }), options);
  return {
    kind: 'role',
    run: async (users, options) => {
      const now = await latestOf(users);
      const others = now.filter((user) => roleOf(user) !== role);
      return give(others, role, options);
    },
    undo: async (users, options) => {
      const now = await asTheyAre(users);
      const roles = { given: role, wordOf: roleOf, nowOf: ({ username }: User) => now.get(username) };
      return undoGiven(users, roles, (mine, former) => give(mine, former, options));
    },
  };
}

/** Locks accounts or unlocks them; those that are so already are left alone. */
export function locking(isLocked: boolean): MemberOperation {
  const set = (users: readonly User[], to: boolean, options?: RunOptions) =>
    inMemberLists(users, (names) => call(to ? disableUsers : enableUsers, { portal: 'self', users: names }), options);
  return {
    kind: isLocked ? 'lock' : 'unlock',
    run: async (users, options) => {
      const now = await latestOf(users);
      const others = now.filter((user) => (user.disabled ?? false) !== isLocked);
      return set(others, isLocked, options);
    },
    undo: async (users, options) => {
      const now = await asTheyAre(users);
      const standingOf = ({ username }: User) => ((now.get(username)?.disabled ?? isLocked) === isLocked ? 'ours' : 'before');
      return undoOwn(users, standingOf, (mine) => set(mine, !isLocked, options));
    },
  };
}

/** Puts members into groups; who is in one already stays there, also when it is undone. `whyNot` says why a group did not take somebody. */
export function addingToGroups(groupIds: readonly string[], whyNot: string): MemberOperation {
  /** Who came into each group. */
  const came = new Map<string, Set<string>>();
  return {
    kind: 'groups',
    run: async (users, options) => {
      const refused = new Map<string, ApiError>();
      const changed = new Set<string>();
      let left: readonly User[] = [];
      for (const [step, id] of groupIds.entries()) {
        const { admins, users: plain } = await call(getGroupUsers, { id });
        const inside = new Set([...admins, ...plain]);
        const coming = users.filter(({ username }) => !inside.has(username) && !refused.has(username));
        const outcome = await inLists(
          listsOf(coming, GROUP_CHUNK),
          async (list) => {
            const { notAdded } = await call(addGroupUsers, { id, users: list.map(({ username }) => username) });
            return ({ username }) => (notAdded.includes(username) ? new ApiError(400, whyNot) : undefined);
          },
          { ...options, onProgress: (count) => options?.onProgress?.(Math.floor((step * users.length + count) / groupIds.length)) },
        );
        came.set(id, new Set([...(came.get(id) ?? []), ...outcome.done.map(({ username }) => username)]));
        for (const { username } of outcome.done) changed.add(username);
        for (const { item, error } of outcome.refused) refused.set(item.username, error);
        left = outcome.left;
        if (left.length > 0) break;
      }
      const stays = new Set(left.map(({ username }) => username));
      return {
        done: users.filter(({ username }) => changed.has(username) && !refused.has(username) && !stays.has(username)),
        refused: users.flatMap((item) => {
          const error = refused.get(item.username);
          return error ? [{ item, error }] : [];
        }),
        left,
      };
    },
    undo: async (users, options) => {
      const outcomes: Outcome<User>[] = [];
      for (const id of groupIds) {
        const leaving = users.filter(({ username }) => came.get(id)?.has(username));
        outcomes.push(
          await inLists(
            listsOf(leaving, GROUP_CHUNK),
            async (list) => {
              const { notRemoved } = await call(removeGroupUsers, { id, users: list.map(({ username }) => username) });
              const stays = await stillInside(id, notRemoved);
              return ({ username }) => (stays.has(username) ? new ApiError(400, '', 'STAYS_IN_GROUP') : undefined);
            },
            options,
          ),
        );
      }
      return allOf(users, ({ username }) => username, outcomes);
    },
  };
}

/** Who left meanwhile cannot be taken out, and need not be. */
async function stillInside(id: string, notRemoved: readonly string[]): Promise<ReadonlySet<string>> {
  if (notRemoved.length === 0) return new Set();
  const { owner, admins, users } = await call(getGroupUsers, { id });
  return new Set([owner, ...admins, ...users].filter((username) => notRemoved.includes(username)));
}

/** Deletes accounts, after what they own went to somebody else where there is a `heir`. Cannot be undone. */
export function deletingMembers(heir: string | undefined, owners: ReadonlySet<string>): MemberOperation {
  return {
    kind: 'delete',
    run: (users, options) =>
      oneByOne(
        users,
        async ({ username }) => {
          if (heir !== undefined && owners.has(username)) {
            const { notReassigned } = await call(reassignContent, { username, targetUsername: heir, groups: true });
            const error = refusalOf(notReassigned[0]);
            if (error) throw error;
          }
          await call(deleteUser, { username });
        },
        options,
        DELETED_AT_ONCE,
      ),
  };
}
