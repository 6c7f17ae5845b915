// What else happens when a group is deleted: callbacks that domains above give to the app.
import type { Db } from '../platform/db/database.ts';

/** Callbacks of one domain; each runs inside the transaction, before the group's row goes. */
export interface GroupLifecycle {
  onDelete(db: Db, groupId: string): Promise<void>;
}

const registered: GroupLifecycle[] = [];

/** Adds the callbacks of a domain; called by the app before it serves. The same object counts once. */
export function registerGroupLifecycle(lifecycle: GroupLifecycle): void {
  if (!registered.includes(lifecycle)) registered.push(lifecycle);
}

/** Runs the callbacks for a deletion. */
export async function groupGoes(db: Db, groupId: string): Promise<void> {
  for (const lifecycle of registered) await lifecycle.onDelete(db, groupId);
}
