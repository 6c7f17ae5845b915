// Inviting people to the organisation.
import { randomBytes } from 'node:crypto';
import { fail, PortalError } from '@graticule/contract/errors';
import type { Invitee } from '@graticule/contract/portals/invitations';
import { notify } from '../notifications/index.ts';
import { rolesWithPrivileges } from '../organisation/index.ts';
import { addMember } from '../people/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import type { InvitationRow, InvitationWithInviter } from '../schema/invitations.ts';
import { deleteInvitationRows, forgetSettled, insertInvitations, knownPeople, openInvitationsTo } from './invitations.store.ts';
import { endOf, fullNameOf, isInvitable, nameOfInvitee, requireGroupsInReach, roleInReach } from './invitees.ts';
import { mailInvitations } from './mailing.ts';
import { type Office, officeOf } from './reach.ts';

/** Days that settled invitations are kept. */
const KEPT_DAYS = 90;

const MAX_MESSAGE = 2_000;

/** What became of a list of people. */
export interface Invited {
  office: Office;
  rows: InvitationWithInviter[];
  notInvited: string[];
  created: string[];
}

/** One person with the role that was checked. */
interface Candidate {
  invitee: Invitee;
  role: string;
}

/** What all invitations of one call have in common. */
interface Terms {
  message: string | null;
  now: Date;
  expires: Date;
}

/**
 * Invites people; who has a password becomes a member at once. A member of the organisation, somebody named twice and an address or name
 * that cannot be one are told back. Whether another organisation knows somebody is told to nobody: such people are invited like all others.
 * @throws INVALID_PARAMETER, FORBIDDEN, GROUP_NOT_FOUND before anything was done
 */
