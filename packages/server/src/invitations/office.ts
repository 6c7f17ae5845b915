// What those who invite do with invitations: list, change, give out again, approve, take back.
import { fail } from '@graticule/contract/errors';
import { isDescending, type PageRequest, pageRequest } from '@graticule/contract/paging';
import { joinAsMember } from '../groups/index.ts';
import { notify } from '../notifications/index.ts';
import { rolesWithPrivileges } from '../organisation/index.ts';
import { joinOrganisation } from '../people/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { InvitationWithInviter } from '../schema/invitations.ts';
import { isInvitationId } from './invitations.rules.ts';
import {
  deleteInvitationRows,
  type InvitationQuery,
  invitationInReach,
  invitationsPage,
  isInvitationSort,
  updateInvitationRow,
} from './invitations.store.ts';
import { newInvitationId, tellInvited } from './invite.ts';
import { endOf, requireGroupsInReach, roleInReach } from './invitees.ts';
import { mailInvitations } from './mailing.ts';
import { type Office, officeOf } from './reach.ts';

/** Which invitation of which organisation. */
export interface InvitationAddress {
  portal: string;
  invitationId: string;
}

const KINDS = ['all', 'pending', 'expired', 'waiting', 'accepted', 'declined'] as const;

/** What may be asked of the list. */
export interface ListInput {
  portal: string;
  start?: number;
  num?: number;
  sortField?: string;
  sortOrder?: string;
  type?: string;
  q?: string;
}

/** A page of the invitations within reach, newest first unless sorted otherwise. */
export async function listInvitations(
  portal: Portal,
  caller: Caller,
  input: ListInput,
): Promise<{ office: Office; page: PageRequest; rows: InvitationWithInviter[]; total: number }> {
  const office = await officeOf(portal, caller, input.portal);
  const page = pageRequest(input);
  const sort = (input.sortField ?? 'created').toLowerCase();
  if (!isInvitationSort(sort))
    throw fail('INVALID_PARAMETER', { values: ['sortField', 'must be created, email, username, fullname or expiration'] });
  const query: InvitationQuery = {
    kind: kindOf(input.type),
    text: input.q?.trim() ?? '',
    sort,
    descending: isDescending(input.sortOrder, sort === 'created' ? 'desc' : 'asc'),
    offset: page.start - 1,
    limit: page.num,
    now: portal.clock.now(),
  };
  return { office, page, ...(await invitationsPage(portal.db, office.reach, query)) };
}

function kindOf(sent = 'all'): InvitationQuery['kind'] {
  const kind = KINDS.find((each) => each === sent.toLowerCase());
  if (kind === undefined) throw fail('INVALID_PARAMETER', { values: ['type', `must be ${KINDS.join(', ')}`] });
  return kind;
}

/** One invitation. @throws INVITATION_NOT_FOUND for unknown ones and those out of reach alike */
export async function readInvitation(
  portal: Portal,
  caller: Caller,
  to: InvitationAddress,
): Promise<{ office: Office; row: InvitationWithInviter }> {
  const office = await officeOf(portal, caller, to.portal);
  return { office, row: await requireInReach(portal.db, office, to.invitationId) };
}

async function requireInReach(db: Db, office: Office, id: string, lock = false): Promise<InvitationWithInviter> {
  const row = isInvitationId(id) ? await invitationInReach(db, office.reach, id, lock) : undefined;
  if (row === undefined) throw fail('INVITATION_NOT_FOUND');
  return row;
}

/** Does something with a locked invitation within reach. */
async function withLocked<T>(
  portal: Portal,
  caller: Caller,
  to: InvitationAddress,
  work: (db: Db, row: InvitationWithInviter, office: Office) => Promise<T>,
): Promise<T> {
  const office = await officeOf(portal, caller, to.portal);
  return portal.db.transaction().execute(async (db) => work(db, await requireInReach(db, office, to.invitationId, true), office));
}

function requireOpen(row: InvitationWithInviter): void {
  if (row.state === 'declined') throw fail('INVITATION_NOT_FOUND');
  if (row.state !== 'pending') throw fail('INVITATION_ACCEPTED');
}

