// Makes an account, signs in with it, and accepts the invitation that it was made for.
import { acceptInvitation, type InvitationInfo, signUp } from '@graticule/contract/community/invitations';
import { endSession, signIn } from '@graticule/contract/oauth2/tokens';
import { call } from '../../api/call.ts';
import { rememberSignIn } from '../../api/other-account.ts';
import { refreshSession, type Session } from '../../api/session.ts';
import type { AccountFields } from './account-problems.ts';

/** What became of it: signed in as a member, waiting for approval, or an account whose invitation could not be accepted. */
export type Created = { session: Session } | { waits: true } | { notAccepted: unknown };

/**
 * Whoever was signed in before is signed out.
 * @throws ApiError when the account was not made
 */
export async function createAccount(fields: AccountFields, invitation: InvitationInfo | undefined, isSignedIn: boolean): Promise<Created> {
  const { firstname, lastname, password } = fields;
  const username = fields.username.trim();
  if (isSignedIn) await call(endSession, {});
  await call(signUp, {
    username,
    password,
    email: fields.email.trim(),
    firstname: firstname.trim(),
    lastname: lastname.trim(),
    fullname: `${firstname.trim()} ${lastname.trim()}`,
    provider: 'arcgis',
    ...(invitation ? { invitationId: invitation.id } : {}),
  });
  // The shell shows the page anew when it learns who is signed in, so it learns that last.
  await call(signIn, { username, password, persistent: false });
  rememberSignIn(username);
  if (!invitation) return { session: await refreshSession() };
  try {
    const { mustApprove } = await call(acceptInvitation, { invitationId: invitation.id });
    return mustApprove ? { waits: true } : { session: await refreshSession() };
  } catch (error) {
    return { notAccepted: error };
  }
}
