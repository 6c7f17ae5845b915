// Endpoints of the built-in basemap as a vector tile service, for clients that draw vector tiles; everybody may read it.
import { BASEMAP_SERVICE } from '../documents/basemaps.ts';
import { endpoint } from '../endpoint.ts';
import type { TileJson, VectorTileServiceInfo } from './vector-tiles.ts';

export const basemapService = endpoint<VectorTileServiceInfo>()(BASEMAP_SERVICE, {}, { summary: 'The built-in basemap as vector tiles' });

export const basemapTileJson = endpoint<TileJson>()(
  `${BASEMAP_SERVICE}/tilejson.json`,
  {},
  { manner: 'file', summary: 'The tiles of the built-in basemap as TileJSON' },
);

export const basemapStyles = endpoint<Uint8Array>()(
  `${BASEMAP_SERVICE}/resources/styles`,
  {},
  { manner: 'file', summary: 'The light style of the built-in basemap' },
);

export const basemapStyle = endpoint<Uint8Array>()(
  `${BASEMAP_SERVICE}/resources/styles/root.json`,
  {},
  { manner: 'file', summary: 'The light style of the built-in basemap, by its file name' },
);

export const basemapDarkStyle = endpoint<Uint8Array>()(
  `${BASEMAP_SERVICE}/resources/styles/dark/root.json`,
  {},
  { manner: 'file', summary: 'The dark style of the built-in basemap' },
);

export const basemapStyleInfo = endpoint<Record<string, unknown>>()(
  `${BASEMAP_SERVICE}/resources/info`,
  {},
  { summary: 'Version of the style and compression of the tiles of the built-in basemap' },
);

/** Letters in ranges of 256; `range` ends in `.pbf`. */
export const basemapGlyphs = endpoint<Uint8Array>()(
  `${BASEMAP_SERVICE}/resources/fonts/:fonts/:range`,
  {},
  { manner: 'file', summary: 'Letters of the built-in basemap' },
);

/** `x` ends in `.pbf`, and y stands before x. */
export const basemapTile = endpoint<Uint8Array>()(
  `${BASEMAP_SERVICE}/tile/:z/:y/:x`,
  {},
  { manner: 'file', summary: 'A vector tile of the built-in basemap' },
);
