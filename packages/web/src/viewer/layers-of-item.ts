// The layers that an item puts on a map.
import type { Item } from '@graticule/contract/content/item';
import { getItemData } from '@graticule/contract/content/items';
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import { bottomFirst } from '@graticule/contract/services/drawing-order';
import type { FeatureServiceInfo } from '@graticule/contract/services/layer';
import { call } from '../api/call.ts';
import { fetchLayer } from './fetch-layer.ts';

/** Types of items that can be put on a map. */
export const LAYER_TYPES = ['Feature Service', 'Map Service', 'Image Service', 'Vector Tile Service', 'GeoJson'] as const;

const PICTURE_TYPE: Readonly<Record<string, string>> = {
  'Map Service': 'ArcGISMapServiceLayer',
  'Image Service': 'ArcGISImageServiceLayer',
};

/** Ids within a map need only differ from each other. */
const newId = (): string => crypto.randomUUID().slice(0, 12);

/**
 * The layers of an item, bottom first; tables are left out.
 * @throws Error when the service cannot be read or has nothing to draw
 */
export async function layersOfItem(item: Item): Promise<OperationalLayer[]> {
  const url = item.url?.replace(/\/+$/, '');
  const base = { id: newId(), title: item.title, itemId: item.id, visibility: true, opacity: 1 };
  if (item.type === 'GeoJson')
    return [{ ...base, layerType: 'GeoJSON', url: `${location.origin}/sharing/rest/content/items/${item.id}/data` }];
  if (!url) throw new Error(`${item.title} has no address`);
  if (item.type === 'Vector Tile Service')
    return [{ ...base, layerType: 'VectorTileLayer', styleUrl: `${url}/resources/styles/root.json` }];
  const picture = PICTURE_TYPE[item.type];
  if (picture) return [{ ...base, layerType: picture, url }];
  if (/\/\d+$/.test(url)) return [{ ...base, layerType: 'ArcGISFeatureLayer', url, showLabels: true }];
  return serviceLayers(item, url);
}

/** What a hosted layer's item may say about its layers: drawing and pop-ups chosen on the item page. */
interface LayerSettings {
  layers?: { id: number; popupInfo?: OperationalLayer['popupInfo']; layerDefinition?: OperationalLayer['layerDefinition'] }[];
}

async function serviceLayers(item: Item, url: string): Promise<OperationalLayer[]> {
  const isOurs = new URL(url).host === location.host;
  const [info, data] = await Promise.all([
    fetchLayer(`${isOurs ? new URL(url).pathname : url}?f=json`) as Promise<FeatureServiceInfo>,
    call(getItemData, { id: item.id }).catch(() => undefined),
  ]);
  const settings = (typeof data === 'object' && data !== null ? data : {}) as LayerSettings;
  const listed = info.layers ?? [];
  // Another server's authors may have meant the order.
  const layers = (isOurs ? bottomFirst(listed) : [...listed].reverse()).map((layer): OperationalLayer => {
    const own = settings.layers?.find((each) => each.id === layer.id);
    return {
      id: newId(),
      title: info.layers.length === 1 ? item.title : `${item.title} – ${layer.name}`,
      layerType: 'ArcGISFeatureLayer',
      url: `${url}/${layer.id}`,
      itemId: item.id,
      visibility: layer.defaultVisibility ?? true,
      opacity: 1,
      // Labels of the service are drawn in a map only where it says so.
      showLabels: true,
      ...(own?.popupInfo ? { popupInfo: own.popupInfo } : {}),
      ...(own?.layerDefinition ? { layerDefinition: own.layerDefinition } : {}),
    };
  });
  if (layers.length === 0) throw new Error(`${item.title} has no layers to draw`);
  return layers;
}
