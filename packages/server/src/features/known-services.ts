// Descriptions of services that were read before. They are used only after the database has said, for this very request, that
// nothing of them has changed; rights are never remembered.
import type { ItemRow } from '../content/index.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import type { HostedService } from './layers.rules.ts';
import { type ServiceSight, serviceWithEdits } from './services.store.ts';

/** An item as somebody sees it who may see it and has no rights through groups. */
type SeenItem = Readonly<ItemRow & { visible: true; group_update: false }>;

/** A service with the layers that are open for queries, and its item. */
interface KnownService {
  stamp: string;
  /** As the rows say it. */
  service: HostedService;
  item: ItemRow;
  /** The item as those see it who were let in; made for the first who edits. */
  seen?: SeenItem;
  /** The keys of those who may see it; with each that is remembered a list of its own. */
  scopes: readonly string[];
  /** With the edits that were told last. */
  edited?: { edits: string; service: HostedService };
  /** What was given last, and whether it was given before that too: one that changes all the time is not worth a guess. */
  given?: HostedService;
  isSteady?: boolean;
  /** Who was let in the last time. */
  letIn: BoundedMap<string, true>;
  /** The last of them who edited. */
  lastIn?: Named | undefined;
}

type Named = Pick<Caller, 'username' | 'orgId'>;

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

const keyOf = ({ username, orgId }: Named): string => `${username}\n${orgId}`;

/** Whether the caller was let in the last time. Those who edit do so again and again. */
function wasLetIn(known: KnownService, caller: Named): boolean {
  const { username, orgId } = caller;
  if (known.lastIn?.username === username && known.lastIn.orgId === orgId) return true;
  if (known.letIn.get(keyOf(caller)) !== true) return false;
  known.lastIn = { username, orgId };
  return true;
}

/** Notes whether the caller was let in, for guesses. */
export function noteSight(portal: Portal, name: string, caller: Caller, isVisible: boolean): void {
  const known = memoryOf(portal).get(name.toLowerCase());
  if (known === undefined || wasLetIn(known, caller) === isVisible) return;
  if (isVisible) known.letIn.set(keyOf(caller), true);
  else {
    known.letIn.delete(keyOf(caller));
    known.lastIn = undefined;
  }
}

/**
 * The service as it was given last, if the caller was let in the last time; decides nothing. What is read with it is worth nothing unless
 * `findService` then gives the very same.
 */
export function guessService(portal: Portal, caller: Caller, name: string): HostedService | undefined {
  const known = memoryOf(portal).get(name.toLowerCase());
  return known?.isSteady && wasLetIn(known, caller) ? known.given : undefined;
}

/**
 * What is remembered of the service, whether or not it is still so, if the caller was let in the last time: for statements that change something only
 * while the stamp is the same and the caller may see it. The edits are those that were told last.
 */
export function lastKnownService(
  portal: Portal,
  caller: Caller,
  name: string,
): (Pick<KnownService, 'stamp' | 'service' | 'scopes'> & { item: SeenItem }) | undefined {
  const known = memoryOf(portal).get(name.toLowerCase());
  if (known === undefined || !wasLetIn(known, caller)) return undefined;
  known.seen ??= Object.freeze({ ...known.item, visible: true, group_update: false });
  return { stamp: known.stamp, service: known.edited?.service ?? known.service, item: known.seen, scopes: known.scopes };
}

/**
 * Keeps a service for the requests to come. The stamp must have been taken before the service and the item were read: what
 * changed in between is then not believed.
 */
export function rememberService(portal: Portal, name: string, known: Pick<KnownService, 'stamp' | 'service' | 'item' | 'scopes'>): void {
  memoryOf(portal).set(name.toLowerCase(), { ...known, letIn: new BoundedMap(MOST_LET_IN) });
}
