// People who make their own account: with an invitation, or where an organisation lets everybody sign up.
import type { signUp } from '@graticule/contract/community/invitations';
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail, PortalError } from '@graticule/contract/errors';
import { createAccount, Turns } from '../identity/index.ts';
import { isSignUpClosed, organisationAt, organisationById, passwordPolicyOf } from '../organisation/index.ts';
import { Attempts } from '../platform/attempts.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { heldInvitation } from './accept.ts';
import { invitationFault } from './invitations.rules.ts';
import { updateInvitationRow } from './invitations.store.ts';

/** Making a password costs a core: two at a time. */
const turns = new Turns(2, 50);

/** Accounts that one address may make in an hour without an invitation: a class room, not a machine. */
const attempts = new Attempts(30, 3_600_000);

type Input = ServerInput<typeof signUp>;

/**
 * Makes an account that can sign in at once. With an invitation it belongs to no organisation until it accepts that; the invitation can be
 * used by nobody else from then on. Without one it is a member on an install with one organisation, else an account of its own.
 * Addresses may be used by several accounts: refusing them would tell strangers who has an account.
 * @throws FORBIDDEN where sign-up is closed, INVITATION_NOT_FOUND, INVITATION_EXPIRED, INVITATION_ACCEPTED, SIGN_UP_FAILED, SIGN_UP_NAME_TAKEN,
 *   TOO_MANY_REQUESTS, and the errors of `createAccount`
 */
export async function createOwnAccount(portal: Portal, caller: Caller, input: Input): Promise<string> {
  try {
    return await turns.run(caller.address, () =>
      input.invitationId === undefined ? signUpFreely(portal, caller, input) : signUpInvited(portal, input, input.invitationId),
    );
  } catch (error) {
    if (error instanceof PortalError && error.code === 'USERNAME_TAKEN')
      throw fail('SIGN_UP_NAME_TAKEN', { values: [input.username], cause: error });
    throw error;
  }
}

function facts(input: Input) {
  const fullName = input.fullname ?? [input.firstname, input.lastname].filter(Boolean).join(' ');
  return {
    username: input.username,
    password: input.password,
    email: input.email,
    fullName: fullName === '' ? input.username : fullName,
    ...(input.firstname === undefined ? {} : { firstName: input.firstname }),
    ...(input.lastname === undefined ? {} : { lastName: input.lastname }),
    role: 'user',
  };
}

async function signUpFreely(portal: Portal, caller: Caller, input: Input): Promise<string> {
  const organisation = await organisationAt(portal, caller.baseUrl);
  if (isSignUpClosed(organisation)) throw fail('FORBIDDEN', { details: ['Accounts are made by invitation only.'] });
  if (!attempts.mayTry(caller.address, portal.clock.now())) throw fail('TOO_MANY_REQUESTS');
  const orgId = portal.config.multiTenant ? null : organisation.id;
  return createAccount(portal.db, { ...facts(input), orgId, policy: passwordPolicyOf(organisation) });
}

function signUpInvited(portal: Portal, input: Input, invitationId: string): Promise<string> {
  return portal.db.transaction().execute(async (db) => {
    const row = await heldInvitation(db, invitationId, true);
    const fault = invitationFault(row, portal.clock.now());
    if (fault !== undefined) throw fail(fault);
    if (row.account !== null) throw fail('INVITATION_NOT_FOUND');
    if (row.for_account) throw fail('SIGN_UP_FAILED', { details: ['The invitation is for an account that exists. Sign in to accept it.'] });
    if (row.email !== null && row.email.toLowerCase() !== input.email.trim().toLowerCase())
      throw fail('SIGN_UP_FAILED', { details: ['Invitation email does not match.'] });
    const organisation = await organisationById(db, row.org_id);
    if (organisation === undefined) throw fail('INVITATION_NOT_FOUND');
    const username = await createAccount(db, { ...facts(input), orgId: null, policy: passwordPolicyOf(organisation) });
    await updateInvitationRow(db, row.id, { account: username });
    return username;
  });
}
