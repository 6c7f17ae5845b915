// Endpoints that give hosted layers as vector tiles: our own per layer, and a VectorTileServer per service.
import { endpoint } from '../endpoint.ts';
import { flag, text } from '../param.ts';
import { TILE_PARAMS } from './feature-server.ts';

const VTS = '/rest/services/Hosted/:service/VectorTileServer';

/** A tile of one layer; `y` ends in `.pbf`. The tile's layer is named `features`. */
/** Zoom levels at which tiles of hosted layers can be asked for. */
export const TILE_ZOOMS = { min: 0, max: 18 } as const;

export const layerTile = endpoint<Uint8Array>()('/rest/services/Hosted/:service/FeatureServer/:layer/tiles/:z/:x/:y', TILE_PARAMS, {
  manner: 'file',
  summary: 'A vector tile of a hosted layer',
});

/** The root of a vector tile service. */
export interface VectorTileServiceInfo {
  currentVersion: number;
  name: string;
  copyrightText: string;
  capabilities: 'TilesOnly';
  type: 'indexedVector';
  defaultStyles: string;
  tiles: string[];
  serviceItemId: string;
  [more: string]: unknown;
}

export const vectorTileService = endpoint<VectorTileServiceInfo>()(
  VTS,
  {},
  { summary: 'A hosted feature service, or a vector tile package, as vector tiles' },
);

export const vectorTileStyles = endpoint<Record<string, unknown>>()(
  `${VTS}/resources/styles`,
  {},
  { summary: 'The style of a vector tile service' },
);

export const vectorTileStyle = endpoint<Record<string, unknown>>()(
  `${VTS}/resources/styles/root.json`,
  {},
  { summary: 'The style of a vector tile service, by its file name' },
);

export const vectorTileStyleInfo = endpoint<Record<string, unknown>>()(
  `${VTS}/resources/info`,
  {},
  { summary: 'Version of the style and compression of the tiles' },
);

/** Pictures and letters: those of a package; styles of hosted layers need none, and asked for all the same, they are files that are not there. */
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
