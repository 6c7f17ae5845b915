// What is said when an invitation cannot be used, by the screen on which that happens, and where it leads.
import type { MessageKey } from '@graticule/i18n/messages';
import type { ApiError } from '../../api/api-error.ts';

/** Where the person is: answering an invitation while signed in or not, or creating an account for it. */
export type InvitationScreen = 'answer' | 'create-account';

/** The message, and the way on: to sign-in, home, to another address on the form, or nowhere. */
export interface InvitationNotice {
  key: MessageKey;
  next: 'sign-in' | 'home' | 'other-email' | 'stay';
}

/** The notice for a failed call about an invitation. @source AC-278 to AC-282, AC-294, AC-295, AC-299 to AC-302; notes A21 */
export function invitationNotice(error: ApiError, screen: InvitationScreen, mustApprove = false): InvitationNotice {
  if (error.message === 'Invitation has already been accepted.') {
    if (screen === 'create-account' && mustApprove) return { key: 'invitations.error.waiting', next: 'home' };
    return { key: 'invitations.error.accepted', next: 'sign-in' };
  }
  if (error.message === 'User already member of an account.') return { key: 'invitations.error.member', next: 'stay' };
  if (error.message === 'Invitation has expired.') return { key: 'invitations.error.expired', next: 'sign-in' };
  if (error.status === 403 || error.messageCode === 'IdentityManagerBase.1') {
    return screen === 'create-account'
      ? { key: 'invitations.error.not-this-email', next: 'other-email' }
      : { key: 'invitations.error.for-address', next: 'home' };
  }
  if (error.status === 400) return { key: 'invitations.error.used', next: 'sign-in' };
  return { key: 'invitations.error.unable', next: 'stay' };
}

/** Why an account was not made, and the field that it is about. */
export interface SignUpNotice {
  key: MessageKey;
  field?: 'username' | 'email' | 'password';
}

/** The notice for a failed sign-up. @source AC-296, error catalogue of spec 2 section 8 */
export function signUpNotice(error: ApiError): SignUpNotice {
  if (error.details.includes('Invitation email does not match.')) return { key: 'invitations.error.use-invited-email', field: 'email' };
  if (error.message.includes('already registered')) return { key: 'invitations.error.email-in-use', field: 'email' };
  if (error.message.includes("Username '") && error.message.includes('not available'))
    return { key: 'invitations.error.name-taken', field: 'username' };
  if (error.messageCode === 'DB_0006') return { key: 'sign-in.username-characters', field: 'username' };
  if (error.message.includes('password')) return { key: 'people.password-weak', field: 'password' };
  if (error.messageCode === 'COM_1054') return { key: 'invitations.error.full' };
  if (error.status === 429) return { key: 'errors.too-many' };
  return { key: 'invitations.error.sign-up' };
}
