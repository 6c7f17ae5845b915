// TileJSON 3.0.0: where tiles are, at which levels, and which layers with which attributes they hold.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { FieldType } from '@graticule/contract/services/layer';
import type { TileJson, TileJsonLayer } from '@graticule/contract/services/vector-tiles';
import type { TilePackage } from '@graticule/geo/tiles/tile-package';
import { degreesOf, type HostedLayer, type HostedService, serviceUrl, tileTable } from '../features/index.ts';
import { cleanHtml } from '../platform/clean-html.ts';
import { packageExtent, packageServiceInfo, packageSourceLayers } from './package-service.ts';
import { tileParts } from './tile-service.ts';
import { ALL_ZOOMS, type Zooms } from './tile-source.ts';
import { LAYER_NAME, type TilePart } from './tiles.ts';

/** Of one layer of a feature service. @throws QUERY_OFF, FILE_NOT_FOUND for tables */
export function layerTileJson(service: HostedService, layer: HostedLayer, baseUrl: string): TileJson {
  if (layer.geometryType === null) throw refuse('tiles-of-table', { layer: layer.name });
  return {
    ...head(layer.name, layer.definition.description, layer.definition.copyrightText ?? service.settings.copyrightText),
    tiles: [`${serviceUrl(baseUrl, service.name)}/${layer.id}/tiles/{z}/{x}/{y}.pbf`],
    ...levels(ALL_ZOOMS),
    ...boundsOf([layer]),
    vector_layers: [layerOfTiles({ layer, name: LAYER_NAME }, ALL_ZOOMS)],
  };
}

/** Of all layers of a service that the caller may read. */
export function serviceTileJson(service: HostedService, zooms: Zooms, baseUrl: string): TileJson {
  const parts = tileParts(service);
  return {
    ...head(service.name, service.settings.serviceDescription, service.settings.copyrightText),
    tiles: [tilesOfService(baseUrl, service.name)],
    ...levels(zooms),
    ...boundsOf(parts.map(({ layer }) => layer)),
    vector_layers: parts.map((part) => layerOfTiles(part, zooms)),
  };
}

/** Of a package. It does not say which attributes its tiles have; its style names their layers. */
export async function packageTileJson(found: TilePackage, name: string, baseUrl: string): Promise<TileJson> {
  const zooms = { min: found.minZoom, max: found.maxZoom };
  const extent = packageExtent(found);
  return {
    ...head(name, undefined, packageServiceInfo(found, { name, itemId: '' }).copyrightText),
    tiles: [tilesOfService(baseUrl, name)],
    ...levels(zooms),
    ...(extent === undefined ? {} : whole(extent as [number, number, number, number])),
    vector_layers: (await packageSourceLayers(found)).map((id) => ({ id, ...levels(zooms), fields: {} })),
  };
}

function head(name: string, description: string | undefined, attribution: string | undefined) {
  return {
    tilejson: '3.0.0' as const,
    name,
    ...(description ? { description } : {}),
    // Maps show it as markup, in pages of others too.
    ...(attribution ? { attribution: cleanHtml(attribution) } : {}),
    scheme: 'xyz' as const,
  };
}

function levels({ min, max }: Zooms): { minzoom: number; maxzoom: number } {
  return { minzoom: min, maxzoom: max };
}

function tilesOfService(baseUrl: string, name: string): string {
  return `${baseUrl}/rest/services/Hosted/${name}/VectorTileServer/tile/{z}/{y}/{x}.pbf`;
}

function layerOfTiles({ layer, name }: TilePart, zooms: Zooms): TileJsonLayer {
  const { description } = layer.definition;
  // What is read for a tile, so that nothing is named that the tiles do not tell.
  const { fields } = tileTable(layer, zooms.max);
  return {
    id: name,
    ...(description ? { description } : {}),
    ...levels(zooms),
    fields: Object.fromEntries(fields.map((field) => [field.name, NUMBERS.has(field.type) ? 'Number' : 'String'])),
  };
}

/** Types whose values are numbers in tiles; dates are milliseconds there. */
const NUMBERS: ReadonlySet<FieldType> = new Set([
  'esriFieldTypeOID',
  'esriFieldTypeSmallInteger',
  'esriFieldTypeInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeSingle',
  'esriFieldTypeDouble',
  'esriFieldTypeDate',
]);

/** Where the layers are. Clients ask for no tile beyond it, so it is not said where one layer has features whose place is not told. */
function boundsOf(layers: readonly HostedLayer[]): Pick<TileJson, 'bounds'> {
  const boxes = layers.flatMap(({ extent }) => (extent === null ? [] : [degreesOf(extent)]));
  if (boxes.length === 0 || layers.some(({ onlyOf }) => onlyOf !== undefined)) return {};
  const [west, south, east, north] = [0, 1, 2, 3].map((side) => boxes.map((box) => box[side] ?? 0));
  return whole([Math.min(...(west ?? [])), Math.min(...(south ?? [])), Math.max(...(east ?? [])), Math.max(...(north ?? []))]);
}

const STEPS_OF_DEGREE = 1e6;
/** The square of Web Mercator. */
const NORTHERNMOST = 85.051129;

/** A little larger, so that a single point on the side of a tile lies inside; never beyond the map. */
function whole([west, south, east, north]: [number, number, number, number]): Pick<TileJson, 'bounds'> {
  const below = (degrees: number): number => (Math.floor(degrees * STEPS_OF_DEGREE) - 1) / STEPS_OF_DEGREE;
  const above = (degrees: number): number => (Math.ceil(degrees * STEPS_OF_DEGREE) + 1) / STEPS_OF_DEGREE;
  const bounds: [number, number, number, number] = [
    Math.max(-180, below(west)),
    Math.max(-NORTHERNMOST, below(south)),
    Math.min(180, above(east)),
    Math.min(NORTHERNMOST, above(north)),
  ];
  return bounds[0] < bounds[2] && bounds[1] < bounds[3] ? { bounds } : {};
}
