// The hosted service behind an item.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import { describeLayers } from '@graticule/contract/services/feature-server';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { isHostedLayer } from '../../items/item-address.ts';

/** The name of our own service in the item's address. */
export function serviceOf(item: Item): string | undefined {
  if (!isHostedLayer(item) || !item.url) return undefined;
  const name = /\/rest\/services\/Hosted\/([^/]+)\/FeatureServer/i.exec(item.url)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** The whole address of a layer of our own service. */
export function layerAddress(item: Item, layerId: number): string | undefined {
  if (!isHostedLayer(item)) return undefined;
  const root = /^.*\/rest\/services\/Hosted\/[^/]+\/FeatureServer/i.exec(item.url ?? '')?.[0];
  return root === undefined ? undefined : `${root}/${layerId}`;
}

/** The whole address of our own vector tile service. */
export function tileServiceOf(item: Item): string | undefined {
  if (item.type !== 'Vector Tile Service' || !hasKeyword(item, TYPE_KEYWORDS.hostedService)) return undefined;
  return /^.*\/rest\/services\/Hosted\/[^/]+\/VectorTileServer/i.exec(item.url ?? '')?.[0];
}

/** Layers and tables of a service, as one entry of the cache. */
export function layersQuery(itemId: string, service: string) {
  return {
    queryKey: keys.itemPart(itemId, 'layers'),
    queryFn: () => call(describeLayers, { service }, { quiet: true }),
  };
}
