// Which polygons the database mends when it stores them.
import type { Db } from '../../platform/db/database.ts';
import { inMetres } from '../date-line.sql.ts';
import { run } from '../hosted-table.store.ts';
import { type Bound, SqlText } from '../sql-text.rules.ts';

/** The places, from 0, of the polygons that are no valid ones; WKB in one reference system. */
export async function brokenPolygons(db: Db, polygons: readonly Uint8Array[], srid: number): Promise<number[]> {
  const sql = new SqlText();
  const given = sql.bind(polygons as Bound, 'bytea[]');
  const placed = inMetres(`ST_SetSRID(given.wkb::geometry, ${sql.bind(srid, 'integer')})`, srid);
  const text = `select n from unnest(${given}) with ordinality as given(wkb, n) where not ST_IsValid(${placed})`;
  const { rows } = await run<{ n: number }>(db, sql.statement(text));
  return rows.map(({ n }) => Number(n) - 1);
}
