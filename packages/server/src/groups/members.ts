// Joining, leaving, adding and removing members, applications.
import { fail } from '@graticule/contract/errors';
import { isDescending, type PageRequest, pageRequest } from '@graticule/contract/paging';
import { notify } from '../notifications/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { StoredMemberType } from '../schema/groups.ts';
import { joiningLeadsTo } from './groups.rules.ts';
import type { GroupForCaller } from './groups.store.ts';
import { requireGroup } from './groups.ts';
import {
  type ApplicationRow,
  applicationsOf,
  candidates,
  deleteApplications,
  deleteMembers,
  insertMembers,
  type MemberRow,
  managersOf,
  memberNames,
  membersOf,
  putApplication,
  setMemberType,
} from './members.store.ts';

export type { ApplicationRow, MemberRow };

const MAX_PEOPLE = 100;

function requireFew(names: readonly string[]): void {
  if (names.length > MAX_PEOPLE) throw fail('INVALID_PARAMETER', { values: ['users', `may name at most ${MAX_PEOPLE} people`] });
}

/** Joins a group, or applies for membership. @throws FORBIDDEN by invitation only, INVALID_REQUEST for members */
export async function joinGroup(portal: Portal, caller: Caller, id: string, comments: string | undefined): Promise<void> {
  const group = await requireGroup(portal, caller, id);
  const username = caller.username;
  if (username === null) throw fail('TOKEN_REQUIRED');
  const outcome = joiningLeadsTo(caller, group);
  if (outcome === 'already') throw fail('INVALID_REQUEST', { values: ['You are already a member of this group.'] });
  if (outcome === 'refused') throw fail('FORBIDDEN');
  const now = portal.clock.now();
  const data = { groupTitle: group.title, groupId: group.id, fromUsername: username };
  await portal.db.transaction().execute(async (db) => {
    if (outcome === 'member') {
      await insertMembers(db, group.id, [{ username, member_type: 'member' }], now);
      await notify(db, await managersOf(db, group.id), { type: 'group_join', data, now });
      return;
    }
    const words = comments === undefined ? null : comments.replaceAll('\0', '').slice(0, 1000);
    // Whoever asks again is heard once: managers have been told.
    if (!(await putApplication(db, group.id, username, words, now))) return;
    await notify(db, await managersOf(db, group.id), { type: 'group_application', data, now });
  });
}

/** Leaves a group. The owner cannot, nor anybody where leaving is not allowed. */
export async function leaveGroup(portal: Portal, caller: Caller, id: string): Promise<void> {
  const group = await requireGroup(portal, caller, id);
  if (group.member_type === null) throw fail('INVALID_REQUEST', { values: ['You are not a member of this group.'] });
  if (group.member_type === 'owner') throw fail('INVALID_REQUEST', { values: ['The owner cannot leave the group.'] });
  if (group.leaving_disallowed) throw fail('FORBIDDEN');
  await deleteMembers(portal.db, group.id, [caller.username ?? '']);
}

/** Adds members and managers; names that could not be added are returned. */
export async function addPeople(
  portal: Portal,
  caller: Caller,
  group: GroupForCaller,
  input: { users?: string[]; admins?: string[] },
): Promise<string[]> {
  const wanted = new Map<string, 'admin' | 'member'>();
  for (const name of input.users ?? []) wanted.set(name, 'member');
  for (const name of input.admins ?? []) wanted.set(name, 'admin');
  const names = [...wanted.keys()];
  requireFew(names);
  const known = new Map((await candidates(portal.db, group.id, names)).map((row) => [row.username.toLowerCase(), row]));
  const added: { name: string; username: string; member_type: 'admin' | 'member' }[] = [];
  for (const [name, type] of wanted) {
    const row = known.get(name.toLowerCase());
    const fits = row !== undefined && !row.disabled && row.org_id === group.org_id && row.member_type === null;
    if (fits) added.push({ name, username: row.username, member_type: type });
  }
  const now = portal.clock.now();
  await portal.db.transaction().execute(async (db) => {
    await insertMembers(
      db,
      group.id,
      added.map(({ username, member_type }) => ({ username, member_type })),
      now,
    );
    // tells those who were added from managers who hear that somebody joined
    const data = { groupTitle: group.title, groupId: group.id, fromUsername: caller.username, added: true };
    await notify(
      db,
      added.map((row) => row.username),
      { type: 'group_join', data, now },
    );
  });
  const done = new Set(added.map((row) => row.name));
  return names.filter((name) => !done.has(name));
}

/** Removes members; names that could not be removed are returned. */
export async function removePeople(portal: Portal, group: GroupForCaller, names: readonly string[]): Promise<string[]> {
  requireFew(names);
  const known = await candidates(portal.db, group.id, names);
  const members = known.filter((row) => row.member_type === 'admin' || row.member_type === 'member');
  await deleteMembers(
    portal.db,
    group.id,
    members.map((row) => row.username),
  );
  const removed = new Set(members.map((row) => row.username.toLowerCase()));
  return names.filter((name) => !removed.has(name.toLowerCase()));
}

