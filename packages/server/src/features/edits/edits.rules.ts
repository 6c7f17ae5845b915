// Who may edit the features of a service.
import { fail } from '@graticule/contract/errors';
import type { Caller } from '../../platform/caller.ts';

/** Kinds of edit, in the words of `capabilities`. */
export type EditKind = 'Create' | 'Update' | 'Delete';

/** Whether the caller may edit whatever the service allows: its owner, and those who edit fully in its organisation. */
export function mayEditFully(caller: Caller, item: { owner: string; org_id: string | null }): boolean {
  const owns = caller.username !== null && caller.username === item.owner;
  return owns || (caller.orgId !== null && caller.orgId === item.org_id && caller.privileges.has('features:user:fullEdit'));
}

/**
 * @throws TOKEN_REQUIRED without a token
 * @throws FORBIDDEN without the capability or the privilege
 * @source ACC-9, EDIT-8
 */
export function requireEdit(
  caller: Caller,
  item: { owner: string; org_id: string | null },
  capabilities: string,
  kinds: readonly EditKind[],
): void {
  if (caller.kind === 'anonymous') throw fail('TOKEN_REQUIRED');
  if (mayEditFully(caller, item)) return;
  const allowed = capabilities.split(',').map((word) => word.trim());
  const capable = allowed.includes('Editing') || kinds.every((kind) => allowed.includes(kind));
  if (!capable || !caller.privileges.has('features:user:edit')) throw fail('FORBIDDEN');
}
