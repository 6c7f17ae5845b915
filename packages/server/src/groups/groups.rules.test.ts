// Who may do what with a group, in tables.
import { ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../platform/caller.ts';
import { type GroupAction, type GroupFacts, joiningLeadsTo, mayDoToGroup } from './groups.rules.ts';

const ORG = 'AAAAAAAAAAAAAAAA';
const caller = (role: keyof typeof ROLE_PRIVILEGES, orgId = ORG): Caller => ({
  kind: 'user',
  username: 'bob',
  orgId,
  role,
  privileges: new Set(ROLE_PRIVILEGES[role]),
  via: 'none',
  tokenId: null,
  address: '',
  baseUrl: '',
});
const group: GroupFacts = { owner: 'ada', org_id: ORG, favourites: false, hidden_members: false, visible: true, member_type: null };
const ACTIONS: GroupAction[] = ['read', 'members', 'update', 'delete', 'protect', 'reassign', 'manage', 'addUsers'];
const MANAGER: GroupAction[] = ['read', 'members', 'update', 'protect', 'manage', 'addUsers'];

describe('what may be done', () => {
  it.each([
    ['outsider who sees it', caller('user'), group, ['read']],
    ['outsider who does not', caller('user'), { ...group, visible: false }, []],
    ['member', caller('user'), { ...group, member_type: 'member' }, ['read', 'members']],
    ['member where members are hidden', caller('user'), { ...group, member_type: 'member', hidden_members: true }, ['read']],
    ['manager where members are hidden', caller('user'), { ...group, member_type: 'admin', hidden_members: true }, MANAGER],
    ['manager', caller('user'), { ...group, member_type: 'admin' }, MANAGER],
    ['owner', caller('user'), { ...group, member_type: 'owner' }, ACTIONS],
    ['administrator', caller('admin'), group, ACTIONS],
    ['administrator of elsewhere', caller('admin', 'BBBBBBBBBBBBBBBB'), { ...group, visible: false }, []],
    ['owner of favourites', caller('user'), { ...group, favourites: true, member_type: 'owner' }, ['read', 'members']],
  ] as [string, Caller, GroupFacts, GroupAction[]][])('by the %s', (_who, who, facts, allowed) => {
    expect(ACTIONS.filter((action) => mayDoToGroup(who, facts, action))).toEqual(allowed);
  });
});

describe('CO-188 asking to join', () => {
  const open = { ...group, invitation_only: false, auto_join: false };
  it.each([
    ['a group', caller('user'), open, 'application'],
    ['a group that everybody joins', caller('user'), { ...open, auto_join: true }, 'member'],
    ['a group by invitation', caller('user'), { ...open, invitation_only: true, auto_join: true }, 'refused'],
    ['a group one is in', caller('user'), { ...open, member_type: 'member' as const }, 'already'],
    ['a group of another organisation with the privilege', caller('user', 'BBBBBBBBBBBBBBBB'), open, 'application'],
    ['a group of another organisation without it', caller('viewer', 'BBBBBBBBBBBBBBBB'), open, 'refused'],
    ['favourites', caller('user'), { ...open, favourites: true }, 'refused'],
  ] as const)('%s', (_case, who, facts, outcome) => expect(joiningLeadsTo(who, facts)).toBe(outcome));
});
