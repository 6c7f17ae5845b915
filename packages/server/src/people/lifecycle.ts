// What else happens when an account is deleted or joins an organisation: callbacks that domains above give to the app.
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';

/** Callbacks of one domain; those for a deletion run before the account goes. */
export interface MemberLifecycle {
  /** `heir` is who deletes the account; undefined when people delete their own. */
  onDelete?(portal: Portal, username: string, heir: { username: string; org_id: string | null } | undefined): Promise<void>;
  /** After an account that belonged to no organisation came into one, in the transaction of that. */
  onJoin?(db: Db, username: string, orgId: string): Promise<void>;
}

const registered: MemberLifecycle[] = [];

/** Adds the callbacks of a domain; called by the app before it serves. The same object counts once. */
export function registerMemberLifecycle(lifecycle: MemberLifecycle): void {
  if (!registered.includes(lifecycle)) registered.push(lifecycle);
}

/** Runs the callbacks for a deletion. */
export async function memberGoes(...[portal, username, heir]: Parameters<NonNullable<MemberLifecycle['onDelete']>>): Promise<void> {
  for (const lifecycle of registered) await lifecycle.onDelete?.(portal, username, heir);
}

/** Runs the callbacks for somebody who came into an organisation. */
export async function memberJoins(...[db, username, orgId]: Parameters<NonNullable<MemberLifecycle['onJoin']>>): Promise<void> {
  for (const lifecycle of registered) await lifecycle.onJoin?.(db, username, orgId);
}
