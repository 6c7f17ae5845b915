// Binds the addresses of vector tiles.
import { fail } from '@graticule/contract/errors';
import * as contract from '@graticule/contract/services/vector-tiles';
import { findLayer, type HostedService, hidesFeatures } from '../features/index.ts';
import { RawReply } from '../platform/http/reply.ts';
import type { HttpFacts } from '../platform/http/request.ts';
import type { Routes } from '../platform/http/routes.ts';
import type { CachedTile } from './tile-cache.ts';
import { tileParts, tileServiceInfo, tileServiceStyle } from './tile-service.ts';
import { ALL_ZOOMS, findTileSource } from './tile-source.ts';
import { makeTile, readAddress } from './tiles.ts';

const PBF = 'application/x-protobuf';
/** Tiles asked for by their version never change. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** Tiles of layers, and services as vector tile services. */
export function tileRoutes(routes: Routes): void {
  routes.bind(contract.layerTile).to(
    async (portal, caller, { service, layer, z, x, y, fields, v }, http) => {
      const found = await findLayer(portal, caller, { service, layer });
      const part = { layer: found.layer, name: 'features', ...(fields === undefined ? {} : { fields }) };
      const tile = await makeTile(portal, [part], readAddress(z, x, withoutExtension(y)));
      return tileReply(tile, http, v !== undefined && isSameForAll(found));
    },
    { early: true },
  );
  routes.bind(contract.vectorTileService).to(async (portal, caller, { service }) => {
    const found = await findTileSource(portal, caller, service);
    return tileServiceInfo(found.service, found.zooms);
  });
  for (const endpoint of [contract.vectorTileStyles, contract.vectorTileStyle]) {
    routes
      .bind(endpoint)
      .to(async (portal, caller, { service }) => tileServiceStyle((await findTileSource(portal, caller, service)).service));
  }
  routes.bind(contract.vectorTileStyleInfo).to(async (portal, caller, { service }) => {
    await findTileSource(portal, caller, service);
    return { styleVersion: 8, tileCompression: 'gzip', cacheInfo: { storageInfo: { packetSize: 128, storageFormat: 'compactV2' } } };
  });
  routes.bind(contract.serviceTile).to(
    async (portal, caller, { service, z, y, x, v }, http) => {
      const found = await findTileSource(portal, caller, service);
      const address = readAddress(z, withoutExtension(x), y);
      // Services of hosted layers have tiles of every level, also beyond those that clients are told.
      const { min, max } = found.zooms;
      if (found.zooms !== ALL_ZOOMS && (address.z < min || address.z > max)) throw fail('FILE_NOT_FOUND');
      const tile = await makeTile(portal, tileParts(found.service), address);
      return tileReply(tile, http, v !== undefined && isSameForAll(found));
    },
    { early: true },
  );
}

/** Whether everybody gets the same tiles: what its owner alone sees must not stay in a cache that others share. */
function isSameForAll({ item, service }: { item: { access: string }; service: HostedService }): boolean {
  return item.access === 'public' && !hidesFeatures(service);
}

function withoutExtension(name: string): string {
  return name.replace(/\.(pbf|mvt)$/i, '');
}

function tileReply(tile: CachedTile, http: HttpFacts, mayBeKept: boolean): RawReply {
  const headers: Record<string, string> = {
    etag: `"${tile.etag}"`,
    'cache-control': mayBeKept ? `public, max-age=${KEPT_SECONDS}` : 'private, no-cache',
  };
  if (http.ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === headers.etag)) {
    return new RawReply(PBF, null, { status: 304, headers });
  }
  if (tile.bytes.length === 0) return new RawReply(PBF, null, { status: 204, headers });
  return new RawReply(PBF, http.isHead ? null : tile.bytes, { headers: { ...headers, 'content-encoding': 'gzip' } });
}
