// Descriptions of services that were read before. They are used only after the database has said, for this very request, that
// nothing of them has changed; rights are never remembered.
import { fail } from '@graticule/contract/errors';
import { type ItemRow, requireItem } from '../content/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { FreshAnswers } from '../platform/fresh-answers.ts';
import type { HostedService } from './layers.rules.ts';
import { serviceByName, serviceStamp } from './services.store.ts';

interface KnownService {
  stamp: string;
  /** With the layers that are open for queries. */
  service: HostedService;
}

interface Memory {
  services: Map<string, KnownService>;
  stamps: FreshAnswers<string | undefined>;
  items: FreshAnswers<Item>;
}

type Item = ItemRow & { visible: boolean; group_update: boolean };

/** Descriptions are some kilobytes each. */
const MOST_SERVICES = 500;
const memories = new WeakMap<Portal['db'], Memory>();

function memoryOf(portal: Portal): Memory {
  let memory = memories.get(portal.db);
  if (memory === undefined) {
    memory = { services: new Map(), stamps: new FreshAnswers(), items: new FreshAnswers() };
    memories.set(portal.db, memory);
  }
  return memory;
}

/** What is known of a service, until proved by its stamp only a guess. */
export function rememberedService(portal: Portal, name: string): KnownService | undefined {
  return memoryOf(portal).services.get(name.toLowerCase());
}

/** The stamp of a service as it is now. */
export function stampOf(portal: Portal, name: string): Promise<string | undefined> {
  return memoryOf(portal).stamps.ask(name.toLowerCase(), () => serviceStamp(portal.database, name));
}

/** Reads a service and remembers it. @throws SERVICE_NOT_FOUND */
export async function loadService(portal: Portal, name: string): Promise<HostedService> {
  const { services } = memoryOf(portal);
  const key = name.toLowerCase();
  services.delete(key);
  // The stamp first: what changes between the two is read, but not believed at the next request.
  const stamp = await serviceStamp(portal.database, name);
  const whole = await serviceByName(portal.db, name);
  if (stamp === undefined || whole === undefined) throw fail('SERVICE_NOT_FOUND');
  const service = Object.freeze({ ...whole, layers: whole.layers.filter((layer) => layer.ready).map(Object.freeze) }) as HostedService;
  const [oldest] = services.keys();
  if (services.size >= MOST_SERVICES && oldest !== undefined) services.delete(oldest);
  services.set(key, { stamp, service });
  return service;
}

/**
 * The item of a service with the caller's rights as they are now. Signed-out visitors are alike: those who ask at the same
 * time share one look at the database, which began no earlier than any of their requests.
 * @throws as `requireItem` of content
 */
export function itemFor(portal: Portal, caller: Caller, itemId: string): Promise<Item> {
  if (caller.kind !== 'anonymous') return requireItem(portal, caller, itemId);
  return memoryOf(portal).items.ask(`${itemId} ${caller.orgId} ${caller.baseUrl}`, () => requireItem(portal, caller, itemId));
}
