// Messages of the sign-in page.
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { arrivalMessage, failureMessage, missingMessage } from './sign-in-messages.ts';

test('AC-165 AC-166 blanks are trimmed, and what is missing is named', () => {
  expect(missingMessage(' ', '')).toBe('sign-in.both-required');
  expect(missingMessage('', 'x')).toBe('sign-in.username-required');
  expect(missingMessage('ada', '  ')).toBe('sign-in.password-required');
  expect(missingMessage('ada', 'x')).toBeUndefined();
});

test('AC-024 the error in the address says why the visitor is here', () => {
  expect(arrivalMessage('498')).toBe('sign-in.session-expired');
  expect(arrivalMessage('IdentityManagerBase.5')).toBe('sign-in.session-expired');
  expect(arrivalMessage('403')).toBe('sign-in.require-sign-in');
  expect(arrivalMessage('400')).toBe('sign-in.require-sign-in');
  expect(arrivalMessage('<b>')).toBeUndefined();
  expect(arrivalMessage(null)).toBeUndefined();
});

test('a wrong password, a locked account, a portal that is down and anything else have words of their own', () => {
  expect(failureMessage(new ApiError(400, 'Unable to generate token.', undefined, { details: ['Invalid username or password.'] }))).toBe(
    'sign-in.failed',
  );
  expect(
    failureMessage(
      new ApiError(400, 'Unable to generate token.', undefined, { details: ['Too many invalid login attempts. Please try again later.'] }),
    ),
  ).toBe('sign-in.too-many');
  expect(failureMessage(new ApiError(503, ''))).toBe('sign-in.site-unavailable');
  expect(failureMessage(new ApiError(500, ''))).toBe('sign-in.generic');
});
