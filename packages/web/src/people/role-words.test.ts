import { VIEWER_ROLE_ID } from '@graticule/contract/privileges';
import { expect, test } from 'vitest';
import { roleHintKey, roleIdKey, roleKey } from './role-words.ts';

test('CO-182 roles have their labels in both spellings, and custom roles share one', () => {
  const words = (role: string) => roleIdKey(role).replace('people.role.', '');
  expect(['account_admin', 'account_publisher', 'account_user'].map(words)).toEqual(['admin', 'publisher', 'user']);
  expect(['org_admin', 'org_publisher', 'org_user'].map(words)).toEqual(['admin', 'publisher', 'user']);
  expect(words('x1y2z3')).toBe('custom');
  expect(roleHintKey('account_admin')).toBe('people.role.admin-hint');
  expect(roleKey({ role: 'org_user', roleId: VIEWER_ROLE_ID })).toBe('people.role.viewer');
});
