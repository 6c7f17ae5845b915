// Who sees an item, and why: read from the keys that decide, never decided a second time.
import type { AccessBlocker, AccessExplanation, AccessReason, ItemAudience } from '@graticule/contract/content/audience';
import { fail } from '@graticule/contract/errors';
import { type GroupForCaller, groupsForCaller, mayDoToGroup } from '../groups/index.ts';
import { callerOfAccount } from '../identity/index.ts';
import { isClosedToVisitors, organisationWithId } from '../organisation/index.ts';
import { findProfile } from '../people/index.ts';
import { anonymous, type Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { ItemWithRight } from '../schema/content.ts';
import { countHolders, matchedKeys, membershipsIn } from './audience.store.ts';
import { isId } from './items.rules.ts';
import { requireItem } from './items.ts';
import { type AccessRequest, requestedAccess } from './sharing.rules.ts';
import { groupIdsOf } from './sharing.store.ts';
import { isGrant, itemKeys, readKey } from './visibility.rules.ts';

const MAX_GROUPS = 100;

/**
 * Why a person, or a visitor without a name, sees an item or does not.
 * @throws ITEM_NOT_FOUND, FORBIDDEN for readers who neither own the item nor administer its organisation
 * @throws USER_NOT_FOUND also for profiles that the reader may not see
 */
export async function explainAccess(portal: Portal, reader: Caller, id: string, username: string | undefined): Promise<AccessExplanation> {
  const item = await requireItem(portal, reader, id, 'status');
  const { person, isDisabled } = await personNamed(portal, reader, username);
  const { all, matched } = await matchedKeys(portal.db, person, item.id);
  const groups = await groupsById(portal, reader, groupNames(all));
  const hidden = groupNames(all).filter((groupId) => !mayList(reader, groups.get(groupId), person));
  const told = matched.filter((key) => !hidden.includes(readKey(key).name));
  const keptOut = person.kind === 'anonymous' && (await isClosedToVisitors(portal));
  const reasons = keptOut ? [] : await reasonsOf(portal, item, person, told, groups);
  // A visitor is in no group, so hidden members cannot matter.
  const depends = reasons.length === 0 && hidden.length > 0 && person.kind !== 'anonymous';
  const canSee = depends ? null : reasons.length > 0;
  return {
    itemId: item.id,
    username: username === undefined ? null : (person.username ?? username),
    canSee,
    reasons,
    blockers: canSee === false ? blockersOf(all, person, { isDisabled, keptOut }) : [],
    hiddenGroups: depends ? hidden.map((groupId) => ({ id: groupId, title: titleOf(groups.get(groupId)) })) : [],
  };
}

/** The person with the rights of today; a locked account is as good as nobody. */
async function personNamed(portal: Portal, reader: Caller, username: string | undefined): Promise<{ person: Caller; isDisabled: boolean }> {
  const visitor = anonymous('', reader.baseUrl);
  if (username === undefined) return { person: visitor, isDisabled: false };
  const { account } = await findProfile(portal, reader, username);
  if (account.disabled) return { person: visitor, isDisabled: true };
  return { person: await callerOfAccount(portal, account.username, reader.baseUrl), isDisabled: false };
}

function groupNames(keys: readonly string[]): string[] {
  return keys.map(readKey).flatMap(({ kind, name }) => (kind === 'group' ? [name] : []));
}

async function groupsById(portal: Portal, reader: Caller, ids: readonly string[]): Promise<Map<string, GroupForCaller>> {
  const groups = ids.length === 0 ? [] : await groupsForCaller(portal.db, reader, ids);
  return new Map(groups.map((group) => [group.id, group]));
}

/** Whether the reader may know who is in the group; everybody knows that of oneself. */
function mayList(reader: Caller, group: GroupForCaller | undefined, person?: Caller): boolean {
  if (group === undefined) return false;
  return mayDoToGroup(reader, group, 'members') || (person !== undefined && person.username === reader.username);
}

function titleOf(group: GroupForCaller | undefined): string | null {
  return group?.visible === true ? group.title : null;
}

async function reasonsOf(
  portal: Portal,
  item: ItemWithRight,
  person: Caller,
  keys: readonly string[],
  groups: ReadonlyMap<string, GroupForCaller>,
): Promise<AccessReason[]> {
  const memberships = await membershipsIn(portal.db, person.username ?? '', groupNames(keys));
  const organisation = item.org_id === null ? undefined : await organisationWithId(portal, item.org_id);
  const named = { id: organisation?.id ?? '', name: organisation?.name ?? '' };
  const reasons = keys.map((key): AccessReason => {
    const { kind, name } = readKey(key);
    if (kind === 'public') return { kind: 'everyone' };
    if (isGrant(item, key)) return { kind: 'licence', by: kind === 'user' ? 'user' : 'organization' };
    if (kind === 'user') return { kind: 'owner' };
    if (kind === 'org') return { kind: 'organization', ...named };
    if (kind === 'within') return { kind: 'administrator', ...named, privilege: 'portal:admin:viewItems' };
    return { kind: 'group', id: name, title: titleOf(groups.get(name)), memberType: memberships.get(name) ?? 'member' };
  });
  const order = ['owner', 'everyone', 'organization', 'group', 'licence', 'administrator'];
  return reasons.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function blockersOf(keys: readonly string[], person: Caller, facts: { isDisabled: boolean; keptOut: boolean }): AccessBlocker[] {
  if (facts.isDisabled) return ['disabled'];
  if (facts.keptOut) return ['privateOrganization'];
  return person.orgId !== null && keys.includes(`org:${person.orgId}`) ? ['noPrivilege'] : ['notShared'];
}

/**
 * Who sees an item, or would see it once it is shared as asked.
 * @throws ITEM_NOT_FOUND, FORBIDDEN as above
 */
export async function describeAudience(
  portal: Portal,
  reader: Caller,
  input: AccessRequest & { id: string; groups?: string[] },
): Promise<ItemAudience> {
  const item = await requireItem(portal, reader, input.id, 'status');
  const access = requestedAccess(input) ?? item.access;
  const asked = input.groups?.filter(isId);
  if ((asked?.length ?? 0) > MAX_GROUPS) throw fail('INVALID_PARAMETER', { values: ['groups', `may name at most ${MAX_GROUPS} groups`] });
  const already = await groupIdsOf(portal.db, item.id);
  const groups = await groupsById(portal, reader, [...new Set([...already, ...(asked ?? [])])]);
  // Groups that the reader cannot see cannot be chosen, but an item may lie in one already.
  const chosen = (asked ?? already).filter((id) => already.includes(id) || groups.get(id)?.visible === true);
  // What the marketplace gave to others stays, however the item is shared.
  const granted = (await matchedKeys(portal.db, reader, item.id)).all.filter((key) => isGrant(item, key));
  const keys = [...itemKeys({ ...item, access }, chosen), ...granted];
  const inOrganisation = reader.orgId !== null && reader.orgId === item.org_id && reader.privileges.has('portal:user:viewOrgUsers');
  const mayCount = (key: string): boolean => {
    const { kind, name } = readKey(key);
    if (kind === 'group') return mayList(reader, groups.get(name));
    return kind === 'public' || (!isGrant(item, key) && (kind === 'user' || inOrganisation));
  };
  const orgKey = item.org_id === null ? undefined : `org:${item.org_id}`;
  const { byKey } = await countHolders(portal.db, [...new Set([...keys, ...(orgKey === undefined ? [] : [orgKey])])].filter(mayCount));
  const { people } = await countHolders(portal.db, keys.filter(mayCount));
  const count = (key: string): number | null => (mayCount(key) ? (byKey.get(key) ?? 0) : null);
  const organisation = item.org_id === null ? undefined : await organisationWithId(portal, item.org_id);
  return {
    itemId: item.id,
    owner: item.owner,
    access,
    everyone: access === 'public',
    organization:
      organisation === undefined
        ? null
        : {
            id: organisation.id,
            name: organisation.name,
            isPrivate: await isClosedToVisitors(portal),
            shared: access !== 'private',
            members: count(`org:${organisation.id}`),
          },
    groups: chosen.map((id) => ({ id, title: titleOf(groups.get(id)), members: count(`group:${id}`) })),
    administrators: item.org_id === null ? null : count(`within:${item.org_id}`),
    people,
    isAtLeast: keys.some((key) => !mayCount(key)),
  };
}
