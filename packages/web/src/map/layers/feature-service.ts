// Layers of feature services: hosted ones as vector tiles, others as features that are fetched in pages.
import { type Bounds, extentBounds } from '@graticule/contract/documents/viewpoint';
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import type * as GeoJSON from 'geojson';
import type { SourceSpecification } from 'maplibre-gl';
import { readWhere } from '../symbols/where-filter.ts';
import { boundsOf } from './data-bounds.ts';
import type { FeatureAccess, FeatureField, LayerAdapter, LayerContext, LoadedFeature, OpenedLayer } from './layer-adapter.ts';
import { drawnFields, kindOf, rendererOf, vectorLayers } from './vector-drawing.ts';

/** As many features of a foreign service as a page can hold. */
export const MOST_FEATURES = 10_000;
/** The name of the one layer in a tile of a hosted layer. */
const TILE_LAYER = 'features';
const DEEPEST_TILE = 14;

/** What is read of a layer's description. */
export interface LayerDescription {
  name?: string;
  type?: string;
  geometryType?: string;
  objectIdField?: string;
  displayField?: string;
  copyrightText?: string;
  extent?: unknown;
  fields?: { name: string; alias?: string; type?: string; domain?: { codedValues?: { name: string; code: string | number }[] } | null }[];
  drawingInfo?: { renderer?: unknown; labelingInfo?: unknown };
  editingInfo?: { lastEditDate?: number };
  minScale?: number;
  maxScale?: number;
  maxRecordCount?: number;
}

