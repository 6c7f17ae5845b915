// Keeps the tables that a download reads until it has ended, also where others take their place.
import type { Portal } from '../platform/context.ts';
import { baseTable, type HostedLayer } from './layers.rules.ts';
import { endReadings, noteReadings, prolongReadings } from './table-readings.store.ts';

/** How long a word lasts when its process says no more. */
const LEASE_S = 180;
const AGAIN_MS = 60_000;
/** A reader may be slow, but not for days: the room that replaced rows take is wanted. */
const MOST_MS = 6 * 3_600_000;

/** Keeps the rows of layers where they are, for at most six hours; the function given back ends it. */
export async function keepTables(
  portal: Pick<Portal, 'db' | 'log'>,
  layers: readonly HostedLayer[],
  { againMs = AGAIN_MS, mostMs = MOST_MS } = {},
): Promise<() => Promise<void>> {
  const ids = await noteReadings(portal.db, [...new Set(layers.map(baseTable))], LEASE_S);
  const unheard = (error: unknown): void => portal.log.warn({ err: error }, 'that tables are read could not be noted');
  const begun = performance.now();
  const again = setInterval(() => {
    if (performance.now() - begun > mostMs) clearInterval(again);
    else void prolongReadings(portal.db, ids, LEASE_S).catch(unheard);
  }, againMs).unref();
  return async () => {
    clearInterval(again);
    await endReadings(portal.db, ids).catch(unheard);
  };
}
