// What is missing or wrong in the fields of a new account.
import { expect, test } from 'vitest';
import { type AccountFields, accountProblems } from './account-problems.ts';

const GOOD: AccountFields = {
  firstname: 'Ann',
  lastname: 'Lee',
  email: 'ann@example.org',
  emailAgain: 'ann@example.org',
  username: 'ann.lee',
  password: 'secret12',
  again: 'secret12',
};

test('a good form has no problem', () => {
  expect(accountProblems(GOOD, true, undefined)).toEqual({});
});

test.each([
  ['AC-170 AC-187 the first name is required', { firstname: ' ' }, { firstname: 'invitations.first-name-required' }],
  ['AC-170 AC-187 the last name is required', { lastname: '' }, { lastname: 'invitations.last-name-required' }],
  ['AC-170 AC-188 the address is required', { email: '', emailAgain: '' }, { email: 'sign-in.email-required' }],
  ['AC-188 the address is valid', { email: 'ann@', emailAgain: 'ann@' }, { email: 'sign-in.email-wrong' }],
  ['AC-171 AC-188 the address again equals it', { emailAgain: 'ann@example.com' }, { emailAgain: 'invitations.email-differs' }],
  ['AC-172 AC-181 AC-307 a name has at least 6 characters', { username: 'ann.l' }, { username: 'sign-in.username-length' }],
  ['AC-172 AC-181 AC-307 a name has at most 128 characters', { username: 'a'.repeat(129) }, { username: 'sign-in.username-length' }],
  ['AC-174 a name is available', { username: 'taken.name' }, { username: 'invitations.error.name-taken' }],
  ['AC-178 AC-186 the password again equals it', { again: 'secret13' }, { again: 'invitations.password-differs' }],
] as const)('%s', (_, change, problems) => {
  expect(accountProblems({ ...GOOD, ...change }, true, 'taken.name')).toEqual(problems);
});

test.each([...`'"<>{}[]#$%^&;:/\\ `])('AC-173 AC-182 AC-183 a name does not hold %j', (character) => {
  expect(accountProblems({ ...GOOD, username: `ann${character}lee` }, true, undefined)).toEqual({
    username: 'sign-in.username-characters',
  });
});

test('AC-184 a password that breaks a rule is named', () => {
  expect(accountProblems(GOOD, false, undefined)).toEqual({ password: 'people.password-weak' });
});
