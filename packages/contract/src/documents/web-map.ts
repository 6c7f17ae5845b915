// The web map document: reads any web map of version 2, keeps what it does not know, and says what that was.
import { z } from 'zod';
import { BUILT_IN_BASEMAPS, builtInBasemap } from './basemaps.ts';
import type { PopupInfo } from './popup-info.ts';
import { isDrawnRenderer, type WebMapDrawingInfo } from './renderer.ts';
import { type Viewpoint, WEB_MERCATOR } from './viewpoint.ts';

/** What a layer of a map changes about the layer it shows. */
export interface LayerDefinition {
  drawingInfo?: WebMapDrawingInfo;
  definitionExpression?: string | null;
  minScale?: number;
  maxScale?: number;
  [more: string]: unknown;
}

/** One entry of the layer list. */
export interface OperationalLayer {
  id: string;
  title: string;
  layerType?: string;
  url?: string;
  itemId?: string;
  visibility?: boolean;
  /** 0 to 1 */
  opacity?: number;
  /** Denominators: drawn only at larger scales than `minScale` and smaller ones than `maxScale`; 0 is no limit. */
  minScale?: number;
  maxScale?: number;
  layerDefinition?: LayerDefinition;
  popupInfo?: PopupInfo;
  disablePopup?: boolean;
  showLegend?: boolean;
  showLabels?: boolean;
  refreshInterval?: number;
  styleUrl?: string;
  templateUrl?: string;
  subDomains?: string[];
  copyright?: string;
  featureCollection?: { layers?: FeatureCollectionLayer[]; [more: string]: unknown };
  /** Members of a group layer, drawn bottom first. */
  layers?: OperationalLayer[];
  [more: string]: unknown;
}

/** A layer stored inside the map. */
export interface FeatureCollectionLayer {
  layerDefinition?: LayerDefinition & {
    geometryType?: string;
    objectIdField?: string;
    fields?: { name: string; alias?: string; type?: string }[];
  };
  featureSet?: {
    features?: { attributes?: Record<string, unknown>; geometry?: unknown }[];
    geometryType?: string;
    spatialReference?: unknown;
  };
  popupInfo?: PopupInfo;
  [more: string]: unknown;
}

/** The map below the layers; `builtInKind` tells whether it is one that every portal has. */
export interface BaseMap {
  id?: string;
  title: string;
  baseMapLayers: (Omit<OperationalLayer, 'title'> & { title?: string; isReference?: boolean })[];
  [more: string]: unknown;
}

/** A named view. */
export interface Bookmark {
  name?: string;
  extent?: Record<string, unknown>;
  viewpoint?: Viewpoint;
  [more: string]: unknown;
}

/** A web map. Members that are not named here are kept as they came. */
export interface WebMap {
  operationalLayers: OperationalLayer[];
  baseMap: BaseMap;
  spatialReference: { wkid?: number; latestWkid?: number; [more: string]: unknown };
  version: string;
  initialState?: { viewpoint?: Viewpoint; [more: string]: unknown };
  bookmarks?: Bookmark[];
  [more: string]: unknown;
}

/** Something of the document that the portal does not show; the document keeps it. */
export interface Note {
  code: 'layer-type' | 'renderer' | 'projection' | 'layer' | 'version';
  /** Title of the layer concerned. */
  layer?: string;
  /** The word or number that was not understood. */
  detail: string;
}

/** Types of layers that the map viewer draws. */
export const DRAWN_LAYER_TYPES = [
  'ArcGISFeatureLayer',
  'VectorTileLayer',
  'ArcGISTiledMapServiceLayer',
  'ArcGISMapServiceLayer',
  'WebTiledLayer',
  'OpenStreetMap',
  'GeoJSON',
  'GroupLayer',
] as const;

/** The version that new maps are written in. */
export const WEB_MAP_VERSION = '2.31';

const layerSchema: z.ZodType<OperationalLayer> = z.lazy(() =>
  z.looseObject({
    id: z.coerce.string().min(1),
    title: z.string().catch(''),
    layerType: z.string().optional().catch(undefined),
    url: z.string().optional().catch(undefined),
    itemId: z.string().optional().catch(undefined),
    visibility: z.boolean().optional().catch(undefined),
    opacity: z.number().min(0).max(1).optional().catch(undefined),
    layers: z.array(layerSchema).optional().catch(undefined),
    popupInfo: z.looseObject({}).optional().catch(undefined),
    layerDefinition: z.looseObject({}).optional().catch(undefined),
  }),
);

