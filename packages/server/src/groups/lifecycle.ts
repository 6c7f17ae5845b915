// What else happens when a group is deleted: callbacks that domains above give to the app.
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';

/** Callbacks of one domain. */
export interface GroupLifecycle {
  /** Before the transaction of the deletion, for what would be too much in it. */
  beforeDelete(portal: Portal, groupId: string): Promise<void>;
  /** In the transaction of the deletion, with the group locked. */
  onDelete(db: Db, groupId: string): Promise<void>;
}

const registered: GroupLifecycle[] = [];

/** Adds the callbacks of a domain; called by the app before it serves. The same object counts once. */
export function registerGroupLifecycle(lifecycle: GroupLifecycle): void {
  if (!registered.includes(lifecycle)) registered.push(lifecycle);
}

/** Runs the callbacks before a deletion. */
export async function groupIsToGo(portal: Portal, groupId: string): Promise<void> {
  for (const lifecycle of registered) await lifecycle.beforeDelete(portal, groupId);
}

/** Runs the callbacks for a deletion. */
export async function groupGoes(db: Db, groupId: string): Promise<void> {
  for (const lifecycle of registered) await lifecycle.onDelete(db, groupId);
}
