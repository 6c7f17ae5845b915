// What opens when a person chooses an item.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import { paths } from '../paths.ts';

type Openable = Pick<Item, 'id' | 'type' | 'url' | 'typeKeywords'>;

/** True for layers that the map viewer can draw. */
export function isHostedLayer(item: Openable): boolean {
  return item.type === 'Feature Service' && hasKeyword(item, TYPE_KEYWORDS.hostedService);
}

/** The map viewer for an item it can show, else undefined. */
export function mapViewerAddress(item: Openable): string | undefined {
  if (item.type === 'Web Map') return paths.mapViewer({ webmap: item.id });
  // there is nothing to draw of a service of tables
  if (isHostedLayer(item) && !hasKeyword(item, TYPE_KEYWORDS.table)) return paths.mapViewer({ layers: item.id });
  return undefined;
}
