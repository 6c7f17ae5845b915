// The layers a web map draws, which must be shared too before others see more than the base map.
import type { Item, ItemAccess } from '@graticule/contract/content/item';
import { getItem, getItemData } from '@graticule/contract/content/items';
import { itemType } from '@graticule/contract/item-types/classify';
import { call } from '../api/call.ts';
import type { ShareLevel } from './apply-sharing.ts';

/** How many layers of a map are looked at. */
const MOST_LAYERS = 30;
const WIDTH: Readonly<Record<ShareLevel, number>> = { private: 0, org: 1, public: 2 };

/** The level that an access stands for: shared with groups alone is private here. */
export function levelOf(access: ItemAccess | undefined): ShareLevel {
  return access === 'org' || access === 'public' ? access : 'private';
}

/** Whether items of the type draw others. */
export function drawsLayers(type: string): boolean {
  return itemType(type).name === 'Web Map';
}

/** The items of the map's layers that the caller may see, each once. */
export async function loadDrawnLayers(mapId: string): Promise<Item[]> {
  const ids = layerItemIds(await call(getItemData, { id: mapId })).slice(0, MOST_LAYERS);
  const found = await Promise.all(ids.map((id) => call(getItem, { id }, { quiet: true }).catch(() => undefined)));
  return found.filter((item) => item !== undefined);
}

/** Ids of the items named by operational layers and tables, groups of layers included. */
export function layerItemIds(map: unknown): string[] {
  const ids = new Set<string>();
  const visit = (layers: unknown): void => {
    for (const layer of Array.isArray(layers) ? layers : []) {
      if (typeof layer?.itemId === 'string' && /^[0-9a-f]{32}$/i.test(layer.itemId)) ids.add(layer.itemId);
      visit(layer?.layers);
    }
  };
  const { operationalLayers, tables } = (map ?? {}) as { operationalLayers?: unknown; tables?: unknown };
  visit(operationalLayers);
  visit(tables);
  return [...ids];
}

/** The layers that some who may see the map could not see. */
export function hiddenLayers(layers: readonly Item[], level: ShareLevel, addsGroups: boolean): Item[] {
  return layers.filter((layer) => {
    const width = WIDTH[levelOf(layer.access)];
    return width < WIDTH[level] || (addsGroups && width === 0);
  });
}

/** The wider of two levels: sharing a layer for a map never takes it from anybody. */
export function wider(one: ShareLevel, other: ShareLevel): ShareLevel {
  return WIDTH[one] >= WIDTH[other] ? one : other;
}
