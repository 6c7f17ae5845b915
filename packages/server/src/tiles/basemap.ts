// The built-in basemap as a vector tile service: its description, its styles, and its tiles from the archive that the pages read too.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { BASEMAP_NAME, BASEMAP_SERVICE } from '@graticule/contract/documents/basemaps';
import type { TileJson, VectorTileServiceInfo } from '@graticule/contract/services/vector-tiles';
import { BASEMAP_ATTRIBUTION, BASEMAP_MAX_ZOOM, basemapLayers } from '@graticule/geo/basemap/layers';
import type { BasemapScheme } from '@graticule/geo/basemap/palette';
import { wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { sliceTile } from '@graticule/geo/tiles/slice-tile';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import type { Portal } from '../platform/context.ts';
import { etagOf } from './etag.ts';
import type { CachedTile } from './tile-cache.ts';
import { tileGrid, tileServiceFacts } from './tile-service.ts';
import { ALL_ZOOMS } from './tile-source.ts';
import { cacheOf, type TileAddress } from './tiles.ts';

const zipped = promisify(gzip);
const ARCHIVE = join(import.meta.dirname, '../../../web/public/basemap/world.pmtiles');
const SOURCE = 'esri';
const SIDE = WEB_MERCATOR_LIMIT;
const WORLD = { xmin: -SIDE, ymin: -SIDE, xmax: SIDE, ymax: SIDE, spatialReference: wireSpatialReference(3857) };

/** The root of the service. */
export function basemapInfo(): VectorTileServiceInfo {
  const { serviceItemId: _none, ...facts } = tileServiceFacts({ name: BASEMAP_NAME, itemId: '' }, ALL_ZOOMS);
  return {
    ...facts,
    copyrightText: BASEMAP_ATTRIBUTION,
    initialExtent: WORLD,
    fullExtent: WORLD,
    ...tileGrid(ALL_ZOOMS),
  };
}

/** What the tiles hold. */
export async function basemapTileJson(baseUrl: string): Promise<TileJson> {
  const { vector_layers: layers } = (await (await archive()).getMetadata()) as Pick<TileJson, 'vector_layers'>;
  return {
    tilejson: '3.0.0',
    name: BASEMAP_NAME,
    attribution: BASEMAP_ATTRIBUTION,
    scheme: 'xyz',
    tiles: [`${baseUrl}${BASEMAP_SERVICE}/tile/{z}/{y}/{x}.pbf`],
    // Those who draw closer use the last ones on.
    minzoom: 0,
    maxzoom: BASEMAP_MAX_ZOOM,
    bounds: [-180, -85.0511, 180, 85.0511],
    vector_layers: layers,
  };
}

/** Scripts whose letters stand one beside the other as they come: clients that draw letters from files put no others together. */
const PLAIN_SCRIPTS: ReadonlySet<string> = new Set(['Latn', 'Cyrl', 'Grek']);

/** The language of the names for a reader: the first that is asked for, if its letters can be drawn. @param asked as in the header `Accept-Language` */
export function namesFor(asked: string | undefined): string {
  const [tag = ''] = (asked ?? '').split(/[,;]/);
  try {
    const locale = new Intl.Locale(tag.trim());
    return PLAIN_SCRIPTS.has(locale.maximize().script ?? '') ? locale.baseName : 'en';
  } catch {
    return 'en';
  }
}

/** A style; `root` is the way from its folder to that of the service. */
export function basemapStyle(scheme: BasemapScheme, language: string, root: string): object {
  return {
    version: 8,
    glyphs: `${root}resources/fonts/{fontstack}/{range}.pbf`,
    sources: { [SOURCE]: { type: 'vector', url: root, attribution: BASEMAP_ATTRIBUTION } },
    layers: basemapLayers({ scheme, language, source: SOURCE, fixedNames: true }),
  };
}

/** All of it stays in memory: some five megabytes. */
class Bytes implements Source {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
  }

  getKey(): string {
    return ARCHIVE;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    return { data: this.#bytes.slice(offset, offset + length).buffer };
  }
}

let opened: Promise<PMTiles> | undefined;

function archive(): Promise<PMTiles> {
  if (opened === undefined) {
    opened = readFile(ARCHIVE).then((bytes) => new PMTiles(new Bytes(new Uint8Array(bytes))));
    // One that could not be read may be there another time.
    opened.catch(() => {
      opened = undefined;
    });
  }
  return opened;
}

/** A tile of any level, gzipped; empty where there is nothing. Beyond the last level of the archive it is a part of the tile above. */
export function basemapTile(portal: Portal, address: TileAddress): Promise<CachedTile> {
  const { z, x, y } = address;
  return cacheOf(portal).get(`basemap/${z}/${x}/${y}`, async () => {
    const bytes = await readTile(address);
    return { etag: etagOf(bytes), bytes: bytes.length === 0 ? bytes : await zipped(bytes) };
  });
}

async function readTile(address: TileAddress): Promise<Uint8Array> {
  const shift = 2 ** Math.max(0, address.z - BASEMAP_MAX_ZOOM);
  const [z, x, y] = [Math.min(address.z, BASEMAP_MAX_ZOOM), Math.floor(address.x / shift), Math.floor(address.y / shift)];
  const found = await (await archive()).getZxy(z, x, y);
  if (found === undefined) return new Uint8Array();
  const bytes = new Uint8Array(found.data);
  return shift === 1 ? bytes : sliceTile(bytes, { z, x, y }, address);
}
