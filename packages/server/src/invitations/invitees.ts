// Reads the people of an invitation list and checks what each of them is to get.
import { isEmail, usernameFault } from '@graticule/contract/account-rules';
import { fail } from '@graticule/contract/errors';
import { INVITATION_MINUTES, type Invitee, MAX_INVITATION_MINUTES, MAX_INVITED } from '@graticule/contract/portals/invitations';
import { storedRole } from '@graticule/contract/privileges';
import { requireGroups } from '../groups/index.ts';
import { roleNotHeld } from '../people/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Reach } from './invitations.store.ts';

const MAX_GROUPS = 50;
const MAX_NAME = 128;

const refuse = (name: string, says: string) => fail('INVALID_PARAMETER', { values: [name, says] });

/** The people of an `invitationList`. @throws INVALID_PARAMETER naming the entry and the fault */
export function readInvitees(sent: unknown): Invitee[] {
  const list = Array.isArray(sent) ? sent : (sent as { invitations?: unknown } | null)?.invitations;
  if (!Array.isArray(list) || list.length === 0) throw refuse('invitationList', 'must hold a list of invitations');
  if (list.length > MAX_INVITED) throw refuse('invitationList', `may name at most ${MAX_INVITED} people`);
  return list.map((entry: unknown, index) => readInvitee(entry, `invitationList[${index}]`));
}

const TEXTS = ['username', 'email', 'firstname', 'lastname', 'fullname', 'password', 'role'] as const;

function readInvitee(entry: unknown, where: string): Invitee {
  if (typeof entry !== 'object' || entry === null) throw refuse(where, 'must be an object');
  const sent = entry as Record<string, unknown>;
  const invitee: Invitee = {};
  for (const name of TEXTS) {
    const value = sent[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') throw refuse(`${where}.${name}`, 'must be text');
    invitee[name] = name === 'password' ? value : value.trim();
  }
  for (const name of ['firstname', 'lastname', 'fullname'] as const)
    if ((invitee[name]?.length ?? 0) > MAX_NAME) throw refuse(`${where}.${name}`, `must have at most ${MAX_NAME} characters`);
  if (typeof sent.mustApprove === 'boolean') invitee.mustApprove = sent.mustApprove;
  const { groups } = sent;
  if (groups !== undefined && groups !== null) {
    if (!Array.isArray(groups) || !groups.every((id): id is string => typeof id === 'string'))
      throw refuse(`${where}.groups`, 'must be a list of ids');
    if (groups.length > MAX_GROUPS) throw refuse(`${where}.groups`, `may name at most ${MAX_GROUPS} groups`);
    invitee.groups = [...new Set(groups)];
  }
  return invitee;
}

/** What keeps somebody from being invited; such people are told apart from the others instead of refusing all. */
export function isInvitable(invitee: Invitee): boolean {
  if (invitee.email !== undefined && !isEmail(invitee.email)) return false;
  return invitee.username === undefined || usernameFault(invitee.username) === undefined;
}

/** How a person is called in `notInvited`. */
export function nameOfInvitee(invitee: Invitee): string {
  return invitee.email ?? invitee.username ?? invitee.fullname ?? '';
}

/** The full name that was given, or made of its parts; empty when there is none. */
export function fullNameOf({ fullname, firstname, lastname }: Invitee): string {
  return fullname ?? [firstname, lastname].filter((part) => part !== undefined).join(' ');
}

/** The stored role, once the caller may give it. @throws INVALID_PARAMETER for an unknown one, FORBIDDEN */
export function roleInReach(reach: Reach, known: ReadonlySet<string>, sent: string | undefined): string {
  const role = storedRole(sent ?? 'org_user');
  if (!known.has(role)) throw refuse('role', 'is not known');
  if (!reach.roles.includes(role)) throw roleNotHeld();
  return role;
}

/** @throws GROUP_NOT_FOUND, FORBIDDEN for groups to which the caller may add nobody */
export async function requireGroupsInReach(portal: Portal, caller: Caller, ids: readonly string[]): Promise<void> {
  const groups = await requireGroups(portal, caller, ids, 'addUsers');
  if (groups.some((group) => group.org_id !== caller.orgId)) throw fail('FORBIDDEN');
}

/** The end of an invitation that lasts so many minutes. @throws INVALID_PARAMETER */
export function endOf(now: Date, minutes = INVITATION_MINUTES): Date {
  if (minutes < 1 || minutes > MAX_INVITATION_MINUTES) throw refuse('expiration', `must be 1 to ${MAX_INVITATION_MINUTES} minutes`);
  return new Date(now.getTime() + minutes * 60_000);
}
