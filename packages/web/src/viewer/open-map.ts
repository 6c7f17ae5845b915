// Finds out what the viewer shows: a saved map, layers to look at, the map that was left, or a new one.
import { type ItemExtent, readExtent } from '@graticule/contract/content/extent';
import type { Item } from '@graticule/contract/content/item';
import { getItem, getItemData } from '@graticule/contract/content/items';
import { builtInBasemap, builtInKind } from '@graticule/contract/documents/basemaps';
import { viewpointOf } from '@graticule/contract/documents/viewpoint';
import { type Note, newWebMap, readWebMap, type WebMap } from '@graticule/contract/documents/web-map';
import { call } from '../api/call.ts';
import { keptMap } from './kept-map.ts';
import { layersOfItem } from './layers-of-item.ts';

/** What the address asks for. */
export interface MapRequest {
  webmap?: string | undefined;
  layers?: string | undefined;
  /** Where the map of `layers` starts: west, south, east, north in degrees. */
  extent?: string | undefined;
  useExisting?: boolean;
  /** Opens with the panel in which features are edited. */
  isEditing?: boolean;
  scheme: 'light' | 'dark';
}

/** What the viewer starts with. */
export interface OpenedMap {
  /** The item of a saved map. */
  item?: Item | undefined;
  document: WebMap;
  notes: Note[];
  /** Changes that were not saved when the page was left. */
  isRestored: boolean;
}

/** A name for what an address asks for, under which unsaved changes are kept. */
export const requestKey = ({ webmap, layers }: Pick<MapRequest, 'webmap' | 'layers'>): string =>
  webmap ?? (layers ? `layers:${layers}` : 'new');

/**
 * Opens what the address asks for.
 * @throws ApiError when an item is missing or not shared; NotAWebMap when its data is something else
 */
export async function openMap(request: MapRequest): Promise<OpenedMap> {
  const kept = keptMap(request.useExisting ? undefined : requestKey(request));
  if (request.useExisting && !request.webmap && !request.layers && kept) return restored(kept.document, undefined, request);
  if (request.webmap) {
    const [item, data] = await Promise.all([call(getItem, { id: request.webmap }), call(getItemData, { id: request.webmap })]);
    const read = readWebMap(typeof data === 'string' ? JSON.parse(data) : (data ?? {}));
    if (kept && kept.key === requestKey(request)) return { ...restored(kept.document, item, request), notes: read.notes };
    return { item, document: withView(withBasemap(read.map), item.extent), notes: read.notes, isRestored: false };
  }
  if (kept && kept.key === requestKey(request)) return restored(kept.document, undefined, request);
  return {
    document: request.layers ? await mapOfItem(request.layers, request) : newWebMap(location.origin, request.scheme),
    notes: [],

    isRestored: false,
  };
}

/** The built-in basemap as this portal has it: older maps name it without its layer, and others say where a portal was that has moved since. */
function withBasemap(map: WebMap): WebMap {
  const kind = builtInKind(map.baseMap);
  return kind === undefined ? map : { ...map, baseMap: { ...map.baseMap, ...builtInBasemap(kind, location.origin) } };
}

/** A map that does not say where it opens does so where its item lies. */
function withView(map: WebMap, extent: ItemExtent): WebMap {
  if (map.initialState?.viewpoint !== undefined || extent.length === 0) return map;
  return { ...map, initialState: { ...map.initialState, viewpoint: viewpointOf(extent) } };
}

function restored(document: unknown, item: Item | undefined, { scheme }: MapRequest): OpenedMap {
  const { map, notes } = readWebMap(document ?? newWebMap(location.origin, scheme));
  return { item, document: map, notes, isRestored: true };
}

async function mapOfItem(id: string, { scheme, extent }: MapRequest): Promise<WebMap> {
  const item = await call(getItem, { id });
  const layers = await layersOfItem(item);
  const map = { ...newWebMap(location.origin, scheme), operationalLayers: layers };
  const start = askedExtent(extent) ?? roomy(item.extent);
  return start.length === 0 ? map : { ...map, initialState: { viewpoint: viewpointOf(start) } };
}

/** With some ground around it: what lies at the edge would be cut. */
function roomy(extent: ItemExtent): ItemExtent {
  const [min, max] = extent;
  if (!min || !max || max[0] - min[0] > 180) return extent;
  const [x, y] = [(max[0] - min[0]) / 20, (max[1] - min[1]) / 20];
  return [
    [Math.max(-180, min[0] - x), Math.max(-90, min[1] - y)],
    [Math.min(180, max[0] + x), Math.min(90, max[1] + y)],
  ];
}

/** What makes no sense in an address counts as absent. */
function askedExtent(text: string | undefined): ItemExtent | undefined {
  try {
    const extent = readExtent(text ?? '');
    return extent.length === 0 ? undefined : extent;
  } catch {
    return undefined;
  }
}
