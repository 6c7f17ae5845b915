// Words for the roles of members.
import type { User } from '@graticule/contract/community/user';
import { DATA_EDITOR_ROLE_ID, VIEWER_ROLE_ID } from '@graticule/contract/privileges';
import type { MessageKey } from '@graticule/i18n/messages';

/** Roles that an administrator can give, as the wire writes them. */
export const ROLES = ['org_admin', 'org_publisher', 'org_user', DATA_EDITOR_ROLE_ID, VIEWER_ROLE_ID] as const;

/** The value of `ROLES` that a member has; the id itself for custom roles. */
export function roleOf(user: Pick<User, 'role' | 'roleId'>): string {
  return user.roleId ?? user.role ?? 'org_user';
}

/** The message for a role; custom roles share one. */
export function roleKey(user: Pick<User, 'role' | 'roleId'>): MessageKey {
  return roleIdKey(roleOf(user));
}

/** The message for a role as the wire writes it. */
export function roleIdKey(role: string): MessageKey {
  switch (role) {
    case 'org_admin':
      return 'people.role.admin';
    case 'org_publisher':
      return 'people.role.publisher';
    case 'org_user':
      return 'people.role.user';
    case VIEWER_ROLE_ID:
      return 'people.role.viewer';
    case DATA_EDITOR_ROLE_ID:
      return 'people.role.editor';
    default:
      return 'people.role.custom';
  }
}
