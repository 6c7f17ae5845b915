// What an organisation stores, for its administrators.
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Portal } from '../platform/context.ts';
import { inTime } from '../platform/in-time.ts';
import { perPortal } from '../platform/per-portal.ts';
import { storageOf } from './organisations.store.ts';
import type { OrganisationStorage } from './portal.view.ts';

/** Clients ask for the portal on every page, and all items are added up: beside replies after so long, and before one after so long. */
const FRESH_MS = 10_000;
const OLD_MS = 60_000;
/** A reply waits so long at most; it can do without. */
const WAIT_MS = 2_000;
const MOST_ORGANISATIONS = 1_000;

interface Known {
  told?: OrganisationStorage;
  asked: number;
  /** It is being asked, once for all who want to know; undefined where nobody could tell in time. */
  asking?: Promise<OrganisationStorage | undefined>;
}

const knownOf = perPortal(() => new BoundedMap<string, Known>(MOST_ORGANISATIONS));

/** Bytes that the items of an organisation take, and that its members may store together; at most a minute old. Undefined where nobody knows in time. */
export async function storageOfOrganisation(portal: Portal, orgId: string): Promise<OrganisationStorage | undefined> {
  const all = knownOf(portal);
  const known = all.get(orgId) ?? { asked: Number.NEGATIVE_INFINITY };
  all.set(orgId, known);
  const age = performance.now() - known.asked;
  if (known.told !== undefined && age < FRESH_MS) return known.told;
  known.asking ??= ask(portal, orgId, known);
  return known.told !== undefined && age < OLD_MS ? known.told : known.asking;
}

/** Never fails. */
function ask(portal: Portal, orgId: string, known: Known): Promise<OrganisationStorage | undefined> {
  const asked = performance.now();
  const told = storageOf(portal.db, orgId, portal.config.storageQuotaBytes).then(
    ({ used, quota }) => {
      known.asked = asked;
      known.told = { storageUsage: used, storageQuota: quota };
      return known.told;
    },
    (error: unknown) => {
      portal.log.warn({ err: error, orgId }, 'nobody knows what an organisation stores');
      return undefined;
    },
  );
  void told.then(() => delete known.asking);
  return inTime(told, WAIT_MS, () => portal.log.warn({ orgId }, 'it takes long to find out what an organisation stores'));
}
