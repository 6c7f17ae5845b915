// Creating, changing, deleting and handing over groups.
import { randomBytes } from 'node:crypto';
import { GROUP_CONTENT_SORTS } from '@graticule/contract/community/group';
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import { accountByName } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import { cleanHtml } from '../platform/clean-html.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { storeThumbnail } from '../platform/files/pictures.ts';
import { deleteStoredFiles, insertStoredFile } from '../platform/files/stored-files.store.ts';
import { accessPrivilege, type GroupAction, mayDoToGroup } from './groups.rules.ts';
import {
  deleteGroupRow,
  type GroupChange,
  type GroupForCaller,
  groupForCaller,
  groupsForCaller,
  groupsOfPerson,
  insertGroup,
  isProtectedNow,
  setGroupOwner,
  updateGroupRow,
} from './groups.store.ts';
import { groupGoes, groupIsToGo } from './lifecycle.ts';

/**
 * The group with the caller's membership, once the caller may do the action.
 * @throws GROUP_NOT_FOUND unknown or malformed id
 * @throws FORBIDDEN the group exists and the caller may not
 */
export async function requireGroup(portal: Portal, caller: Caller, id: string, action: GroupAction = 'read'): Promise<GroupForCaller> {
  const group = /^[0-9a-f]{32}$/.test(id) ? await groupForCaller(portal.db, caller, id) : undefined;
  if (group === undefined) throw fail('GROUP_NOT_FOUND');
  if (!mayDoToGroup(caller, group, action)) throw fail('FORBIDDEN');
  return group;
}

/**
 * The groups of these ids in one statement, once the caller may do the action to each.
 * @throws GROUP_NOT_FOUND, FORBIDDEN as `requireGroup`
 */
export async function requireGroups(
  portal: Portal,
  caller: Caller,
  ids: readonly string[],
  action: GroupAction,
): Promise<GroupForCaller[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const groups = await groupsForCaller(portal.db, caller, wanted);
  if (groups.length < wanted.length) throw fail('GROUP_NOT_FOUND');
  if (!groups.every((group) => mayDoToGroup(caller, group, action))) throw fail('FORBIDDEN');
  return groups;
}

/** Fields of a group as parsed from a form. */
export interface GroupInput {
  title?: string;
  access?: string;
  tags?: string[];
  description?: string;
  snippet?: string;
  phone?: string;
  sortField?: string;
  sortOrder?: string;
  isInvitationOnly?: boolean;
  isViewOnly?: boolean;
  autoJoin?: boolean;
  hiddenMembers?: boolean;
  leavingDisallowed?: boolean;
  membershipAccess?: string;
  typeKeywords?: string[];
  displaySettings?: unknown;
  properties?: unknown;
  thumbnail?: ReceivedFile;
}

function refuse(name: string, says: string): never {
  throw fail('INVALID_PARAMETER', { values: [name, says] });
}

/** Creates a group owned by the caller. @throws GROUP_TITLE_TAKEN, FORBIDDEN for an access without its privilege */
export async function createGroup(
  portal: Portal,
  caller: Caller,
  input: GroupInput & { capabilities?: string[] },
): Promise<GroupForCaller> {
  const owner = caller.username;
  if (owner === null) throw fail('TOKEN_REQUIRED');
  const change = groupColumns({ title: '', ...input });
  requireAccessPrivilege(caller, change.access);
  const capabilities = [
    ...new Set((input.capabilities ?? []).map((name) => name.toLowerCase()).filter((name) => name === 'updateitemcontrol')),
  ];
  if (capabilities.length > 0 && !caller.privileges.has('portal:admin:createUpdateCapableGroup')) throw fail('FORBIDDEN');
  const id = randomBytes(16).toString('hex');
  await withThumbnail(portal, input.thumbnail, change, async (db, columns) => {
    await insertGroup(db, { ...columns, id, org_id: caller.orgId, owner, title: change.title ?? '', capabilities }, portal.clock.now());
    return null;
  });
  return requireGroup(portal, caller, id);
}

