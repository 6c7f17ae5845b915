// How values are spread, kept for a few minutes; a hint for statements, never a part of an answer.
import type { Portal } from '../platform/context.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import { type Quantiles, readQuantiles } from './quantiles.store.ts';

const KEPT_MS = 300_000;

const kept = new WeakMap<DatabaseHandle, { readAtMs: number; quantiles: Promise<Quantiles | undefined> }>();

/** Where to cut a large catalogue; undefined for a small one. */
export function quantilesOf(portal: Portal): Promise<Quantiles | undefined> {
  const known = kept.get(portal.database);
  const nowMs = performance.now();
  if (known !== undefined && nowMs - known.readAtMs < KEPT_MS) return known.quantiles;
  const quantiles = readQuantiles(portal.db).catch((error: unknown) => {
    kept.delete(portal.database);
    throw error;
  });
  kept.set(portal.database, { readAtMs: nowMs, quantiles });
  return quantiles;
}
