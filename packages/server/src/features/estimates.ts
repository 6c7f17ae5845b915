// How many features a layer has and where they are, from what is kept of it.
import type { WireExtent } from '@graticule/contract/services/layer';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { LayerAddress } from './admin.ts';
import { requireReadable } from './own-rows.ts';
import { countRecords } from './query/query.store.ts';
import { momentOf } from './query/query.ts';
import { extentOfLayers } from './service.view.ts';
import { findLayer } from './services.ts';
import { measuredLayer } from './views/measured.ts';

/** Number and extent; where the caller sees only own features their number alone, counted. */
export async function estimatesOf(portal: Portal, caller: Caller, address: LayerAddress): Promise<{ count: number; extent?: WireExtent }> {
  const layer = await measuredLayer(portal, (await findLayer(portal, caller, address)).layer);
  requireReadable(layer);
  if (layer.onlyOf !== undefined) {
    const everything = { condition: null, objectIds: null, spatial: null };
    return { count: await countRecords(portal.database, layer, everything, momentOf(portal, caller)) };
  }
  return { count: layer.rowCount, ...(layer.geometryType === null || layer.extent === null ? {} : { extent: extentOfLayers([layer]) }) };
}