export async function invitePeople(
  portal: Portal,
  caller: Caller,
  to: { portal: string; invitees: readonly Invitee[]; message?: string; expiration?: number },
): Promise<Invited> {
  const office = await officeOf(portal, caller, to.portal);
  const now = portal.clock.now();
  const terms = { now, expires: endOf(now, to.expiration), message: to.message ?? null };
  if ((to.message?.length ?? 0) > MAX_MESSAGE)
    throw fail('INVALID_PARAMETER', { values: ['message', `must have at most ${MAX_MESSAGE} characters`] });
  const known = new Set((await rolesWithPrivileges(portal.db, office.organisation.id)).map((each) => each.role));
  const candidates = to.invitees.map((invitee) => ({ invitee, role: roleInReach(office.reach, known, invitee.role) }));
  const groupIds = to.invitees.flatMap((invitee) => invitee.groups ?? []);
  await requireGroupsInReach(portal, caller, groupIds);
  const hasPassword = ({ invitee }: Candidate): boolean => invitee.password !== undefined;
  const { created, notInvited } = await createMembers(portal, caller, candidates.filter(hasPassword));
  const open = candidates.filter((candidate) => !hasPassword(candidate));
  const rows = await portal.db.transaction().execute(async (db) => {
    await forgetSettled(db, office.organisation.id, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
    const { fresh, replaced, refused } = await sortOut(db, caller, office, open, terms);
    notInvited.push(...refused);
    await deleteInvitationRows(db, replaced);
    await insertInvitations(db, fresh).catch((error: unknown) => {
      if (violatedUnique(error) === undefined) throw error;
      throw fail('INVALID_REQUEST', { values: ['Somebody else has just invited one of these people. Try again.'], cause: error });
    });
    for (const row of fresh) await tellInvited(db, office, caller, row, now);
    await mailInvitations(portal, db, fresh);
    return fresh;
  });
  return { office, rows: rows.map((row) => ({ ...row, invited_by_name: null })), notInvited, created };
}

/** Who of the candidates is invited, which earlier invitations that replaces, and who is not. */
async function sortOut(
  db: Db,
  caller: Caller,
  office: Office,
  candidates: readonly Candidate[],
  terms: Terms,
): Promise<{ fresh: InvitationRow[]; replaced: string[]; refused: string[] }> {
  const addressed = {
    emails: candidates.flatMap(({ invitee }) => invitee.email?.toLowerCase() ?? []),
    usernames: candidates.flatMap(({ invitee }) => invitee.username?.toLowerCase() ?? []),
  };
  const people = await knownPeople(db, office.organisation.id, addressed);
  const accounts = new Map(people.accounts.map((row) => [row.username.toLowerCase(), row]));
  const earlier = await openInvitationsTo(db, office.organisation.id, addressed);
  const taken = new Set<string>();
  const out = { fresh: [] as InvitationRow[], replaced: [] as string[], refused: [] as string[] };
  for (const { invitee, role } of candidates) {
    const account = invitee.username === undefined ? undefined : accounts.get(invitee.username.toLowerCase());
    const isMember =
      account?.org_id === office.organisation.id || (invitee.email !== undefined && people.memberEmails.has(invitee.email.toLowerCase()));
    const keys = keysOf(invitee);
    const before = earlier.filter((row) =>
      keysOf({ ...(row.email && { email: row.email }), ...(row.username && { username: row.username }) }).some((key) => keys.includes(key)),
    );
    const isBeyond = before.some((row) => !isInReach(office, row));
    if (!isInvitable(invitee) || (isMember && mayKnowMembers(caller)) || isBeyond || keys.some((key) => taken.has(key))) {
      out.refused.push(nameOfInvitee(invitee));
      continue;
    }
    for (const key of keys) taken.add(key);
    out.replaced.push(...before.map((row) => row.id));
    out.fresh.push({
      id: newInvitationId(),
      org_id: office.organisation.id,
      email: invitee.email ?? null,
      username: account?.username ?? invitee.username ?? null,
      for_account: account !== undefined && account.org_id === null && !account.disabled,
      full_name: fullNameOf(invitee),
      role,
      group_ids: invitee.groups ?? [],
      message: terms.message,
      must_approve: invitee.mustApprove ?? false,
      invited_by: caller.username,
      state: 'pending',
      account: null,
      created: terms.now,
      sent: terms.now,
      mailed: null,
      answered: null,
      expires: terms.expires,
    });
  }
  return out;
}

/** By what two invitations to the same person are known. */
function keysOf({ email, username }: Pick<Invitee, 'email' | 'username'>): string[] {
  return [...(email === undefined ? [] : [`@${email.toLowerCase()}`]), ...(username === undefined ? [] : [`=${username.toLowerCase()}`])];
}

/** Tells the account that an invitation is for; nobody when it is for an address or whoever has the link. */
export async function tellInvited(db: Db, office: Office, caller: Caller, row: InvitationRow, now: Date): Promise<void> {
  if (!row.for_account || row.username === null) return;
  const data = { organization: office.organisation.name, fromUsername: caller.username, invitationId: row.id };
  await notify(db, [row.username], { type: 'user_invite', data, now });
}

/** 128 random bits: who has the link may use it, so it must not be guessed. */
export function newInvitationId(): string {
  return randomBytes(16).toString('hex');
}

/** Who may not see members and their addresses does not learn by inviting who is one. */
function mayKnowMembers(caller: Caller): boolean {
  return caller.privileges.has('portal:admin:viewUsers');
}

function isInReach({ reach }: Office, row: { role: string; group_ids: string[]; invited_by: string | null }): boolean {
  return reach.roles.includes(row.role) && (reach.allGroups || row.group_ids.length === 0 || row.invited_by === reach.username);
}

/** Members with a password, one after the other: a fault of one does not keep out the others. */
async function createMembers(
  portal: Portal,
  caller: Caller,
  candidates: readonly Candidate[],
): Promise<{ created: string[]; notInvited: string[] }> {
  const created: string[] = [];
  const notInvited: string[] = [];
  for (const { invitee, role } of candidates) {
    const { username = '', password = '', email, firstname, lastname, groups } = invitee;
    const fullname = fullNameOf(invitee);
    try {
      created.push(
        await addMember(portal, caller, {
          username,
          password,
          role,
          ...(email === undefined ? {} : { email }),
          ...(firstname === undefined ? {} : { firstname }),
          ...(lastname === undefined ? {} : { lastname }),
          ...(fullname === '' ? {} : { fullname }),
          ...(groups === undefined ? {} : { groups }),
        }),
      );
    } catch (error) {
      if (!(error instanceof PortalError) || error.status >= 500) throw error;
      notInvited.push(nameOfInvitee(invitee));
    }
  }
  return { created, notInvited };
}
