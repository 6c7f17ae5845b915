// Copies that were given up with their last synchronisation. For a day the call that did so is answered again as it was: its answer may be lost.
import type { SynchronizedReplica } from '@graticule/contract/services/sync';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { ClosingCall } from '../../schema/copies.ts';
import { digestOf } from './repeated-edits.rules.ts';
import * as store from './replicas.store.ts';

/** A call that gave a copy up may come again for so long. */
const KEPT_MS = 24 * 3_600_000;

/** What a synchronisation asks for; how its answer comes makes no difference. */
export interface SyncedCall {
  syncDirection?: string;
  syncLayers?: unknown;
  edits?: unknown;
  rollbackOnFailure?: boolean;
  returnAttachments?: boolean;
}

/** The number of a copy as it is kept, however it was written. */
export const replicaNumber = (id: string): string => id.replace(/[{}]/g, '').toUpperCase();

function digestOfCall({ syncDirection, syncLayers, edits, rollbackOnFailure, returnAttachments }: SyncedCall): string {
  const direction = syncDirection?.toLowerCase() ?? null;
  return digestOf([direction, syncLayers ?? null, edits ?? null, rollbackOnFailure ?? null, returnAttachments ?? null]);
}

const keptSince = (portal: Portal): Date => new Date(portal.clock.now().getTime() - KEPT_MS);

/** The call that gave a copy up, where the same person sends it again. */
export async function sameClosing(
  portal: Portal,
  caller: Caller,
  copy: { itemId: string; replicaID: string },
  call: SyncedCall,
): Promise<ClosingCall | undefined> {
  const row = await store.closedReplica(portal.db, copy.itemId, replicaNumber(copy.replicaID), keptSince(portal));
  const closing = row?.closing;
  return closing && closing.by === caller.username && closing.digest === digestOfCall(call) ? closing : undefined;
}

/** Gives a copy up. */
export async function closeCopy(
  portal: Portal,
  caller: Caller,
  replica: store.ReplicaRow,
  call: SyncedCall,
  { known, results }: { known: ClosingCall['known']; results: SynchronizedReplica['editsResults'] },
): Promise<void> {
  const kept = results === undefined ? {} : { results };
  const closing = { by: caller.username ?? '', digest: digestOfCall(call), known, ...kept };
  await store.closeReplica(portal.db, replica, closing, portal.clock.now());
}

/** Forgets copies whose last call nobody sends again. */
export async function sweepClosedCopies(portal: Portal): Promise<void> {
  await store.deleteClosedReplicas(portal.db, keptSince(portal));
}
