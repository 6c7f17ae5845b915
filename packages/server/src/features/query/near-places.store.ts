// What the database does for a place that a query is asked with a distance from.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { translateDatabaseError } from '../../platform/db/errors.ts';
import { inMetres } from '../date-line.sql.ts';
import { STORED_SRID } from '../layers.rules.ts';
import { SqlText, type Statement } from '../sql-text.rules.ts';
import { comingBack } from '../without-drift.store.ts';
import type { SpatialFilter } from './layer-query.rules.ts';
import { rowsOf } from './query.store.ts';
import { placeSql } from './record-filter.sql.ts';

type AskedPlaceShape = NonNullable<SpatialFilter['place']>;

/** A place as WKB in the reference system of the tables, where wanted without what mending set apart; null where it has none there. */
export async function placeInMetres(
  database: DatabaseHandle,
  place: AskedPlaceShape,
  { srid, isOfOneKind }: { srid: number; isOfOneKind: boolean },
): Promise<Uint8Array | null> {
  const sql = new SqlText();
  const placed = inMetres(placeSql(await asItComesBack(database, place, srid), srid, sql), srid);
  return bytesOf(await rowsOf(database, sql.statement(`select ST_AsBinary(${isOfOneKind ? `ST_CollectionExtract(${placed})` : placed})`)));
}

/** The place where features lie that were stored with the same coordinates. */
async function asItComesBack(database: DatabaseHandle, place: AskedPlaceShape, srid: number): Promise<AskedPlaceShape> {
  if ('box' in place) return place;
  const ask = async <Row>({ text, values }: Statement) => (await database.pool.query(text, values)).rows as Row[];
  const [wkb] = await comingBack(ask, [place.wkb], srid).catch(translateDatabaseError);
  return wkb ? { ...place, wkb } : place;
}

/** Pieces that overlap one another, and areas that may too, as one shape. @throws INVALID_QUERY for what cannot be joined */
export async function joined(database: DatabaseHandle, pieces: Uint8Array, areas: Uint8Array | null): Promise<Uint8Array | null> {
  const sql = new SqlText();
  const shape = (wkb: Uint8Array): string => `ST_SetSRID(${sql.bind(wkb, 'bytea')}::geometry, ${STORED_SRID})`;
  const whole = `ST_UnaryUnion(${shape(pieces)})`;
  const valid = (wkb: Uint8Array): string => `(select ST_Union(ST_CollectionExtract(ST_MakeValid(geom), 3)) from ST_Dump(${shape(wkb)}))`;
  const text = areas === null ? whole : `ST_Union(${whole}, ${valid(areas)})`;
  return bytesOf(await rowsOf(database, sql.statement(`select ST_AsBinary(${text})`)).catch(asTangled));
}

function asTangled(error: unknown): never {
  const isTangled = /TopologyException/.test((error as { message?: string }).message ?? '');
  throw isTangled ? refuse('query-geometry-tangled', {}, { cause: error }) : error;
}

/** Edges of a quarter of a circle around a corner: the middles of eight, as many as there are otherwise, lie half a percent of the distance too near. */
const QUARTER = 64;

/** What is near to a shape, measured in the plane of one zone. */
export async function bufferOf(
  database: DatabaseHandle,
  wkb: Uint8Array,
  { metres, overDateLine }: { metres: number; overDateLine: boolean },
): Promise<Uint8Array | null> {
  const sql = new SqlText();
  const shape = `ST_MakeValid(ST_SetSRID(${sql.bind(wkb, 'bytea')}::geometry, ${STORED_SRID}))`;
  const near = `ST_Buffer(ST_Transform(${shape}, 4326)::geography, ${sql.bind(metres, 'double precision')}, ${QUARTER})::geometry`;
  // Corners on either side of it would be joined all around the globe.
  const apart = overDateLine ? `ST_WrapX(ST_ShiftLongitude(${near}), 180, -360)` : near;
  return bytesOf(await rowsOf(database, sql.statement(`select ST_AsBinary(ST_Transform(${apart}, ${STORED_SRID}))`)));
}

function bytesOf([row = []]: readonly (readonly unknown[])[]): Uint8Array | null {
  const [value] = row;
  return value instanceof Uint8Array ? value : null;
}
