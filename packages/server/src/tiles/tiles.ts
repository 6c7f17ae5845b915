// Vector tiles of hosted layers: made from rows by our own encoder, kept in memory, told apart by the layer's version.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { refuse } from '@graticule/contract/refusals/refusal';
import { type CellKind, cellKinds } from '@graticule/geo/convert/binary-row';
import { isTile } from '@graticule/geo/project/tile-grid';
import { joinTileLayers, TileLayerEncoder } from '@graticule/geo/tiles/mvt-encoder';
import { type HostedLayer, pointsFollow, requireReadable, THINNED_ZOOMS, type TileTable, tileTable } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import type { RowReceiver } from '../platform/db/rows-query.ts';
import { perPortal } from '../platform/per-portal.ts';
import { etagOf } from './etag.ts';
import { isMerged, MERGED_FIELDS, receiveMergedRows } from './merged-rows.store.ts';
import { type CachedTile, TileCache } from './tile-cache.ts';
import { receiveTileRows } from './tiles.store.ts';

const compress = promisify(gzip);

/** A tile as it is sent. Compression that costs little beside making the tile, in one go: each further part of the result waits for a thread again. */
export async function compressed(tile: Uint8Array): Promise<Uint8Array> {
  const bytes = await compress(tile, { level: 1, chunkSize: Math.max(LEAST_CHUNK, tile.length) });
  // What is kept must not hold the room that the whole tile would have needed.
  return bytes.buffer.byteLength > bytes.length ? new Uint8Array(bytes) : bytes;
}

const LEAST_CHUNK = 1024;

/** A place in the tile grid. */
export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** The tiles that a process keeps. */
export const cacheOf = perPortal((portal) => new TileCache(portal.config.tileCacheBytes));

/** Reads the parts of a tile's path. @throws FILE_NOT_FOUND outside the grid */
export function readAddress(z: string, x: string, y: string): TileAddress {
  const whole = (part: string): number => (/^\d{1,8}$/.test(part) ? Number(part) : Number.NaN);
  const address = { z: whole(z), x: whole(x), y: whole(y) };
  if (!isTile(address.z, address.x, address.y)) throw refuse('tile-outside', { z: z.slice(0, 20), x: x.slice(0, 20), y: y.slice(0, 20) });
  return address;
}

/** The last part of an address of a tile, without what says which kind of file it is. */
export function withoutExtension(name: string): string {
  return name.replace(/\.(pbf|mvt)$/i, '');
}

/** What the layer is called in tiles that hold one layer alone. */
export const LAYER_NAME = 'features';

/** A layer of a tile: the name it has there, and the fields to carry (all when undefined). */
export interface TilePart {
  layer: HostedLayer;
  name: string;
  fields?: readonly string[];
}

/** The tile of one or several layers, gzipped; empty when nothing lies on it. @throws QUERY_OFF */
export async function makeTile(portal: Portal, parts: readonly TilePart[], address: TileAddress): Promise<CachedTile> {
  const { shown, key } = keyOf(parts, address);
  const make = async (): Promise<CachedTile> => {
    if (address.z < THINNED_ZOOMS) for (const { layer } of shown) await pointsFollow(portal, layer);
    const layers: Uint8Array[] = [];
    for (const part of shown) layers.push(await encodeLayer(portal, part, address));
    const tile = joinTileLayers(layers);
    // Of what is sent, not of what it was made from: a later release may draw the same rows otherwise, and many changes of a layer leave most tiles alone.
    const etag = etagOf(tile);
    return { etag, bytes: tile.length === 0 ? tile : await compressed(tile) };
  };
  return cacheOf(portal).get(
    key,
    make,
    shown.map(({ layer }) => layer.table),
  );
}

/** What the tile is kept by once it was made. @throws QUERY_OFF */
export function tileKey(parts: readonly TilePart[], address: TileAddress): string {
  return keyOf(parts, address).key;
}

/** The tile of a key if it is still kept. */
export function keptTile(portal: Portal, key: string): CachedTile | undefined {
  return cacheOf(portal).kept(key);
}

/** What tells tiles apart, and the layers that are drawn. */
function keyOf(parts: readonly TilePart[], address: TileAddress): { shown: readonly TilePart[]; key: string } {
  const shown = parts.filter((part) => part.layer.geometryType !== null);
  // Before the cache, which others have filled.
  for (const part of shown) requireReadable(part.layer);
  // As JSON, so that no name or field of a caller can make one tile's key of another's; fields as the layer has them.
  const key = JSON.stringify([
    ...shown.map(({ layer, name, fields }) => [
      layer.table,
      layer.version,
      layer.onlyOf?.username ?? null,
      name,
      fields === undefined ? null : tileTable(layer, address.z, fields).fields.map((field) => field.name),
    ]),
    address.z,
    address.x,
    address.y,
  ]);
  return { shown, key };
}

async function encodeLayer(portal: Portal, part: TilePart, address: TileAddress): Promise<Uint8Array> {
  const source = tileTable(part.layer, address.z, part.fields);
  if (source.merged !== undefined) return (await encodeRows(portal, { part, address }, source)).layer;
  if (source.order !== '' && source.rarelyTooMany) {
    // Without an order the first row comes before the last is read.
    const { layer, rows } = await encodeRows(portal, { part, address }, { ...source, order: '', limit: source.limit + 1 });
    if (rows <= source.limit) return layer;
  }
  return (await encodeRows(portal, { part, address }, source)).layer;
}

/** Encodes what a statement gives; also how many rows that was. */
export async function encodeRows(
  portal: Portal,
  { part, address }: { part: Pick<TilePart, 'name'>; address: TileAddress },
  source: TileTable,
): Promise<{ layer: Uint8Array; rows: number }> {
  const encoder = new TileLayerEncoder({
    name: part.name,
    fields: [...source.fields.map((field) => field.name), ...(isMerged(source) ? MERGED_FIELDS : [])],
    ...address,
    thinCell: source.thinCell,
  });
  let kinds: readonly CellKind[] = [];
  let rows = 0;
  const receiver: RowReceiver = {
    columns: (oids) => {
      kinds = cellKinds(oids);
    },
    row: (row) => {
      rows++;
      encoder.addRow(row, kinds);
    },
  };
  await (isMerged(source)
    ? receiveMergedRows(portal.database, source, address, receiver)
    : receiveTileRows(portal.database, source, address, receiver));
  return { layer: encoder.finish(), rows };
}
