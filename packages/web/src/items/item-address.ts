// What opens when a person chooses an item.

import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { paths } from '../paths.ts';

type Openable = Pick<Item, 'id' | 'type' | 'url' | 'typeKeywords'>;

/** True for layers that the map viewer can draw. */
export function isHostedLayer(item: Openable): boolean {
  return item.type === 'Feature Service' && item.typeKeywords.includes('Hosted Service');
}

/** The map viewer for an item it can show, else undefined. */
export function mapViewerAddress(item: Openable): string | undefined {
  if (item.type === 'Web Map') return paths.mapViewer({ webmap: item.id });
  if (isHostedLayer(item)) return paths.mapViewer({ layers: item.id });
  return undefined;
}

/** A web address of the item itself, for types that are one. */
export function externalAddress(item: Openable): string | undefined {
  const opensItself = itemType(item.type).openIn.includes('appViewer');
  return opensItself && item.url && /^https?:\/\//i.test(item.url) ? item.url : undefined;
}
