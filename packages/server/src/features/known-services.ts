// Descriptions of services that were read before. They are used only after the database has said, for this very request, that
// nothing of them has changed; rights are never remembered.

import type { ItemRow } from '../content/index.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
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
  /** With the edits that were told last. */
  edited?: { edits: string; service: HostedService };
}

/** Descriptions are some kilobytes each. */
const MOST_SERVICES = 500;
const memoryOf = perPortal(() => new BoundedMap<string, KnownService>(MOST_SERVICES));

/** What is remembered of the service, if it is still what the database holds, with the edits that the sight tells. */
export function rememberedService(
  portal: Portal,
  name: string,
  { stamp, edits }: Pick<ServiceSight, 'stamp' | 'edits'>,
): { service: HostedService; item: ItemRow } | undefined {
  const known = memoryOf(portal).get(name.toLowerCase());
  if (known?.stamp !== stamp) return undefined;
  if (edits === null) return known;
  if (known.edited?.edits !== edits) known.edited = { edits, service: Object.freeze(serviceWithEdits(known.service, edits)) };
  return { service: known.edited.service, item: known.item };
}

/**
 * Keeps a service for the requests to come. The stamp must have been taken before the service and the item were read: what
 * changed in between is then not believed.
 */
export function rememberService(portal: Portal, name: string, known: KnownService): void {
  memoryOf(portal).set(name.toLowerCase(), known);
}