/** The address of the layer without query and with its number. */
export function layerAddress(url: string): string {
  const plain = url.split(/[?#]/)[0]?.replace(/\/+$/, '') ?? url;
  return /\/\d+$/.test(plain) ? plain : `${plain}/0`;
}

/** Whether tiles of the layer can be had from the portal itself. */
export function isHosted(url: string, portalOrigin: string): boolean {
  try {
    const address = new URL(url, portalOrigin);
    return address.origin === portalOrigin && /\/rest\/services\/Hosted\/[^/]+\/FeatureServer(\/|$)/i.test(address.pathname);
  } catch {
    return false;
  }
}

/** Feature layers by their address. */
export const featureServiceAdapter: LayerAdapter = {
  handles: (layer) => layer.layerType === 'ArcGISFeatureLayer' && Boolean(layer.url),
  async open(layer, context) {
    const url = layerAddress(context.localAddress(layer.url ?? ''));
    const info = (await context.fetchLayer(`${url}?f=json`)) as LayerDescription;
    if (!info.geometryType) throw new Error('This is a table: it has nothing to draw');
    const found: Found = { url, info, bounds: extentBounds(info.extent) ?? (await askedBounds(url, info, context)) };
    return tilesSuffice(layer, url, context) ? openTiles(found, context) : openFeatures(layer, found, context);
  },
};

/** A layer that was found: its address, what it says of itself, and where it is in degrees. */
interface Found {
  url: string;
  info: LayerDescription;
  bounds: Bounds | undefined;
}

/** The rectangle of a layer that speaks another reference system, from its service; undefined where the service does not tell. */
async function askedBounds(url: string, info: LayerDescription, context: LayerContext): Promise<Bounds | undefined> {
  if (info.extent === undefined || info.extent === null) return undefined;
  const query = new URLSearchParams({ where: '1=1', returnExtentOnly: 'true', outSR: '4326', f: 'json' });
  // A layer that does not say where it is can be drawn all the same.
  const reply = await context.fetchLayer(`${url}/query?${query}`).catch(() => undefined);
  return extentBounds((reply as { extent?: unknown } | undefined)?.extent);
}

/** A filter that only the server understands needs its answer instead of tiles. */
const tilesSuffice = (layer: OperationalLayer, url: string, context: LayerContext): boolean =>
  isHosted(url, context.portalOrigin) && readWhere(layer.layerDefinition?.definitionExpression ?? '') !== null;

function openTiles(found: Found, context: LayerContext): OpenedLayer {
  const { url, info, bounds } = found;
  const opened = common(found, context);
  return {
    ...opened,
    draw(layer) {
      const renderer = rendererOf(layer, info.drawingInfo?.renderer, opened.kind);
      const where = layer.layerDefinition?.definitionExpression ?? '';
      const filter = readWhere(where) ?? undefined;
      const known = new Set((info.fields ?? []).map((field) => field.name));
      const wanted = [...drawnFields(layer, renderer, info.drawingInfo?.labelingInfo, info.fields), ...fieldsIn(filter)];
      const fields = [...new Set(wanted)].filter((name) => known.has(name)).sort();
      const query = new URLSearchParams({
        // Without a name tiles carry every field; the object id is in them anyway.
        fields: fields.length > 0 ? fields.join(',') : (info.objectIdField ?? 'objectid'),
        v: String(info.editingInfo?.lastEditDate ?? 0),
      });
      const source: SourceSpecification = {
        type: 'vector',
        tiles: [`${new URL(url, context.portalOrigin).href}/tiles/{z}/{x}/{y}.pbf?${query}`],
        maxzoom: DEEPEST_TILE,
        ...(bounds && bounds[0][0] < bounds[1][0] ? { bounds: [...bounds[0], ...bounds[1]] as [number, number, number, number] } : {}),
      };
      const drawing = {
        source: layer.id,
        sourceLayer: TILE_LAYER,
        kind: opened.kind,
        renderer,
        fields: info.fields,
        ...(filter ? { filter } : {}),
      };
      return {
        sources: { [layer.id]: source },
        layers: vectorLayers(layer, { ...drawing, ownLabels: info.drawingInfo?.labelingInfo, ownScales: info }),
      };
    },
  };
}

/** Names of the fields that a filter reads. */
function fieldsIn(expression: unknown): string[] {
  if (!Array.isArray(expression)) return [];
  if (expression[0] === 'get' && typeof expression[1] === 'string') return [expression[1]];
  return expression.flatMap(fieldsIn);
}

async function openFeatures(layer: OperationalLayer, found: Found, context: LayerContext): Promise<OpenedLayer> {
  const { url, info } = found;
  const data = await fetchFeatures(url, layer.layerDefinition?.definitionExpression || '1=1', info, context);
  const address = context.keepInline(layer.id, data);
  const opened = common({ ...found, bounds: found.bounds ?? boundsOf(data) }, context);
  return {
    ...opened,
    draw(now) {
      const renderer = rendererOf(now, info.drawingInfo?.renderer, opened.kind);
      const source: SourceSpecification = { type: 'geojson', data: address };
      return {
        sources: { [now.id]: source },
        layers: vectorLayers(now, {
          source: now.id,
          kind: opened.kind,
          renderer,
          fields: info.fields,
          ownLabels: info.drawingInfo?.labelingInfo,
          ownScales: info,
        }),
      };
    },
  };
}

type FeaturePage = GeoJSON.FeatureCollection & { exceededTransferLimit?: boolean; properties?: { exceededTransferLimit?: boolean } };

async function fetchFeatures(
  url: string,
  where: string,
  info: LayerDescription,
  context: LayerContext,
): Promise<GeoJSON.FeatureCollection> {
  const features: GeoJSON.Feature[] = [];
  for (;;) {
    const query = new URLSearchParams({ where, outFields: '*', outSR: '4326', f: 'geojson', resultOffset: String(features.length) });
    const page = (await context.fetchLayer(`${url}/query?${query}`)) as FeaturePage;
    if (!Array.isArray(page.features)) throw new Error('The service did not answer with features');
    const idField = info.objectIdField;
    for (const feature of page.features)
      features.push(idField ? { ...feature, id: Number(feature.properties?.[idField] ?? feature.id) } : feature);
    const more = page.exceededTransferLimit ?? page.properties?.exceededTransferLimit ?? false;
    if (!more || page.features.length === 0 || features.length >= MOST_FEATURES) break;
  }
  return { type: 'FeatureCollection', features };
}

function common({ url, info, bounds }: Found, context: LayerContext) {
  const kind = kindOf(info.geometryType);
  return {
    kind,
    renderer: (layer: OperationalLayer) => rendererOf(layer, info.drawingInfo?.renderer, kind),
    ...(bounds ? { bounds } : {}),
    ...(info.copyrightText ? { attribution: info.copyrightText } : {}),
    features: featureAccess(url, info, context),
  };
}

/** Fields as pop-ups need them. */
export function popupFields(fields: LayerDescription['fields']): FeatureField[] {
  return (fields ?? []).map((field) => {
    const codes = field.domain?.codedValues;
    return {
      name: field.name,
      alias: field.alias ?? field.name,
      type: field.type ?? 'esriFieldTypeString',
      ...(codes ? { codes: new Map(codes.map(({ code, name }) => [String(code), name])) } : {}),
    };
  });
}

function featureAccess(url: string, info: LayerDescription, context: LayerContext): FeatureAccess {
  const objectIdField = info.objectIdField ?? 'objectid';
  return {
    fields: popupFields(info.fields),
    objectIdField,
    ...(info.displayField ? { displayField: info.displayField } : {}),
    async load(id, drawn): Promise<LoadedFeature> {
      if (id === undefined) return drawn;
      const query = new URLSearchParams({ objectIds: String(id), outFields: '*', outSR: '4326', f: 'geojson' });
      const reply = (await context.fetchLayer(`${url}/query?${query}`)) as GeoJSON.FeatureCollection;
      const feature = reply.features?.[0];
      return feature ? { attributes: feature.properties ?? {}, geometry: feature.geometry } : drawn;
    },
  };
}
