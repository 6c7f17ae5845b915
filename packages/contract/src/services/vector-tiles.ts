// Endpoints that give hosted layers as vector tiles: our own per layer, and a VectorTileServer per service.
import { endpoint } from '../endpoint.ts';
import { flag, text } from '../param.ts';
import { TILE_PARAMS } from './feature-server.ts';

const VTS = '/rest/services/Hosted/:service/VectorTileServer';

/** Zoom levels at which tiles of hosted layers can be asked for. */
export const TILE_ZOOMS = { min: 0, max: 18 } as const;

/** A tile of one layer; `y` ends in `.pbf`. The tile's layer is named `features`. */
export const layerTile = endpoint<Uint8Array>()('/rest/services/Hosted/:service/FeatureServer/:layer/tiles/:z/:x/:y', TILE_PARAMS, {
  manner: 'file',
  summary: 'A vector tile of a hosted layer',
});

/** What tiles there are and what they hold. @source TileJSON 3.0.0 */
export interface TileJson {
  tilejson: '3.0.0';
  name: string;
  description?: string;
  /** May hold markup, which is cleaned: maps show it as it is. */
  attribution?: string;
  scheme: 'xyz';
  /** Whole addresses with `{z}`, `{x}` and `{y}`, in whatever order the service has them. */
  tiles: [string];
  minzoom: number;
  maxzoom: number;
  /** West, south, east and north in degrees; left out where they are not known or not told. */
  bounds?: [number, number, number, number];
  vector_layers: TileJsonLayer[];
}

/** A layer of the tiles. */
export interface TileJsonLayer {
  /** Its name in the tiles. */
  id: string;
  description?: string;
  minzoom: number;
  maxzoom: number;
  /** Kind of value by the name of the attribute; empty where a package does not say it. */
  fields: Record<string, 'Number' | 'String'>;
}

/** Beside the folder of the tiles, and named as it is. Failures have a real status, as those of the tiles. */
export const layerTileJson = endpoint<TileJson>()(
  '/rest/services/Hosted/:service/FeatureServer/:layer/tiles.json',
  {},
  { manner: 'file', summary: 'The tiles of a hosted layer as TileJSON' },
);

/** The root of a vector tile service. */
export interface VectorTileServiceInfo {
  currentVersion: number;
  name: string;
  copyrightText: string;
  capabilities: 'TilesOnly';
  type: 'indexedVector';
  defaultStyles: string;
  tiles: string[];
  /** Of services of items. */
  serviceItemId?: string;
  [more: string]: unknown;
}

export const vectorTileService = endpoint<VectorTileServiceInfo>()(
  VTS,
  {},
  { summary: 'A hosted feature service, or a vector tile package, as vector tiles' },
);

export const vectorTileJson = endpoint<TileJson>()(
  `${VTS}/tilejson.json`,
  {},
  { manner: 'file', summary: 'The tiles of a vector tile service as TileJSON' },
);

/** A file for whoever asks without `f`: a package without a style is missing, and the status says so. @source ERR-3 */
export const vectorTileStyles = endpoint<Record<string, unknown>>()(
  `${VTS}/resources/styles`,
  {},
  { manner: 'file', summary: 'The style of a vector tile service' },
);

export const vectorTileStyle = endpoint<Record<string, unknown>>()(
  `${VTS}/resources/styles/root.json`,
  {},
  { manner: 'file', summary: 'The style of a vector tile service, by its file name' },
);

export const vectorTileStyleInfo = endpoint<Record<string, unknown>>()(
  `${VTS}/resources/info`,
  {},
  { summary: 'Version of the style and compression of the tiles' },
);

/** Letters in ranges of 256, and the sprite of pictures: those of a package, or of the portal for hosted layers. */
export const vectorTileFile = endpoint<Uint8Array>()(
  `${VTS}/resources/*`,
  {},
  { manner: 'file', summary: 'Another file of a vector tile service' },
);

/** A tile of all layers of a service; `x` ends in `.pbf`, and y stands before x. */
export const serviceTile = endpoint<Uint8Array>()(
  `${VTS}/tile/:z/:y/:x`,
  { v: text(), blankTile: flag() },
  { manner: 'file', summary: 'A vector tile of a hosted service' },
);
