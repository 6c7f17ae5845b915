// Descriptions of services that were read before. They are used only after the database has said, for this very request, that
// nothing of them has changed; rights are never remembered.
import type { ItemRow } from '../content/index.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import type { HostedService } from './layers.rules.ts';
import { type ServiceSight, serviceWithEdits } from './services.store.ts';

/** A service with the layers that are open for queries, and its item. */
interface KnownService {
  stamp: string;
  /** As the rows say it. */
  service: HostedService;
  item: ItemRow;
  /** The keys of those who may see it; with each that is remembered a list of its own. */
  scopes: readonly string[];
  /** With the edits that were told last. */
  edited?: { edits: string; service: HostedService };
  /** What was given last, and whether it was given before that too: one that changes all the time is not worth a guess. */
  given?: HostedService;
  isSteady?: boolean;
  /** Who was let in the last time. */
  letIn: BoundedMap<string, true>;
}

/** Descriptions are some kilobytes each. */
const MOST_SERVICES = 500;
/** Names of those who were let in are some dozens of bytes each. */
const MOST_LET_IN = 200;
const memoryOf = perPortal(() => new BoundedMap<string, KnownService>(MOST_SERVICES));

/** What is remembered of the service, if it is still what the database holds, with the edits that the sight tells. */
export function rememberedService(
  portal: Portal,
  name: string,
  { stamp, edits }: Pick<ServiceSight, 'stamp' | 'edits'>,
): { service: HostedService; item: ItemRow } | undefined {
  const known = memoryOf(portal).get(name.toLowerCase());
  if (known === undefined) return undefined;
  if (known.stamp !== stamp) {
    known.isSteady = false;
    return undefined;
  }
  if (edits !== null && known.edited?.edits !== edits)
    known.edited = { edits, service: Object.freeze(serviceWithEdits(known.service, edits)) };
  const service = edits === null ? known.service : (known.edited?.service ?? known.service);
  known.isSteady = known.given === service;
  known.given = service;
  return { service, item: known.item };
}

const keyOf = ({ username, orgId }: Pick<Caller, 'username' | 'orgId'>): string => `${username}\n${orgId}`;

/** Notes whether the caller was let in, for guesses. */
export function noteSight(portal: Portal, name: string, caller: Caller, isVisible: boolean): void {
  const letIn = memoryOf(portal).get(name.toLowerCase())?.letIn;
  if (letIn === undefined || (letIn.get(keyOf(caller)) === true) === isVisible) return;
  if (isVisible) letIn.set(keyOf(caller), true);
  else letIn.delete(keyOf(caller));
}

/**
 * The service as it was given last, if the caller was let in the last time; decides nothing. What is read with it is worth nothing unless
 * `findService` then gives the very same.
 */
export function guessService(portal: Portal, caller: Caller, name: string): HostedService | undefined {
  const known = memoryOf(portal).get(name.toLowerCase());
  return known?.isSteady && known.letIn.get(keyOf(caller)) === true ? known.given : undefined;
}

/**
 * What is remembered of the service, whether or not it is still so, if the caller was let in the last time: for statements that change something only
 * while the stamp is the same and the caller may see it. The edits are those that were told last.
 */
export function lastKnownService(
  portal: Portal,
  caller: Caller,
  name: string,
): Pick<KnownService, 'stamp' | 'service' | 'item' | 'scopes'> | undefined {
  const known = memoryOf(portal).get(name.toLowerCase());
  if (known?.letIn.get(keyOf(caller)) !== true) return undefined;
  return { stamp: known.stamp, service: known.edited?.service ?? known.service, item: known.item, scopes: known.scopes };
}

/**
 * Keeps a service for the requests to come. The stamp must have been taken before the service and the item were read: what
 * changed in between is then not believed.
 */
export function rememberService(portal: Portal, name: string, known: Pick<KnownService, 'stamp' | 'service' | 'item' | 'scopes'>): void {
  memoryOf(portal).set(name.toLowerCase(), { ...known, letIn: new BoundedMap(MOST_LET_IN) });
}
