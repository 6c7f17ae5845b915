import type { Privilege } from '@graticule/contract/privileges';
import { describe, expect, it } from 'vitest';
import { anonymous, type Caller } from '../platform/caller.ts';
import { mayGiveRole, profileDetail, reachesBeyond, roleChangeFault } from './people.rules.ts';

function person(username: string, orgId: string | null, role: string, privileges: Privilege[] = []): Caller {
  return { ...anonymous('127.0.0.1', 'http://localhost'), kind: 'user', username, orgId, role, privileges: new Set(privileges) };
}

describe('profileDetail', () => {
  const admin = person('admin1', 'A', 'admin', ['portal:admin:viewUsers', 'portal:user:viewOrgUsers']);
  const member = person('member1', 'A', 'viewer', ['portal:user:viewOrgUsers']);
  const foreign = person('foreign', 'B', 'admin', ['portal:admin:viewUsers', 'portal:user:viewOrgUsers']);
  const nobody = anonymous('127.0.0.1', 'http://localhost');
  it.each([
    ['private', 'full', undefined, undefined, undefined],
    ['org', 'full', 'member', undefined, undefined],
    ['public', 'full', 'member', 'public', 'public'],
  ] as const)('shows a %s profile: administrator %s, member %s, other organisation %s, visitor %s', (access, a, m, f, n) => {
    const profile = { username: 'someone', org_id: 'A', access };
    expect([admin, member, foreign, nobody].map((caller) => profileDetail(caller, profile))).toEqual([a, m, f, n]);
    expect(profileDetail(person('someone', 'A', 'viewer'), profile)).toBe('full');
  });
});

describe('roleChangeFault', () => {
  const admin = person('admin1', 'A', 'admin');
  const helper = person('helper', 'A', 'custom');
  it.each([
    [admin, { username: 'other', role: 'user' }, 'admin', 1, undefined],
    [helper, { username: 'other', role: 'user' }, 'publisher', 1, undefined],
    [helper, { username: 'other', role: 'user' }, 'admin', 1, 'forbidden'],
    [helper, { username: 'admin1', role: 'admin' }, 'user', 2, 'forbidden'],
    [admin, { username: 'admin1', role: 'admin' }, 'user', 2, 'last-administrator'],
    [admin, { username: 'other', role: 'admin' }, 'user', 1, 'last-administrator'],
    [admin, { username: 'other', role: 'admin' }, 'user', 2, undefined],
  ] as const)('judges case %#', (caller, target, role, administrators, fault) => {
    expect(roleChangeFault(caller, target, role, administrators)).toBe(fault);
  });
});

describe('roles above the caller', () => {
  const helper = person('helper', 'A', 'custom', ['portal:admin:changeUserRoles', 'portal:user:createItem']);
  it.each([
    [[], true, false],
    [['portal:user:createItem'], true, false],
    [['portal:admin:changeUserRoles', 'portal:user:createItem'], true, false],
    [['portal:publisher:publishFeatures'], false, false],
    [['portal:user:createItem', 'portal:admin:viewUsers'], false, true],
    [['features:user:fullEdit'], false, true],
    [['marketplace:admin:purchase'], false, true],
    [['portal:admin:one-that-is-gone'], false, true],
  ])('are not given, and those with rights over others are not taken: case %#', (privileges, given, beyond) => {
    expect([mayGiveRole(helper, privileges), reachesBeyond(helper, privileges)]).toEqual([given, beyond]);
    const admin = person('admin1', 'A', 'admin');
    expect([mayGiveRole(admin, privileges), reachesBeyond(admin, privileges)]).toEqual([true, false]);
  });
});
