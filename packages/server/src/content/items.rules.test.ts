// Who may do what with an item, in tables.
import { ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../platform/caller.ts';
import { type ItemAction, type ItemFacts, itemControl, mayActFor, mayDo, mayMark } from './items.rules.ts';

const ORG = 'AAAAAAAAAAAAAAAA';

function caller(username: string | null, role: keyof typeof ROLE_PRIVILEGES | null, orgId: string | null = ORG): Caller {
  const privileges = new Set(role === null ? [] : ROLE_PRIVILEGES[role]);
  return {
    kind: username === null ? 'anonymous' : 'user',
    username,
    orgId,
    role,
    privileges,
    via: 'none',
    tokenId: null,
    address: '',
    baseUrl: '',
  };
}

const owner = caller('ada', 'publisher');
const admin = caller('root', 'admin');
const foreignAdmin = caller('root2', 'admin', 'BBBBBBBBBBBBBBBB');
const member = caller('bob', 'user');
const stranger = caller(null, null, null);

const hidden: ItemFacts = { owner: 'ada', org_id: ORG, visible: false, group_update: false };
const seen: ItemFacts = { ...hidden, visible: true };
const updatable: ItemFacts = { ...seen, group_update: true };

const ACTIONS: ItemAction[] = ['read', 'update', 'delete', 'move', 'protect', 'reassign', 'share', 'status'];

describe('what may be done', () => {
  it.each([
    ['the owner', owner, seen, ['read', 'update', 'delete', 'move', 'protect', 'share', 'status']],
    ['an administrator', admin, seen, ACTIONS],
    ['an administrator of another organisation', foreignAdmin, hidden, []],
    ['a member who sees it', member, seen, ['read']],
    ['a member who does not', member, hidden, []],
    ['a member of a group that updates it', member, updatable, ['read', 'update']],
    ['a stranger to a public item', stranger, seen, ['read']],
    ['a stranger to a hidden item', stranger, hidden, []],
  ] as [string, Caller, ItemFacts, ItemAction[]][])('by %s', (_who, who, item, allowed) => {
    expect(ACTIONS.filter((action) => mayDo(who, item, action))).toEqual(allowed);
  });
});

it.each([
  ['the owner', owner, seen, 'admin'],
  ['an administrator', admin, seen, 'admin'],
  ['a member of a group that updates it', member, updatable, 'update'],
  ['a member', member, seen, 'view'],
  ['a stranger', stranger, seen, 'view'],
] as const)('the control of %s', (_who, who, item, control) => {
  expect(itemControl(who, item)).toBe(control);
});

it.each([
  ['oneself', owner, 'ada', true],
  ['an administrator', admin, 'ada', true],
  ['a member', member, 'ada', false],
  ['a stranger', stranger, 'ada', false],
  ['an administrator of elsewhere', foreignAdmin, 'ada', false],
] as const)('acting for a person: %s', (_who, who, username, allowed) => {
  expect(mayActFor(who, { username, org_id: ORG }, 'portal:admin:updateItems')).toBe(allowed);
});

describe('the mark of an item', () => {
  it.each([
    ['the owner', owner, '', 'deprecated', true],
    ['the owner', owner, 'deprecated', '', true],
    ['the owner', owner, '', 'org_authoritative', false],
    ['the owner', owner, 'org_authoritative', 'org_authoritative', true],
    ['the owner', owner, 'org_authoritative', 'deprecated', false],
    ['the owner', owner, 'public_authoritative', '', false],
    ['an administrator', admin, '', 'org_authoritative', true],
    ['an administrator', admin, 'org_authoritative', 'public_authoritative', true],
    ['an administrator', admin, '', 'deprecated', true],
    ['an administrator of another organisation', foreignAdmin, '', 'deprecated', false],
    ['a member', member, '', 'deprecated', false],
  ] as const)('%s, case %#', (_who, who, from, to, allowed) => {
    expect(mayMark(who, seen, from, to)).toBe(allowed);
  });
});
