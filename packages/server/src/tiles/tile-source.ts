// What a vector tile service of a name draws: the layers of the hosted service of that name, or of the one it was published from, or a package.
import { fail, PortalError } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import { TILE_ZOOMS } from '@graticule/contract/services/vector-tiles';
import { itemById, requireItem } from '../content/index.ts';
import { asSeenBy, findService, type HostedService, serviceWithAllLayers } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { PackageFile } from './tile-packages.ts';
import { tileServiceByName } from './tile-services.store.ts';

/** The zoom levels that a tile service has. */
export interface Zooms {
  min: number;
  max: number;
}

/** Zoom levels of the tiles of every hosted service. */
export const ALL_ZOOMS: Zooms = TILE_ZOOMS;

/** A tile service that the caller may see: of layers, or of a package. */
export type TileSource = LayersSource | PackageSource;

/** A tile service that gives the tiles of a package. */
export interface PackageSource {
  kind: 'package';
  name: string;
  itemId: string;
  item: { access: string };
  file: PackageFile;
}

/** A tile service that draws layers. */
export interface LayersSource {
  kind: 'layers';
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
    return { kind: 'layers', service, item, zooms: ALL_ZOOMS };
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'SERVICE_NOT_FOUND') throw error;
    return published(portal, caller, name);
  }
}

async function published(portal: Portal, caller: Caller, name: string): Promise<TileSource> {
  const row = await tileServiceByName(portal.db, name);
  if (row === undefined) throw refuse('service-unknown', { name });
  const item = await visibleItem(portal, caller, { id: row.item_id, name });
  if (row.package_item_id !== null) return ofPackage(portal, row, item, row.package_item_id);
  if (row.source_item_id === null) throw refuse('service-unknown', { name });
  const [source, sourceItem] = [await serviceWithAllLayers(portal, row.source_item_id), await itemById(portal.db, row.source_item_id)];
  if (source === undefined || sourceItem === undefined) throw refuse('service-unknown', { name });
  const ready = { ...source, layers: source.layers.filter((layer) => layer.ready) };
  return {
    kind: 'layers',
    service: { ...asSeenBy(caller, ready, sourceItem), name: row.name, itemId: row.item_id },
    item,
    zooms: { min: row.min_zoom, max: row.max_zoom },
  };
}

async function ofPackage(
  portal: Portal,
  { name, item_id: itemId }: { name: string; item_id: string },
  item: { access: string },
  packageId: string,
): Promise<PackageSource> {
  const from = await itemById(portal.db, packageId);
  if (from === undefined || from.data_key === null) throw refuse('service-unknown', { name });
  return { kind: 'package', name, itemId, item, file: { key: from.data_key, name: from.name ?? from.title } };
}

async function visibleItem(portal: Portal, caller: Caller, { id, name }: { id: string; name: string }): ReturnType<typeof requireItem> {
  try {
    return await requireItem(portal, caller, id);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === 'ITEM_NOT_FOUND') throw refuse('service-unknown', { name });
    if (error.code === 'FORBIDDEN') throw caller.kind === 'anonymous' ? fail('TOKEN_REQUIRED') : refuse('service-forbidden', { name });
    throw error;
  }
}
