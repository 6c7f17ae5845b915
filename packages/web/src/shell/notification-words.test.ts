// What each type of notification says.
import type { NotificationType } from '@graticule/contract/community/notifications';
import { beforeAll, expect, test } from 'vitest';
import { currentSpeech, ensureMessages } from '../language/language-store.ts';
import { notificationWords } from './notification-words.ts';

beforeAll(() => ensureMessages(['notifications']));

const say = (type: string, data: Record<string, unknown> = { groupTitle: 'Rivers', fromUsername: 'bob' }) =>
  notificationWords({ type: type as NotificationType, data }, currentSpeech().translator.translate);

test.each([
  ['CO-134 group_join', 'group_join', 'bob joined the group Rivers.'],
  ['CO-135 group_application_accepted', 'group_application_accepted', 'Your request to join the group Rivers was accepted.'],
  ['CO-136 group_application_declined', 'group_application_declined', 'Your request to join the group Rivers was declined.'],
  ['CO-137 user_invite', 'user_invite', 'bob invites you to the group Rivers.'],
  ['CO-138 user_invitation_accepted', 'user_invitation_accepted', 'bob accepted the invitation to the group Rivers.'],
  ['CO-139 user_invitation_declined', 'user_invitation_declined', 'bob declined the invitation to the group Rivers.'],
  ['group_application', 'group_application', 'bob asks to join the group Rivers.'],
])('%s has a message of its own', (_, type, words) => {
  expect(say(type)).toBe(words);
});

test('those who were added are told so', () => {
  expect(say('group_join', { groupTitle: 'Rivers', fromUsername: 'bob', added: true })).toBe('bob added you to the group Rivers.');
});

test('CO-143 other types get a default message', () => {
  expect(say('toString')).toBe('There is something new in the portal.');
  expect(say('collaboration_join')).toBe('There is something new in the portal.');
});

test('data that is missing leaves no gap', () => {
  expect(say('user_invite', {})).toBe('Somebody invites you to the group (unnamed).');
});

test('the marketplace names item and vendor', () => {
  expect(say('listing_granted', { title: 'Roads', vendor: 'Survey' })).toBe('“Roads” from Survey was granted to your organisation.');
});
