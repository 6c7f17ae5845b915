// Pasted lists of people to invite.
import { DATA_EDITOR_ROLE_ID } from '@graticule/contract/privileges';
import { expect, test } from 'vitest';
import { readInviteList } from './invite-list.ts';

test.each([
  ['ann@example.org', [{ email: 'ann@example.org' }]],
  [
    'ann@example.org, bob@example.org; cy@example.org dee@example.org',
    ['ann', 'bob', 'cy', 'dee'].map((n) => ({ email: `${n}@example.org` })),
  ],
  ['Ann Lee <ann@example.org>', [{ fullname: 'Ann Lee', email: 'ann@example.org' }]],
  ['"Lee, Ann" <ann@example.org>,', [{ fullname: 'Lee, Ann', email: 'ann@example.org' }]],
  ['Ann Lee, ann@example.org', [{ fullname: 'Ann Lee', email: 'ann@example.org' }]],
  ['Whoever helps us', [{ fullname: 'Whoever helps us' }]],
  ['\n  \n', []],
])('%j is %j', (text, people) => {
  expect(readInviteList(text)).toEqual({ people, unread: [] });
});

test('a table with a heading, in any order and with any separator, gives names and roles', () => {
  const text =
    '\uFEFFRole;First name;E-Mail;Last Name;Other\r\nPublisher;Ann;ann@example.org;"O\'Neil; ""Sr."""\r\ndata editor;;BOB@example.org;Bo;x\r\n';
  expect(readInviteList(text).people).toEqual([
    { role: 'org_publisher', firstname: 'Ann', email: 'ann@example.org', lastname: 'O\'Neil; "Sr."' },
    { role: DATA_EDITOR_ROLE_ID, email: 'BOB@example.org', lastname: 'Bo' },
  ]);
  expect(readInviteList('username\temail\nann.lee\tann@example.org').people).toEqual([{ username: 'ann.lee', email: 'ann@example.org' }]);
});

test('lines that are not understood are told by number, the others are kept, and nobody is in twice', () => {
  const { people, unread } = readInviteList('ann@example.org\nann@\nANN@example.org\na, b, c\nbob@example.org');
  expect(people).toEqual([{ email: 'ann@example.org' }, { email: 'bob@example.org' }]);
  expect(unread).toEqual([
    { line: 2, text: 'ann@' },
    { line: 4, text: 'a, b, c' },
  ]);
});
