// Binds the addresses of vector tiles.
import { refuse } from '@graticule/contract/refusals/refusal';
import * as contract from '@graticule/contract/services/vector-tiles';
import { findLayer, type HostedLayer, type HostedService, hidesFeatures, lastEdited, measuredService } from '../features/index.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { RawReply } from '../platform/http/reply.ts';
import type { Routes } from '../platform/http/routes.ts';
import { basemapRoutes } from './basemap.routes.ts';
import { hostedFile, spriteOfService } from './hosted-files.ts';
import { packageServiceInfo, packageStyle } from './package-service.ts';
import { tileAdminRoutes } from './tile-admin.routes.ts';
import { tileJsonRoutes } from './tile-json.routes.ts';
import { openPackage, packageFile, packageTile } from './tile-packages.ts';
import { fileReply, KEEPING, type Keeping, SAFE, tileReply } from './tile-replies.routes.ts';
import { STYLE_INFO, tileParts, tileServiceInfo, tileServiceStyle } from './tile-service.ts';
import { ALL_ZOOMS, findTileSource } from './tile-source.ts';
import { keptTile, LAYER_NAME, makeTile, readAddress, type TileAddress, type TilePart, tileKey, withoutExtension } from './tiles.ts';

/** The address of a tile as the portal's own pages, the style of a service and most clients write it. */
const LAYER_TILE =
  /^\/rest\/services\/Hosted\/(?<service>\w{1,98})\/FeatureServer\/(?<layer>\d{1,6})\/tiles\/(?<z>\d{1,2})\/(?<x>\d{1,8})\/(?<y>\d{1,8})\.pbf$/;

type LayerTilePath = Record<'service' | 'layer' | 'z' | 'x' | 'y', string>;

/** Some 100 bytes each. */
const MOST_ADDRESSES = 20_000;

function addressOf({ service, layer, z, x, y }: LayerTilePath): string {
  return `${service.toLowerCase()}/${layer}/${z}/${x}/${y}`;
}

/** Tiles of layers, and services as vector tile services. */
export function tileRoutes(routes: Routes): void {
  // Addresses of tiles that were made lately, whatever their version.
  const latelyMade = new BoundedMap<string, true>(MOST_ADDRESSES);
  routes.bind(contract.layerTile).to(
    async (portal, caller, input, http) => {
      const asked = { ...input, y: withoutExtension(input.y) };
      const { part, address, keeping } = await drawnLayer(portal, caller, asked);
      const tile = await makeTile(portal, [part], address);
      latelyMade.set(addressOf(asked), true);
      return tileReply(tile, http, keeping);
    },
    { early: true },
  );
  routes.quick({
    endpoint: contract.layerTile,
    path: LAYER_TILE,
    names: ['fields', 'v', 'f'],
    read: ({ service = '', layer = '', z = '', x = '', y = '' }, query) => ({
      service,
      layer,
      z,
      x,
      y,
      fields: fieldsOf(query.get('fields')),
      v: query.get('v') || undefined,
      f: query.get('f'),
    }),
    mayBeThere: ({ f = '', ...tile }) => f === '' && latelyMade.get(addressOf(tile)) === true,
    find: async (portal, caller, input) => {
      const { part, address, keeping } = await drawnLayer(portal, caller, input);
      return { key: tileKey([part], address), keeping };
    },
    answer: (portal, { key, keeping }, ifNoneMatch) => {
      const tile = keptTile(portal, key);
      return tile === undefined ? undefined : tileReply(tile, { ifNoneMatch, isHead: false }, keeping);
    },
  });
  basemapRoutes(routes);
  tileJsonRoutes(routes);
  tileAdminRoutes(routes);
  routes.bind(contract.vectorTileService).to(async (portal, caller, { service }) => {
    const found = await findTileSource(portal, caller, service);
    if (found.kind === 'package') return packageServiceInfo(await openPackage(portal, found.file), found);
    return tileServiceInfo(await measuredService(portal, found.service), found.zooms);
  });
  for (const endpoint of [contract.vectorTileStyles, contract.vectorTileStyle]) {
    routes.bind(endpoint).to(async (portal, caller, { service }) => {
      const found = await findTileSource(portal, caller, service);
      if (found.kind === 'package') return packageStyle(await openPackage(portal, found.file));
      return tileServiceStyle(found.service, (await spriteOfService(portal, found.service)).names);
    });
  }
  routes.bind(contract.vectorTileStyleInfo).to(async (portal, caller, { service }) => {
    await findTileSource(portal, caller, service);
    return STYLE_INFO;
  });
  routes.bind(contract.vectorTileFile).to(async (portal, caller, { service, ...address }, http) => {
    const found = await findTileSource(portal, caller, service);
    const path = (address as Record<string, string>)['*'] ?? '';
    const isPublic = found.item.access === 'public';
    if (found.kind === 'layers') return fileReply(await hostedFile(portal, found.service, path), http, isPublic);
    const { contentType, bytes, isZipped } = await packageFile(portal, found.file, path);
    const headers = { ...SAFE, 'cache-control': KEEPING[isPublic ? 'day' : 'asked'] };
    return new RawReply(contentType, bytes, { headers: isZipped ? { ...headers, 'content-encoding': 'gzip' } : headers });
  });
  routes.bind(contract.serviceTile).to(
    async (portal, caller, { service, z, y, x, v }, http) => {
      const found = await findTileSource(portal, caller, service);
      const address = readAddress(z, withoutExtension(x), y);
      if (found.kind === 'package') {
        const { minZoom, maxZoom } = await openPackage(portal, found.file);
        if (address.z < minZoom || address.z > maxZoom) throw refuse('tile-outside', address);
        return tileReply(await packageTile(portal, found.file, address), http, keepingOf(v, found.item.access === 'public'));
      }
      // Services of hosted layers have tiles of every level, also beyond those that clients are told.
      const { min, max } = found.zooms;
      if (found.zooms !== ALL_ZOOMS && (address.z < min || address.z > max)) throw refuse('tile-outside', address);
      const parts = tileParts(found.service);
      const tile = await makeTile(portal, parts, address);
      const layers = parts.map(({ layer }) => layer);
      return tileReply(tile, http, keepingOfDrawn(portal, { version: v, isForAll: isSameForAll(found), layers }));
    },
    { early: true },
  );
}