/** Makes members managers and managers members. */
export async function changePeople(
  portal: Portal,
  group: GroupForCaller,
  input: { users?: string[]; admins?: string[] },
): Promise<{ username: string; success: boolean }[]> {
  const results: { username: string; success: boolean }[] = [];
  for (const [names, type] of [
    [input.users ?? [], 'member'],
    [input.admins ?? [], 'admin'],
  ] as const) {
    requireFew(names);
    const known = await candidates(portal.db, group.id, names);
    const members = new Map(
      known
        .filter((row) => row.member_type !== null && row.member_type !== 'owner')
        .map((row) => [row.username.toLowerCase(), row.username]),
    );
    await setMemberType(portal.db, group.id, [...members.values()], type);
    for (const name of names) results.push({ username: members.get(name.toLowerCase()) ?? name, success: members.has(name.toLowerCase()) });
  }
  return results;
}

/** Names of the members by kind. */
export async function namesOfMembers(portal: Portal, group: GroupForCaller): Promise<{ owner: string; admins: string[]; users: string[] }> {
  const members = await memberNames(portal.db, group.id);
  return {
    owner: group.owner,
    admins: members.filter((row) => row.member_type !== 'member').map((row) => row.username),
    users: members.filter((row) => row.member_type === 'member').map((row) => row.username),
  };
}

/** What may be asked of the list of members. */
export interface MemberListInput {
  name?: string;
  joined?: string;
  memberType?: string;
  start?: number;
  num?: number;
  sortField?: string;
  sortOrder?: string;
}

/** A page of members. */
export async function listMembers(
  portal: Portal,
  group: GroupForCaller,
  input: MemberListInput,
): Promise<{ page: PageRequest; rows: MemberRow[]; total: number; owner: MemberRow | undefined }> {
  const page = pageRequest(input);
  const sort = (input.sortField ?? 'membertype').toLowerCase();
  if (sort !== 'username' && sort !== 'fullname' && sort !== 'joined' && sort !== 'membertype') {
    throw fail('INVALID_PARAMETER', { values: ['sortField', 'must be username, fullName, joined or memberType'] });
  }
  const [after, before] = (input.joined ?? '').split(',').map(readTime);
  const query = { groupId: group.id, name: undefined, memberTypes: [], joinedAfter: undefined, joinedBefore: undefined, descending: false };
  const found = await membersOf(portal.db, {
    ...query,
    name: input.name,
    memberTypes: memberTypes(input.memberType),
    joinedAfter: after,
    joinedBefore: before,
    sort,
    descending: isDescending(input.sortOrder, 'asc'),
    limit: page.num,
    offset: page.start - 1,
  });
  const owner = await membersOf(portal.db, { ...query, memberTypes: ['owner'], sort: 'username', limit: 1, offset: 0 });
  return { page, ...found, owner: owner.rows[0] };
}

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const ms = Number(text);
  if (!Number.isSafeInteger(ms) || Math.abs(ms) > 8.64e15)
    throw fail('INVALID_PARAMETER', { values: ['joined', 'must be one or two times in milliseconds'] });
  return new Date(ms);
}

function memberTypes(text: string | undefined): StoredMemberType[] {
  if (text === undefined) return [];
  return text.split(',').map((word) => {
    const type = word.trim().toLowerCase();
    if (type !== 'owner' && type !== 'admin' && type !== 'member')
      throw fail('INVALID_PARAMETER', { values: ['memberType', 'must be owner, admin or member'] });
    return type;
  });
}

/** People who asked to join. */
export function listApplications(portal: Portal, group: GroupForCaller): Promise<ApplicationRow[]> {
  return applicationsOf(portal.db, group.id);
}

/** One application. */
export async function requireApplication(portal: Portal, group: GroupForCaller, username: string): Promise<ApplicationRow> {
  const found = (await applicationsOf(portal.db, group.id)).find((row) => row.username.toLowerCase() === username.toLowerCase());
  if (found === undefined) throw fail('INVALID_REQUEST', { values: ['Application does not exist or is inaccessible.'] });
  return found;
}

/** Accepts or declines an application and tells the applicant. */
export async function settleApplication(portal: Portal, group: GroupForCaller, username: string, accepted: boolean): Promise<string> {
  const application = await requireApplication(portal, group, username);
  const now = portal.clock.now();
  await portal.db.transaction().execute(async (db) => {
    if (accepted) await insertMembers(db, group.id, [{ username: application.username, member_type: 'member' }], now);
    else await deleteApplications(db, group.id, [application.username]);
    const type = accepted ? 'group_application_accepted' : 'group_application_declined';
    await notify(db, [application.username], { type, data: { groupTitle: group.title, groupId: group.id }, now });
  });
  return application.username;
}
