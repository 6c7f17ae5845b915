// Who may do what with an item. Pure decisions over the stored facts and the caller.
import type { ItemControl } from '@graticule/contract/content/item';
import { fail } from '@graticule/contract/errors';
import type { Privilege } from '@graticule/contract/privileges';
import type { Caller } from '../platform/caller.ts';

/** The facts of an item on which rights depend. */
export interface ItemFacts {
  owner: string;
  org_id: string | null;
  /** By the one definition of visibility. */
  visible: boolean;
  /** By a group whose members update its items. */
  group_update: boolean;
}

/** Something done to an item. */
export type ItemAction = 'read' | 'update' | 'delete' | 'move' | 'protect' | 'reassign' | 'share' | 'status';

const ADMIN_PRIVILEGE: Readonly<Record<ItemAction, Privilege | undefined>> = {
  read: 'portal:admin:viewItems',
  update: 'portal:admin:updateItems',
  delete: 'portal:admin:deleteItems',
  move: 'portal:admin:updateItems',
  protect: 'portal:admin:updateItems',
  reassign: 'portal:admin:reassignItems',
  share: undefined,
  status: 'portal:admin:viewItems',
};

/** Whether the caller holds an administrator's privilege over an item of its own organisation. */
export function isAdminOf(caller: Caller, item: Pick<ItemFacts, 'org_id'>, privilege: Privilege): boolean {
  return caller.orgId !== null && caller.orgId === item.org_id && caller.privileges.has(privilege);
}

/** Whether the caller owns the item. */
export function isOwner(caller: Caller, item: Pick<ItemFacts, 'owner'>): boolean {
  return caller.username !== null && caller.username === item.owner;
}

/** Whether the caller may do the action. @source ACC-1, ACC-4 */
export function mayDo(caller: Caller, item: ItemFacts, action: ItemAction): boolean {
  if (action === 'read') return item.visible;
  // Reassigning is an administrator's act even for one's own items.
  if (isOwner(caller, item) && action !== 'reassign') return true;
  if (action === 'update' && item.group_update) return true;
  if (action === 'share') {
    return (['portal:admin:shareToGroup', 'portal:admin:shareToOrg', 'portal:admin:shareToPublic'] as const).some((p) =>
      isAdminOf(caller, item, p),
    );
  }
  const privilege = ADMIN_PRIVILEGE[action];
  return privilege !== undefined && isAdminOf(caller, item, privilege);
}

/** @throws FORBIDDEN when the caller may not do the action */
export function requireMay(caller: Caller, item: ItemFacts, action: ItemAction): void {
  if (!mayDo(caller, item, action)) throw fail('FORBIDDEN');
}

/**
 * Whether the caller may change the mark of an item. Vouching for an item, and taking that back, is an administrator's act;
 * whoever owns it may say that it is no longer to be used.
 */
export function mayMark(caller: Caller, item: Pick<ItemFacts, 'owner' | 'org_id'>, from: string, to: string): boolean {
  if (from === to || isAdminOf(caller, item, 'portal:admin:updateItems')) return true;
  return isOwner(caller, item) && ![from, to].some((status) => status.endsWith('authoritative'));
}

/** What the item itself says about the caller's control. */
export function itemControl(caller: Caller, item: ItemFacts): ItemControl {
  if (isOwner(caller, item) || isAdminOf(caller, item, 'portal:admin:updateItems')) return 'admin';
  return item.group_update ? 'update' : 'view';
}

/** Ids are 32 hexadecimal characters; anything else never existed. */
export function isId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/**
 * Whether a path below `content/users/{username}` may be acted on at all.
 * @source ACC-5: another person's content needs an administrator's privilege
 */
export function mayActFor(caller: Caller, person: { username: string; org_id: string | null }, privilege: Privilege): boolean {
  if (caller.username === null) return false;
  return caller.username === person.username || isAdminOf(caller, person, privilege);
}
