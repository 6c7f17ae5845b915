// Small questions about members that several domains ask.
import { type AccountRow, ownAccount } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';

/** The account of the caller; undefined for anonymous callers. */
export async function callerAccount(portal: Portal, caller: Caller): Promise<AccountRow | undefined> {
  return caller.username === null ? undefined : ownAccount(portal, caller.username);
}
