// What is said when an invitation cannot be used, on each screen.
import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { invitationNotice, signUpNotice } from './invitation-messages.ts';

const used = new ApiError(400, 'Invitation does not exist or has already been used.');
const accepted = new ApiError(500, 'Invitation has already been accepted.');
const forbidden = new ApiError(403, 'You do not have permissions to access this resource or perform this operation.', 'GWM_0003');

test.each([
  ['AC-278 403 is for another address, then home', forbidden, 'error.for-address', 'home'],
  ['AC-278 and so is the code of the client', new ApiError(500, '', 'IdentityManagerBase.1'), 'error.for-address', 'home'],
  ['AC-279 400 is used already, then sign-in', used, 'error.used', 'sign-in'],
  ['AC-280 500 is accepted already, then sign-in', accepted, 'error.accepted', 'sign-in'],
  [
    'AC-281 who belongs to another organisation is told so',
    new ApiError(400, 'User already member of an account.'),
    'error.member',
    'stay',
  ],
  ['AC-282 everything else is that joining did not work', new ApiError(500, 'Boom'), 'error.unable', 'stay'],
  ['an invitation that came to its end', new ApiError(400, 'Invitation has expired.'), 'error.expired', 'sign-in'],
] as const)('on the pages of the invitation: %s', (_, error, key, next) => {
  expect(invitationNotice(error, 'answer')).toEqual({ key: `invitations.${key}`, next });
});

test.each([
  ['AC-294 AC-299 403 is for another address, which can be changed', forbidden, false, 'error.not-this-email', 'other-email'],
  ['AC-295 AC-300 400 is accepted or used already, then sign-in', used, false, 'error.used', 'sign-in'],
  ['AC-301 500 waits for approval where that is asked for', accepted, true, 'error.waiting', 'home'],
  ['500 is accepted already elsewhere', accepted, false, 'error.accepted', 'sign-in'],
  ['AC-302 everything else is that joining did not work', new ApiError(500, 'Boom'), false, 'error.unable', 'stay'],
] as const)('on the create-account page: %s', (_, error, mustApprove, key, next) => {
  expect(invitationNotice(error, 'create-account', mustApprove)).toEqual({ key: `invitations.${key}`, next });
});

test.each([
  [
    'AC-296',
    new ApiError(400, 'Unable to signup user.', undefined, { details: ['Invitation email does not match.'] }),
    'error.use-invited-email',
    'email',
  ],
  ['a name that is taken', new ApiError(500, "Username 'ada' not available."), 'error.name-taken', 'username'],
  ['anything else', new ApiError(500, 'Boom'), 'error.sign-up', undefined],
] as const)('%s a sign-up that fails names the field', (_, error, key, field) => {
  expect(signUpNotice(error)).toEqual({ key: `invitations.${key}`, ...(field && { field }) });
});
