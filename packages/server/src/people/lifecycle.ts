// What else happens when an account is deleted: callbacks that domains above give to the app.
import type { Portal } from '../platform/context.ts';

/** Callbacks of one domain; each runs before the account goes. */
export interface MemberLifecycle {
  /** `heir` is who deletes the account; undefined when people delete their own. */
  onDelete(portal: Portal, username: string, heir: { username: string; org_id: string | null } | undefined): Promise<void>;
}

const registered: MemberLifecycle[] = [];

/** Adds the callbacks of a domain; called by the app before it serves. The same object counts once. */
export function registerMemberLifecycle(lifecycle: MemberLifecycle): void {
  if (!registered.includes(lifecycle)) registered.push(lifecycle);
}

/** Runs the callbacks for a deletion. */
export async function memberGoes(...[portal, username, heir]: Parameters<MemberLifecycle['onDelete']>): Promise<void> {
  for (const lifecycle of registered) await lifecycle.onDelete(portal, username, heir);
}
