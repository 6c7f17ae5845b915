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
  return wordsOf(role)?.name ?? 'people.role.custom';
}

/** The message that says what people with the role do. */
export function roleHintKey(role: string): MessageKey {
  return wordsOf(role)?.hint ?? 'people.role.custom-hint';
}

/** Older clients write built-in roles with another beginning. */
function wordsOf(role: string): { name: MessageKey; hint: MessageKey } | undefined {
  return WORDS[role.replace(/^account_/, 'org_')];
}

const WORDS: Readonly<Record<string, { name: MessageKey; hint: MessageKey }>> = {
  org_admin: { name: 'people.role.admin', hint: 'people.role.admin-hint' },
  org_publisher: { name: 'people.role.publisher', hint: 'people.role.publisher-hint' },
  org_user: { name: 'people.role.user', hint: 'people.role.user-hint' },
  [VIEWER_ROLE_ID]: { name: 'people.role.viewer', hint: 'people.role.viewer-hint' },
  [DATA_EDITOR_ROLE_ID]: { name: 'people.role.editor', hint: 'people.role.editor-hint' },
};
