// Words about invitations.
import { expect, test } from 'vitest';
import { standingOf, tableOfLinks } from './invitation-words.ts';

test('AC-156 an invitation is pending, then expired, waiting, accepted or declined', () => {
  const at = (state: 'pending' | 'accepted' | 'approved' | 'declined', mustApprove = false, expiration = 10) =>
    standingOf({ state, mustApprove, expiration }, 5);
  expect([at('pending'), at('pending', false, 5), at('accepted', true), at('accepted'), at('approved', true), at('declined')]).toEqual([
    'pending',
    'expired',
    'waiting',
    'accepted',
    'accepted',
    'declined',
  ]);
});

test('the table of links quotes every cell and holds no formula', () => {
  const row = { fullName: '=cmd("x")', email: 'a@b.org', username: null, url: 'https://x.org/?invitation=1' };
  expect(tableOfLinks([row])).toBe('"name","email","username","link"\r\n"\'=cmd(""x"")","a@b.org","","https://x.org/?invitation=1"');
});