/** Whether everybody gets the same tiles: what its owner alone sees must not stay in a cache that others share. */
function isSameForAll({ item, service }: { item: { access: string }; service: HostedService }): boolean {
  return item.access === 'public' && !hidesFeatures(service);
}

function fieldsOf(text: string | undefined): string[] | undefined {
  return text === undefined || text === '' ? undefined : contract.layerTile.params.fields.read(text);
}

/** Only what was asked for by its version, and is for everybody, may stay where it was sent to. */
function keepingOf(version: string | undefined, isForAll: boolean): Keeping {
  return version !== undefined && isForAll ? 'lasting' : 'asked';
}

/** An edit that began before the last one is over after so long. */
const SETTLED_MS = 5 * 60_000;

/**
 * The same for what is drawn from layers, whose version is the time of the last edit as clients are told it. That does not tell of an edit that began
 * earlier and is seen later: what was sent in between would have its version, and stay without it.
 */
function keepingOfDrawn(
  portal: Portal,
  { version, isForAll, layers }: { version: string | undefined; isForAll: boolean; layers: readonly HostedLayer[] },
): Keeping {
  const edited = Math.max(0, ...layers.map(lastEdited));
  const isSettled = version === String(edited) && portal.clock.now().getTime() - edited > SETTLED_MS;
  return keepingOf(version, isForAll && isSettled);
}

/** What a tile of a layer is made of, for a caller who may see it; how long it may be kept. */
async function drawnLayer(
  portal: Portal,
  caller: Caller,
  { service, layer, z, x, y, fields, v }: LayerTilePath & { fields?: string[] | undefined; v?: string | undefined },
): Promise<{ part: TilePart; address: TileAddress; keeping: Keeping }> {
  const found = await findLayer(portal, caller, { service, layer });
  if (found.layer.geometryType === null) throw refuse('tiles-of-table', { layer: found.layer.name });
  const part = { layer: found.layer, name: LAYER_NAME, ...(fields === undefined ? {} : { fields }) };
  const keeping = keepingOfDrawn(portal, { version: v, isForAll: isSameForAll(found), layers: [found.layer] });
  return { part, address: readAddress(z, x, y), keeping };
}