const mapSchema = z.looseObject({
  operationalLayers: z.array(z.unknown()).optional().catch([]),
  baseMap: z
    .looseObject({ title: z.string().catch(''), baseMapLayers: z.array(z.looseObject({ id: z.coerce.string() })).catch([]) })
    .optional()
    .catch(undefined),
  spatialReference: z.looseObject({}).optional().catch(undefined),
  version: z.coerce.string().optional(),
  bookmarks: z.array(z.looseObject({})).optional().catch(undefined),
});

/** Thrown when a value is not a web map at all. */
export class NotAWebMap extends Error {}

/**
 * Reads a stored web map.
 * @throws NotAWebMap when the value is not an object
 */
export function readWebMap(value: unknown): { map: WebMap; notes: Note[] } {
  const parsed = mapSchema.safeParse(value);
  if (!parsed.success) throw new NotAWebMap('The data is not a web map');
  const notes: Note[] = [];
  const raw = parsed.data;
  const layers = (raw.operationalLayers ?? []).flatMap((entry, i) => readLayer(entry, i, notes));
  const map = {
    ...raw,
    operationalLayers: uniqueIds(layers),
    baseMap: raw.baseMap ?? { id: BUILT_IN_BASEMAPS.light, title: 'Light', baseMapLayers: [] },
    spatialReference: raw.spatialReference ?? { ...WEB_MERCATOR },
    version: raw.version ?? WEB_MAP_VERSION,
  } as WebMap;
  if (!/^[12](\.|$)/.test(map.version)) notes.push({ code: 'version', detail: map.version });
  const wkid = map.spatialReference.wkid;
  if (wkid !== undefined && ![102100, 3857, 4326].includes(wkid)) notes.push({ code: 'projection', detail: String(wkid) });
  return { map, notes };
}

/** A map with nothing on it. `portalUrl` is the address of the portal, by which other clients find its basemap. */
export function newWebMap(portalUrl: string, scheme: 'light' | 'dark' = 'light'): WebMap {
  return {
    operationalLayers: [],
    baseMap: builtInBasemap(scheme, portalUrl),
    spatialReference: { ...WEB_MERCATOR },
    authoringApp: 'Graticule',
    authoringAppVersion: '0.1',
    version: WEB_MAP_VERSION,
  };
}

/** Layers in drawing order with those inside groups, bottom first. */
export function flattenLayers(layers: readonly OperationalLayer[]): OperationalLayer[] {
  return layers.flatMap((layer) => (layer.layerType === 'GroupLayer' ? flattenLayers(layer.layers ?? []) : [layer]));
}

function readLayer(entry: unknown, index: number, notes: Note[]): OperationalLayer[] {
  const withId = typeof entry === 'object' && entry !== null && !('id' in entry) ? { ...entry, id: `layer-${index}` } : entry;
  const parsed = layerSchema.safeParse(withId);
  if (!parsed.success) {
    notes.push({ code: 'layer', detail: String(index + 1) });
    return [];
  }
  const layer = parsed.data;
  if (layer.layerType === undefined && layer.url && /\/FeatureServer\/\d+/i.test(layer.url)) layer.layerType = 'ArcGISFeatureLayer';
  noteUnknown(layer, notes);
  return [layer];
}

function noteUnknown(layer: OperationalLayer, notes: Note[]): void {
  const type = layer.layerType ?? (layer.featureCollection ? 'ArcGISFeatureLayer' : '');
  if (!(DRAWN_LAYER_TYPES as readonly string[]).includes(type)) notes.push({ code: 'layer-type', layer: layer.title, detail: type || '?' });
  const renderer = layer.layerDefinition?.drawingInfo?.renderer;
  if (renderer && !isDrawnRenderer(renderer)) notes.push({ code: 'renderer', layer: layer.title, detail: String(renderer.type) });
  for (const member of layer.layers ?? []) noteUnknown(member, notes);
}

/** Two entries with one id could not be told apart by commands. */
function uniqueIds(layers: OperationalLayer[]): OperationalLayer[] {
  const seen = new Set<string>();
  return layers.map((layer) => {
    let id = layer.id;
    for (let n = 2; seen.has(id); n++) id = `${layer.id}-${n}`;
    seen.add(id);
    return id === layer.id ? layer : { ...layer, id };
  });
}
