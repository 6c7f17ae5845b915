// What a vector tile service of a name draws: the layers of the hosted service of that name, or of the one it was published from.
import { fail, PortalError } from '@graticule/contract/errors';
import { TILE_ZOOMS } from '@graticule/contract/services/vector-tiles';
import { itemById, requireItem } from '../content/index.ts';
import { asSeenBy, findService, type HostedService, serviceWithAllLayers } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { tileServiceByName } from './tile-services.store.ts';

/** The zoom levels that a tile service has. */
export interface Zooms {
  min: number;
  max: number;
}

/** Zoom levels of the tiles of every hosted service. */
export const ALL_ZOOMS: Zooms = TILE_ZOOMS;

/** A tile service that the caller may see. */
export interface TileSource {
  /** The layers to draw, under the name and item of the tile service. */
  service: HostedService;
  item: { access: string };
  zooms: Zooms;
}

/**
 * The tile service of that name. One that was published from a hosted service is as visible as its own item; where the features of
 * its source are not for everybody, it shows each caller what the source would.
 * @throws SERVICE_NOT_FOUND, TOKEN_REQUIRED, FORBIDDEN
 * @source ACC-3
 */
export async function findTileSource(portal: Portal, caller: Caller, name: string): Promise<TileSource> {
  try {
    const { service, item } = await findService(portal, caller, name);
    return { service, item, zooms: ALL_ZOOMS };
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'SERVICE_NOT_FOUND') throw error;
    return published(portal, caller, name);
  }
}

async function published(portal: Portal, caller: Caller, name: string): Promise<TileSource> {
  const row = await tileServiceByName(portal.db, name);
  if (row === undefined) throw fail('SERVICE_NOT_FOUND');
  const item = await visibleItem(portal, caller, row.item_id);
  const [source, sourceItem] = [await serviceWithAllLayers(portal, row.source_item_id), await itemById(portal.db, row.source_item_id)];
  if (source === undefined || sourceItem === undefined) throw fail('SERVICE_NOT_FOUND');
  const ready = { ...source, layers: source.layers.filter((layer) => layer.ready) };
  return {
    service: { ...asSeenBy(caller, ready, sourceItem), name: row.name, itemId: row.item_id },
    item,
    zooms: { min: row.min_zoom, max: row.max_zoom },
  };
}

async function visibleItem(portal: Portal, caller: Caller, id: string): ReturnType<typeof requireItem> {
  try {
    return await requireItem(portal, caller, id);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === 'ITEM_NOT_FOUND') throw fail('SERVICE_NOT_FOUND');
    if (error.code === 'FORBIDDEN' && caller.kind === 'anonymous') throw fail('TOKEN_REQUIRED');
    throw error;
  }
}