/** Changes what an open invitation gives, or when it ends; what is not given stays. */
export async function changeInvitation(
  portal: Portal,
  caller: Caller,
  to: InvitationAddress,
  change: { role?: string; groups?: string[]; expiration?: number; mustApprove?: boolean; clearsGroups: boolean },
): Promise<string> {
  const groups = change.groups ?? (change.clearsGroups ? [] : undefined);
  await requireGroupsInReach(portal, caller, groups ?? []);
  return withLocked(portal, caller, to, async (db, row, office) => {
    requireOpen(row);
    const known = new Set((await rolesWithPrivileges(db, office.organisation.id)).map((each) => each.role));
    await updateInvitationRow(db, row.id, {
      ...(change.role === undefined ? {} : { role: roleInReach(office.reach, known, change.role) }),
      ...(groups === undefined ? {} : { group_ids: [...new Set(groups)] }),
      ...(change.expiration === undefined ? {} : { expires: endOf(portal.clock.now(), change.expiration) }),
      ...(change.mustApprove === undefined ? {} : { must_approve: change.mustApprove }),
    });
    return row.id;
  });
}

/** Gives an open, expired or declined invitation out again: a new link, a new end; the old link ends. Who began to use the old one begins anew. */
export function giveOutAgain(
  portal: Portal,
  caller: Caller,
  to: InvitationAddress,
  expiration: number | undefined,
): Promise<{ office: Office; row: InvitationWithInviter }> {
  return withLocked(portal, caller, to, async (db, row, office) => {
    if (row.state === 'accepted' || row.state === 'approved') throw fail('INVITATION_ACCEPTED');
    const now = portal.clock.now();
    const fresh = {
      id: newInvitationId(),
      state: 'pending',
      account: null,
      answered: null,
      mailed: null,
      sent: now,
      expires: endOf(now, expiration),
    } as const;
    await updateInvitationRow(db, row.id, fresh);
    await tellInvited(db, office, caller, { ...row, ...fresh }, now);
    await mailInvitations(portal, db, [{ ...row, ...fresh }]);
    return { office, row: { ...row, ...fresh } };
  });
}

/**
 * Lets in who accepted an invitation that must be approved.
 * @throws INVALID_REQUEST when nobody accepted it yet, ALREADY_IN_ORGANISATION when the person joined another organisation meanwhile
 */
export function approve(portal: Portal, caller: Caller, to: InvitationAddress): Promise<string> {
  return withLocked(portal, caller, to, async (db, row, office) => {
    if (row.state === 'approved' || (row.state === 'accepted' && !row.must_approve)) throw fail('INVITATION_ACCEPTED');
    if (row.state !== 'accepted' || row.account === null)
      throw fail('INVALID_REQUEST', { values: ['Nobody has accepted this invitation yet, so there is nobody to approve.'] });
    const now = portal.clock.now();
    await letIn(db, row, { username: row.account, now });
    await updateInvitationRow(db, row.id, { state: 'approved' });
    const data = { organization: office.organisation.name, fromUsername: caller.username, settled: 'approved' };
    await notify(db, [row.account], { type: 'user_invitation_accepted', data, now });
    return row.id;
  });
}

/** Makes somebody a member as an invitation says. @throws INVALID_REQUEST when its role is gone, ALREADY_IN_ORGANISATION */
export async function letIn(db: Db, row: InvitationWithInviter, who: { username: string; now: Date }): Promise<void> {
  const roles = await rolesWithPrivileges(db, row.org_id);
  if (!roles.some((each) => each.role === row.role))
    throw fail('INVALID_REQUEST', { values: ['The role of this invitation no longer exists. Ask for a new invitation.'] });
  await joinOrganisation(db, who.username, row.org_id, row.role);
  await joinAsMember(db, { orgId: row.org_id, groupIds: row.group_ids, fromUsername: row.invited_by, ...who });
}

/** Refuses who accepted an invitation that must be approved, or ends an open one. */
export function turnDown(portal: Portal, caller: Caller, to: InvitationAddress): Promise<string> {
  return withLocked(portal, caller, to, async (db, row, office) => {
    if (row.state === 'approved' || (row.state === 'accepted' && !row.must_approve)) throw fail('INVITATION_ACCEPTED');
    const now = portal.clock.now();
    await updateInvitationRow(db, row.id, { state: 'declined', answered: now });
    if (row.state === 'accepted' && row.account !== null) {
      const data = { organization: office.organisation.name, fromUsername: caller.username, settled: 'declined' };
      await notify(db, [row.account], { type: 'user_invitation_declined', data, now });
    }
    return row.id;
  });
}

/** Takes an invitation back, or clears a settled one away. Who came in with it stays. */
export function takeBack(portal: Portal, caller: Caller, to: InvitationAddress): Promise<string> {
  return withLocked(portal, caller, to, async (db, row) => {
    await deleteInvitationRows(db, [row.id]);
    return row.id;
  });
}