/** Changes the given fields of a group. */
export async function updateGroup(
  portal: Portal,
  caller: Caller,
  group: GroupForCaller,
  input: GroupInput,
  cleared: ReadonlySet<string>,
): Promise<void> {
  const change = { ...groupColumns(input), ...clearedColumns(cleared) };
  if (change.access !== undefined && change.access !== group.access) requireAccessPrivilege(caller, change.access);
  await withThumbnail(portal, input.thumbnail, change, async (db, columns) => {
    await updateGroupRow(db, group.id, columns, portal.clock.now());
    return columns.thumbnail_key === undefined ? null : group.thumbnail_key;
  });
}

function requireAccessPrivilege(caller: Caller, access: 'private' | 'org' | 'public' | undefined): void {
  const needed = accessPrivilege(access ?? 'private');
  if (needed !== undefined && !caller.privileges.has(needed)) throw fail('FORBIDDEN');
}

/** Stores a thumbnail with the change; the key that the write gives back is forgotten. */
async function withThumbnail(
  portal: Portal,
  picture: ReceivedFile | undefined,
  change: GroupChange,
  write: (db: Portal['db'], columns: GroupChange) => Promise<string | null>,
): Promise<void> {
  const stored = picture === undefined ? undefined : await storeThumbnail(portal.files, picture);
  try {
    const old = await portal.db.transaction().execute(async (db) => {
      if (stored !== undefined) await insertStoredFile(db, stored.file);
      const unused = await write(db, { ...change, ...stored?.columns });
      await deleteStoredFiles(db, unused === null ? [] : [unused]);
      return unused;
    });
    if (old !== null) await dropBytes(portal, [old]);
  } catch (error) {
    if (stored !== undefined) await dropUnlessKept(portal, [stored.file.key], error);
    if (violatedUnique(error) === 'user_group_title') throw fail('GROUP_TITLE_TAKEN', { values: [change.title ?? ''], cause: error });
    throw error;
  }
}

/** Columns for the given fields. @throws INVALID_PARAMETER */
function groupColumns(input: GroupInput): GroupChange {
  const change: GroupChange = {};
  if (input.title !== undefined) change.title = checkedTitle(input.title);
  if (input.access !== undefined) change.access = checkedAccess(input.access);
  if (input.tags !== undefined) change.tags = checkedTags(input.tags);
  if (input.typeKeywords !== undefined) change.type_keywords = checkedTags(input.typeKeywords);
  if (input.description !== undefined) change.description = cleanText('description', input.description, 100_000);
  if (input.snippet !== undefined) change.snippet = cleanText('snippet', input.snippet, 2_048);
  if (input.phone !== undefined) change.phone = checkedText('phone', input.phone, 250);
  if (input.sortField !== undefined) change.sort_field = oneOf('sortField', input.sortField, GROUP_CONTENT_SORTS);
  if (input.sortOrder !== undefined) change.sort_order = oneOf('sortOrder', input.sortOrder, ['asc', 'desc']);
  if (input.membershipAccess !== undefined)
    change.membership_access = oneOf('membershipAccess', input.membershipAccess, ['org', 'collaboration', 'none']);
  if (input.isInvitationOnly !== undefined) change.invitation_only = input.isInvitationOnly;
  if (input.isViewOnly !== undefined) change.view_only = input.isViewOnly;
  if (input.autoJoin !== undefined) change.auto_join = input.autoJoin;
  if (input.hiddenMembers !== undefined) change.hidden_members = input.hiddenMembers;
  if (input.leavingDisallowed !== undefined) change.leaving_disallowed = input.leavingDisallowed;
  if (input.properties !== undefined) change.properties = checkedObject('properties', input.properties);
  if (input.displaySettings !== undefined) change.display_settings = checkedObject('displaySettings', input.displaySettings);
  return change;
}

function clearedColumns(cleared: ReadonlySet<string>): GroupChange {
  if (cleared.has('title')) refuse('title', 'must not be empty');
  return {
    ...(cleared.has('tags') ? { tags: [] } : {}),
    ...(cleared.has('typeKeywords') ? { type_keywords: [] } : {}),
    ...(cleared.has('description') ? { description: null } : {}),
    ...(cleared.has('snippet') ? { snippet: null } : {}),
    ...(cleared.has('phone') ? { phone: null } : {}),
    ...(cleared.has('properties') ? { properties: null } : {}),
  };
}

