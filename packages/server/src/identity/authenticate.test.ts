import { expect, it } from 'vitest';
import { privilegesOf } from './authenticate.ts';

const account = (privileges: string[] | null) => ({ role: 'r0le', org_id: 'org', privileges });

it('gives the very same privileges for what a role holds, from one request to the next, and others for another role', () => {
  const one = privilegesOf(account(['features:user:edit', 'portal:user:createItem']));
  expect([...one].sort()).toEqual(['features:user:edit', 'portal:user:createItem']);
  expect(privilegesOf(account(['features:user:edit', 'portal:user:createItem']))).toBe(one);
  expect([...privilegesOf(account(['features:user:edit']))]).toEqual(['features:user:edit']);
  expect(privilegesOf(account([])).size).toBe(0);
});

it('leaves out what is no privilege, and asks no role of those who belong to no organisation', () => {
  expect([...privilegesOf(account(['features:user:edit', 'all:powers']))]).toEqual(['features:user:edit']);
  expect(privilegesOf({ ...account(['portal:admin:viewUsers']), org_id: null }).has('portal:admin:viewUsers')).toBe(false);
});
