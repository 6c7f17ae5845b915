// What is offered on the page of a group, by who looks at it.
import type { Group } from '@graticule/contract/community/group';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { GroupActions } from './GroupActions.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const group = {
  id: 'g1',
  title: 'Open data',
  owner: 'ada',
  orgId: 'county',
  access: 'public',
  isInvitationOnly: false,
} as unknown as Group;
const privileges = ['portal:user:joinGroup', 'portal:admin:updateGroups', 'portal:admin:deleteGroups'];

const open = (orgId: string) =>
  renderPage(
    <SessionGate>
      <GroupActions group={group} isManager={false} mayApply />
    </SessionGate>,
    '/home/group.html?id=g1',
    { 'portals/self': () => ({ id: orgId, user: { username: 'mayor', orgId, privileges } }) },
    ['groups'],
  );

test('an administrator edits and deletes groups of the own organisation', async () => {
  await open('county');
  expect(await screen.findByRole('button', { name: 'Edit the group' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

test('an administrator of another organisation may ask to join, and is offered nothing that would be refused', async () => {
  await open('town');
  expect(await screen.findByRole('button', { name: 'Ask to join' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit the group' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});
