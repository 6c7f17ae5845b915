// What each type of notification says.
import type { NotificationType } from '@graticule/contract/community/notifications';
import { beforeAll, expect, test } from 'vitest';
import { currentSpeech, ensureMessages } from '../language/language-store.ts';
import { addressOfNotification, notificationWords } from './notification-words.ts';

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
  expect(say('collaboration_unheard_of')).toBe('There is something new in the portal.');
});

const TOGETHER = {
  collaborationName: 'Coast',
  collaborationWorkspaceName: 'Tides',
  participantName: 'Port of Oslo',
  collaborationContentStoreDiskLimitPercentage: 90,
};

test.each([
  ['CO-140 a workspace that was added', 'workspace_added', 'The workspace Tides was added to the collaboration Coast.'],
  ['CO-140 a workspace that was deleted', 'workspace_deleted', 'The workspace Tides of the collaboration Coast was deleted.'],
  ['CO-140 joining', 'join', 'This organisation takes part in the collaboration Coast now.'],
  ['CO-141 a participant who joins', 'participant_join', 'Port of Oslo joined the collaboration Coast.'],
  [
    'CO-141 a participant who joins a workspace',
    'participant_workspace_join',
    'Port of Oslo joined the workspace Tides of the collaboration Coast.',
  ],
  ['CO-141 a participant who was removed', 'participant_removed', 'Port of Oslo was removed from the collaboration Coast.'],
  ['CO-142 a peer that was removed', 'peer_removed', 'Port of Oslo no longer takes part in the collaboration Coast.'],
  ['CO-142 other access', 'access_changed', 'What may be sent and received in the workspace Tides of the collaboration Coast has changed.'],
  ['CO-142 leaving', 'leaving', 'Port of Oslo is leaving the collaboration Coast.'],
  [
    'CO-142 the limit of the content store',
    'content_store_disk_limit_reached',
    'The content store of the collaboration Coast is 90% full.',
  ],
])('%s has a message of its own', (_, type, words) => {
  expect(say(`collaboration_${type}`, TOGETHER)).toBe(words);
});

test('CO-141 a participant of a workspace whose status is "not joined" has left it', () => {
  expect(say('collaboration_participant_workspace_join', { ...TOGETHER, status: 'not joined' })).toBe(
    'Port of Oslo left the workspace Tides of the collaboration Coast.',
  );
});

test('CO-075 the data name group, collaboration, workspace, participant or contact, status and limit', () => {
  expect(say('group_join')).toContain('Rivers');
  expect(say('collaboration_participant_join', { ...TOGETHER, participantName: '', contactName: 'Eva Berg' })).toBe(
    'Eva Berg joined the collaboration Coast.',
  );
  const byMail = { ...TOGETHER, participantName: undefined, contactEmail: 'eva@port.example' };
  expect(say('collaboration_participant_join', byMail)).toBe('eva@port.example joined the collaboration Coast.');
  expect(say('collaboration_workspace_added', TOGETHER)).toContain('Tides');
  expect(say('collaboration_participant_workspace_join', { ...TOGETHER, status: 'Not Joined' })).toContain('left the workspace');
  expect(say('collaboration_content_store_disk_limit_reached', TOGETHER)).toContain('90%');
});

test('data that is missing leaves no gap', () => {
  expect(say('user_invite', {})).toBe('Somebody invites you to the group (unnamed).');
});

test('the marketplace names item and vendor', () => {
  expect(say('listing_granted', { title: 'Roads', vendor: 'Survey' })).toBe('“Roads” from Survey was granted to your organisation.');
});

test.each([
  ['group_application', { groupId: 'g1' }, '/home/group.html?id=g1'],
  ['listing_requested', { itemId: 'i1' }, '/home/marketplace.html?view=offered'],
  ['listing_granted', { itemId: 'i1' }, '/home/item.html?id=i1'],
  ['listing_declined', { itemId: 'i1' }, '/home/marketplace.html?id=i1'],
  ['password_requested', { fromUsername: 'bob' }, '/home/organization.html'],
  ['user_invitation_accepted', { organization: 'Survey', waits: true }, '/home/organization.html?view=invitations'],
  ['other', {}, undefined],
])('%s leads to where something can be done about it', (type, data, address) => {
  expect(addressOfNotification({ type: type as NotificationType, data })).toBe(address);
});
