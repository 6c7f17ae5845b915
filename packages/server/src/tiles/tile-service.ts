// A hosted service as a vector tile service: its description, its style, and the names of its layers in the tiles.
import { bottomFirst } from '@graticule/contract/services/drawing-order';
import type { VectorTileServiceInfo } from '@graticule/contract/services/vector-tiles';
import { wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { resolution } from '@graticule/geo/project/tile-grid';
import { extentOfLayers, type HostedService, INTERFACE_VERSION } from '../features/index.ts';
import { styleLayers } from './style.ts';
import { labelLayers } from './style-labels.ts';
import { ALL_ZOOMS, type Zooms } from './tile-source.ts';
import type { TilePart } from './tiles.ts';

const TILE_PIXELS = 512;
const DPI = 96;
const METRES_PER_INCH = 0.0254;
/** The corner of the tile grid in the digits that clients compare it by, which are fewer than those of the square itself. */
const CORNER = 20037508.342787;

/** The layers of a service as parts of its tiles, without those that the caller may not read; equal names get their number. */
export function tileParts(service: HostedService): TilePart[] {
  const taken = new Set<string>();
  return service.layers
    .filter((layer) => layer.geometryType !== null && !layer.isClosed)
    .map((layer) => {
      const name = taken.has(layer.name) ? `${layer.name} ${layer.id}` : layer.name;
      taken.add(name);
      return { layer, name };
    });
}

/** What the root of every vector tile service of the portal says. */
export function tileServiceFacts({ name, itemId }: Pick<HostedService, 'name' | 'itemId'>, { min, max }: Zooms): VectorTileServiceInfo {
  return {
    currentVersion: INTERFACE_VERSION,
    name,
    copyrightText: '',
    capabilities: 'TilesOnly',
    type: 'indexedVector',
    defaultStyles: 'resources/styles',
    tiles: ['tile/{z}/{y}/{x}.pbf'],
    exportTilesAllowed: false,
    maxExportTilesCount: 0,
    minzoom: min,
    maxzoom: max,
    minLOD: min,
    maxLOD: max,
    serviceItemId: itemId,
  };
}

/** The root of the vector tile service. */
export function tileServiceInfo(service: HostedService, zooms: Zooms): VectorTileServiceInfo {
  // Clients ask for no tile beyond it: where the features of one layer are is not told to those who see only their own.
  const isTold = service.layers.every(({ onlyOf }) => onlyOf === undefined);
  const extent = extentOfLayers(isTold ? service.layers : []);
  return {
    ...tileServiceFacts(service, zooms),
    copyrightText: service.settings.copyrightText ?? '',
    initialExtent: extent,
    fullExtent: extent,
    ...tileGrid(zooms),
  };
}

/** What the root of every service in the square grid of Web Mercator says of it. */
export function tileGrid(zooms: Zooms): Record<string, unknown> {
  const lods = Array.from({ length: ALL_ZOOMS.max + 1 }, (_, level) => {
    const size = resolution(level, TILE_PIXELS);
    return { level, resolution: size, scale: (size * DPI) / METRES_PER_INCH };
  });
  return {
    minScale: lods[zooms.min]?.scale,
    maxScale: lods[zooms.max]?.scale,
    resourceInfo: STYLE_INFO,
    tileInfo: {
      rows: TILE_PIXELS,
      cols: TILE_PIXELS,
      dpi: DPI,
      format: 'pbf',
      origin: { x: -CORNER, y: CORNER },
      spatialReference: wireSpatialReference(3857),
      lods,
    },
  };
}

/** Version of the styles and compression of the tiles. */
export const STYLE_INFO = {
  styleVersion: 8,
  tileCompression: 'gzip',
  cacheInfo: { storageInfo: { packetSize: 128, storageFormat: 'compactV2' } },
} as const;

/** The style, with addresses relative to `resources/styles`. `pictures` are those that the sprite has; labels lie over all layers. */
export function tileServiceStyle(service: HostedService, pictures: ReadonlySet<string>): Record<string, unknown> {
  const kinds = tileParts(service).map((part) => ({ ...part, geometryType: part.layer.geometryType }));
  const parts = bottomFirst(kinds);
  return {
    version: 8,
    sprite: '../sprites/sprite',
    glyphs: '../fonts/{fontstack}/{range}.pbf',
    sources: { esri: { type: 'vector', url: '../../' } },
    layers: [
      ...parts.flatMap(({ layer, name }) => styleLayers(layer, name, pictures)),
      ...parts.flatMap(({ layer, name }) => labelLayers(layer, name)),
    ],
  };
}
