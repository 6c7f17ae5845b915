// Who may edit the features of a service.
import { fail } from '@graticule/contract/errors';
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { Caller } from '../../platform/caller.ts';
import type { EditorTracking } from '../../schema/features.ts';
import { hasWord } from '../layers.rules.ts';

/** Kinds of edit, in the words of `capabilities`. */
export type EditKind = 'Create' | 'Update' | 'Delete';
const KINDS: readonly EditKind[] = ['Create', 'Update', 'Delete'];

/** Whether the caller may edit whatever the service allows: its owner, and those who edit fully in its organisation. */
export function mayEditFully(caller: Caller, item: { owner: string; org_id: string | null }): boolean {
  const owns = caller.username !== null && caller.username === item.owner;
  return owns || (caller.orgId !== null && caller.orgId === item.org_id && caller.privileges.has('features:user:fullEdit'));
}

/** Whether visitors may make these edits where the service has the capability: only on public ones whose owner allowed it. */
function mayEditUnknown(access: string, tracking: EditorTracking, kinds: readonly EditKind[]): boolean {
  const { allowAnonymousToUpdate, allowAnonymousToDelete } = tracking;
  if (access !== 'public') return false;
  // What edits nothing is for those who may edit something.
  if (kinds.length === 0) return allowAnonymousToUpdate || allowAnonymousToDelete;
  return kinds.every((kind) => (kind === 'Delete' ? allowAnonymousToDelete : allowAnonymousToUpdate));
}

/** Whether capabilities allow an edit: `Editing` alone stands for all three kinds, beside some of them for no more than these. */
export function allowsEdit(capabilities: string, kind: EditKind): boolean {
  const named = KINDS.filter((one) => hasWord(capabilities, one));
  return named.length === 0 ? hasWord(capabilities, 'Editing') : named.includes(kind);
}

/**
 * @throws TOKEN_REQUIRED without a token, unless the service lets visitors edit
 * @throws FORBIDDEN without the capability or the privilege
 * @source ACC-9, EDIT-8
 */
export function requireEdit(
  caller: Caller,
  item: { owner: string; org_id: string | null; access: string },
  { capabilities, tracking }: { capabilities: string; tracking: EditorTracking },
  kinds: readonly EditKind[],
): void {
  const isUnknown = caller.kind === 'anonymous';
  if (isUnknown && !mayEditUnknown(item.access, tracking, kinds)) throw fail('TOKEN_REQUIRED');
  if (mayEditFully(caller, item)) return;
  const capable = kinds.every((kind) => allowsEdit(capabilities, kind));
  if (!capable || (!isUnknown && !caller.privileges.has('features:user:edit')))
    throw refuse('edit-forbidden', { kinds: listed(kinds), capabilities: capabilities || 'none' });
}