function checkedTitle(title: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const trimmed = title.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();
  if (trimmed === '') refuse('title', 'must not be empty');
  if (trimmed.length > 250) refuse('title', 'may have at most 250 characters');
  return trimmed;
}

function checkedAccess(access: string): 'private' | 'org' | 'public' {
  const value = access.toLowerCase();
  if (value !== 'private' && value !== 'org' && value !== 'public') refuse('access', 'must be private, org or public');
  return value;
}

function checkedTags(values: readonly string[]): string[] {
  const cleaned = [
    ...new Set(values.map((value) => value.replaceAll('\0', '').replace(/\s+/g, ' ').trim()).filter((value) => value !== '')),
  ];
  if (cleaned.length > 128 || cleaned.some((value) => value.length > 128))
    refuse('tags', 'may have at most 128 elements of 128 characters');
  return cleaned;
}

/** The value in the spelling of the list, whatever its case. */
function oneOf(name: string, value: string, known: readonly string[]): string {
  const found = known.find((each) => each.toLowerCase() === value.trim().toLowerCase());
  return found ?? refuse(name, `must be one of ${known.join(', ')}`);
}

function checkedText(name: string, value: string, max: number): string {
  if (value.length > max) refuse(name, `may have at most ${max} characters`);
  return value.replaceAll('\0', '');
}

/** Markup is measured before it is cleaned, because cleaning costs time. */
function cleanText(name: string, value: string, max: number): string {
  return checkedText(name, cleanHtml(checkedText(name, value, max)), max);
}

function checkedObject(name: string, value: unknown): Record<string, unknown> | null {
  if (value === null) return null;
  const text = JSON.stringify(value);
  if (typeof value !== 'object' || Array.isArray(value) || text.length > 100_000 || text.includes('\\u0000'))
    refuse(name, 'must be a JSON object');
  return value as Record<string, unknown>;
}

/** Deletes a group; its items lose the share. @throws GROUP_PROTECTED */
export async function deleteGroup(portal: Portal, group: GroupForCaller): Promise<void> {
  if (group.protected) throw fail('GROUP_PROTECTED');
  const { thumbnail_key: key } = group;
  await groupIsToGo(portal, group.id);
  await portal.db.transaction().execute(async (db) => {
    // Whoever shares with the group or joins it at the same time waits, and learns that it is gone.
    if (await isProtectedNow(db, group.id)) throw fail('GROUP_PROTECTED');
    await groupGoes(db, group.id);
    await deleteGroupRow(db, group.id);
    await deleteStoredFiles(db, key === null ? [] : [key]);
  });
  if (key !== null) await dropBytes(portal, [key]);
}

/** Turns delete protection on or off. */
export async function setGroupProtected(portal: Portal, group: GroupForCaller, value: boolean): Promise<void> {
  await portal.db.transaction().execute((db) => updateGroupRow(db, group.id, { protected: value }, portal.clock.now()));
}

/** Removes the thumbnail. */
export async function removeGroupThumbnail(portal: Portal, group: GroupForCaller): Promise<void> {
  const { thumbnail_key: key } = group;
  if (key === null) return;
  await portal.db.transaction().execute(async (db) => {
    await updateGroupRow(db, group.id, { thumbnail_key: null, thumbnail_name: null }, portal.clock.now());
    await deleteStoredFiles(db, [key]);
  });
  await dropBytes(portal, [key]);
}

/** Gives a group to another person of the same organisation. */
export async function reassignGroup(
  portal: Portal,
  group: Pick<GroupForCaller, 'id' | 'title' | 'org_id'>,
  targetUsername: string,
): Promise<void> {
  const target = await accountByName(portal.db, targetUsername);
  if (target === undefined || target.disabled || target.org_id !== group.org_id) throw fail('USER_NOT_FOUND');
  try {
    await portal.db.transaction().execute((db) => setGroupOwner(db, group.id, target.username, target.org_id, portal.clock.now()));
  } catch (error) {
    if (violatedUnique(error) === 'user_group_title') throw fail('GROUP_TITLE_TAKEN', { values: [group.title], cause: error });
    throw error;
  }
}

/** Groups of a person that the caller may see, without favourites; for profiles. */
export function findGroupsOf(portal: Portal, caller: Caller, username: string): Promise<GroupForCaller[]> {
  return groupsOfPerson(portal.db, caller, username);
}
