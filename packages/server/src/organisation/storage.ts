// What an organisation stores, for its administrators.
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import { storageOf } from './organisations.store.ts';

/** Clients ask for the portal on every page, and all items are added up. */
const REMEMBERED_MS = 10_000;
const MOST_ORGANISATIONS = 1_000;

type Storage = Awaited<ReturnType<typeof storageOf>>;

const knownOf = perPortal(() => new BoundedMap<string, { until: number; storage: Promise<Storage> }>(MOST_ORGANISATIONS));

/** Bytes that the items of an organisation take, and that its members may store together; at most ten seconds old. */
export async function storageOfOrganisation(portal: Portal, orgId: string): Promise<{ storageUsage: number; storageQuota: number }> {
  const all = knownOf(portal);
  let known = all.get(orgId);
  if (known === undefined || known.until < performance.now()) {
    known = { until: performance.now() + REMEMBERED_MS, storage: storageOf(portal.db, orgId, portal.config.storageQuotaBytes) };
    all.set(orgId, known);
    known.storage.catch(() => all.delete(orgId));
  }
  const { used, quota } = await known.storage;
  return { storageUsage: used, storageQuota: quota };
}
