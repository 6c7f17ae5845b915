// Which sharing a caller may do, in tables.
import { ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../platform/caller.ts';
import { mayGiveAccess, mayShareWithGroup, mayUnshare, requestedAccess, type TargetFacts } from './sharing.rules.ts';

const ORG = 'AAAAAAAAAAAAAAAA';
const caller = (username: string, role: keyof typeof ROLE_PRIVILEGES): Caller => ({
  kind: 'user',
  username,
  orgId: ORG,
  role,
  privileges: new Set(ROLE_PRIVILEGES[role]),
  via: 'none',
  tokenId: null,
  address: '',
  baseUrl: '',
});
const owner = caller('ada', 'user');
const viewer = caller('ada', 'viewer');
const member = caller('bob', 'user');
const admin = caller('root', 'admin');
const item = { owner: 'ada', org_id: ORG, visible: true, group_update: false, access: 'private' };
const group: TargetFacts = { org_id: ORG, view_only: false, favourites: false, capabilities: [], member_type: 'member' };

it.each([
  [{}, undefined],
  [{ everyone: false }, 'private'],
  [{ org: false, everyone: false }, 'private'],
  [{ org: true }, 'org'],
  [{ org: true, everyone: false }, 'org'],
  [{ everyone: true }, 'public'],
  [{ everyone: true, org: false }, 'public'],
] as const)('CLI-13 %j asks for %s', (request, access) => expect(requestedAccess(request)).toBe(access));

describe('CO-191 CO-187 access', () => {
  it.each([
    ['owner to everyone', owner, 'public', true, true],
    ['owner to everyone where the organisation forbids it', owner, 'public', false, false],
    ['owner to the organisation', owner, 'org', true, true],
    ['owner back to private', owner, 'private', true, true],
    ['owner without the privilege', viewer, 'public', true, false],
    ['another member', member, 'org', true, false],
    ['another member to private', member, 'private', true, false],
    ['administrator', admin, 'public', true, true],
  ] as const)('%s', (_case, who, access, canSharePublic, allowed) =>
    expect(mayGiveAccess(who, item, access, canSharePublic)).toBe(allowed),
  );
});

describe('groups', () => {
  it.each([
    ['owner, member of the group', owner, item, group, false, true],
    ['owner, not in the group', owner, item, { ...group, member_type: null }, false, false],
    ['owner without the privilege', viewer, item, group, false, false],
    ['owner, member of a group where managers contribute', owner, item, { ...group, view_only: true }, false, false],
    ['owner, manager of such a group', owner, item, { ...group, view_only: true, member_type: 'admin' as const }, false, true],
    ['owner, group that updates, unconfirmed', owner, item, { ...group, capabilities: ['updateitemcontrol'] }, false, false],
    ['owner, group that updates, confirmed', owner, item, { ...group, capabilities: ['updateitemcontrol'] }, true, true],
    ['member, private item of another', member, item, group, false, false],
    ['member, public item of another', member, { ...item, access: 'public' }, group, false, true],
    [
      'member, public item of another, group that updates',
      member,
      { ...item, access: 'public' },
      { ...group, capabilities: ['updateitemcontrol'] },
      true,
      false,
    ],
    ['administrator, group of the organisation', admin, item, { ...group, member_type: null }, false, true],
    ['administrator, foreign group', admin, item, { ...group, member_type: null, org_id: 'BBBBBBBBBBBBBBBB' }, false, false],
    ['own favourites', viewer, item, { ...group, favourites: true, member_type: 'owner' as const }, false, true],
    [
      'own favourites, invisible item',
      member,
      { ...item, visible: false },
      { ...group, favourites: true, member_type: 'owner' as const },
      false,
      false,
    ],
    ['favourites of another', admin, item, { ...group, favourites: true, member_type: null }, false, false],
  ] as [string, Caller, typeof item, TargetFacts, boolean, boolean][])('%s', (...row) => {
    const [, who, what, target, confirmed, allowed] = row;
    expect(mayShareWithGroup(who, what, target, confirmed)).toBe(allowed);
  });

  it.each([
    ['owner of the item', owner, { ...group, member_type: null }, true],
    ['manager of the group', member, { ...group, member_type: 'admin' as const }, true],
    ['plain member', member, group, false],
    ['administrator', admin, { ...group, member_type: null }, true],
    ['owner of the item, favourites of another', owner, { ...group, favourites: true, member_type: null }, false],
  ] as const)('taking out: %s', (_case, who, target, allowed) => expect(mayUnshare(who, item, target)).toBe(allowed));
});
