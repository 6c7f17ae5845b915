// How many features a layer has and where they are, from what is kept of it.
import type { WireExtent } from '@graticule/contract/services/layer';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { LayerAddress } from './admin.ts';
import { requireReadable } from './own-rows.ts';
import { countRecords } from './query/query.store.ts';
import { momentOf } from './query/query.ts';
import { wireExtent } from './service.view.ts';
import { findLayer } from './services.ts';
import { measuredLayer } from './views/measured.ts';

/** Number and extent; where the caller sees only own features their number alone, counted. */
export async function estimatesOf(portal: Portal, caller: Caller, address: LayerAddress): Promise<{ count: number; extent?: WireExtent }> {
  const { service, layer: found } = await findLayer(portal, caller, address);
  const layer = await measuredLayer(portal, service, found);
  requireReadable(layer);
  if (layer.onlyOf !== undefined) {
    const everything = { condition: null, objectIds: null, spatial: null };
    return { count: await countRecords(portal.database, { layer, filter: everything, moment: momentOf(portal, caller) }) };
  }
  const { extent, toldExtent } = layer;
  const isKnown = extent !== null && toldExtent !== undefined;
  return { count: layer.rowCount, ...(isKnown ? { extent: wireExtent(toldExtent.box, toldExtent.srid) } : {}) };
}
