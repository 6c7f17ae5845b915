// What the database does for a place that a query is asked with a distance from.
import type { DatabaseHandle } from '../../platform/db/database.ts';
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
  const [wkb] = await comingBack(ask, [place.wkb], srid);
  return wkb ? { ...place, wkb } : place;
}

/** Polygons whose rings may touch themselves, as such whose rings do not. */
export async function mended(database: DatabaseHandle, wkb: Uint8Array): Promise<Uint8Array> {
  const sql = new SqlText();
  const given = `select ST_SetSRID(${sql.bind(wkb, 'bytea')}::geometry, ${STORED_SRID}) as shape offset 0`;
  const text = `select ST_AsBinary(ST_CollectionExtract(ST_MakeValid(shape), 3)) from (${given}) as given where not ST_IsValid(shape)`;
  return bytesOf(await rowsOf(database, sql.statement(text))) ?? wkb;
}

function bytesOf([row = []]: readonly (readonly unknown[])[]): Uint8Array | null {
  const [value] = row;
  return value instanceof Uint8Array ? value : null;
}
