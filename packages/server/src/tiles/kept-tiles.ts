// What is kept of the tiles of a service, and forgetting it, for those who administer the service.
import type { KeptTiles } from '@graticule/contract/services/service-admin';
import { administeredService, renewDrawings } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { untangled } from '../platform/db/untangled.ts';
import { enqueueFarTiles } from './far-tiles.ts';
import { countMergedTiles, forgetMergedTiles } from './merged-tiles.store.ts';
import { cacheOf } from './tiles.ts';

/** The tiles of the layers that are drawn. @throws SERVICE_NOT_FOUND, TOKEN_REQUIRED, FORBIDDEN */
export async function keptTilesOf(portal: Portal, caller: Caller, name: string): Promise<KeptTiles[]> {
  const { service } = await administeredService(portal, caller, name);
  const drawn = service.layers.filter((layer) => layer.geometryType !== null);
  const far = await countMergedTiles(
    portal.db,
    drawn.map((layer) => layer.table),
  );
  return drawn.map(({ id, table }) => {
    const { tiles, bytes: sizeBytes } = cacheOf(portal).heldOf(table);
    return { id, tiles, sizeBytes, farTiles: far.get(table) ?? 0 };
  });
}

/**
 * Forgets them. Other processes and browsers ask for new ones too, since the layers have another version; what others keep of the one before is not asked for again.
 * Those from afar, for which somebody would wait long, are found anew ahead where there were any.
 * @throws SERVICE_NOT_FOUND, TOKEN_REQUIRED, FORBIDDEN
 */
export async function renewTilesOf(portal: Portal, caller: Caller, name: string): Promise<void> {
  const { service } = await administeredService(portal, caller, name);
  const tables = service.layers.map((layer) => layer.table);
  await untangled(() =>
    portal.db.transaction().execute(async (db) => {
      await renewDrawings(db, service.itemId);
      if ((await forgetMergedTiles(db, tables)) > 0) await enqueueFarTiles(portal, db, service.itemId);
    }),
  );
  for (const table of tables) cacheOf(portal).drop(table);
}
