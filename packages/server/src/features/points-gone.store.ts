// Points that are drawn instead of those that edits took from their places: noted with the edit, looked for soon after its commit.
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import type { Db } from '../platform/db/database.ts';
import { qualified, run } from './hosted-table.store.ts';
import { noteEdits } from './layer-edits.sql.ts';
import { SqlText, type Statement } from './sql-text.rules.ts';
import { drawnCell, standsForOthers, THINNED_ZOOMS, THINNING_CELLS } from './tile-columns.rules.ts';

/** Where a point was drawn from a zoom level on, in metres of Web Mercator. */
export interface Gone {
  x: number;
  y: number;
  zoom: number;
}

/** The place of an edited feature, where it was a point that is drawn no more where it was. */
export function goneOf({ was, stood }: { was: readonly number[] | null; stood: number | null }): Gone[] {
  const [x, y] = was ?? [];
  return x === undefined || y === undefined || stood === null ? [] : [{ x, y, zoom: stood }];
}

/** Places that are looked at in one statement: less than a second's work. */
export const MOST_PLACES = 2_000;

/** SQL that notes the points that the rows of `edit` took from their places, by the places `was1` and `was2` and the zoom levels `stood`. `table` is SQL of its name. */
export function noteGoneSql(table: string): string {
  return (
    `insert into points_gone (table_name, x, y, draw_zoom) select ${table}, was1, was2, stood from edit ` +
    `where ${standsForOthers('stood')} and was1 is not null`
  );
}

/** Notes points that are drawn no more where they were, in the transaction that takes them away. */
export async function noteGone(db: Db, table: string, gone: readonly Gone[]): Promise<void> {
  if (gone.length === 0) return;
  const values = [table, gone.map(({ x }) => x), gone.map(({ y }) => y), gone.map(({ zoom }) => zoom)];
  const places = 'unnest($2::float8[], $3::float8[], $4::smallint[]) as gone (x, y, zoom)';
  const text = `insert into points_gone (table_name, x, y, draw_zoom) select $1::text, x, y, zoom from ${places} where ${standsForOthers('zoom')}`;
  await run(db, { text, values });
}

/** Notes points that rows of another table are about to move out of their cells, or to hide. `match` is SQL of which row `s` is about which feature `t`. */
export function noteMovingSql(table: string, from: string, match: string): Statement {
  const cell = drawnCell('t."shape"');
  const moves = `(s."shape" is null or ${drawnCell('s."shape"')} <> ${cell} or s."draw_zoom" > t."draw_zoom")`;
  const where = `${match} and ${standsForOthers('t."draw_zoom"')} and t."shape" is not null and ${moves}`;
  // As those are held who delete them: whoever hides behind one at this moment is waited for.
  const held = `select ${cell} as cell, ST_X(t."shape") as x, ST_Y(t."shape") as y, t."draw_zoom" as zoom from ${qualified(table)} t, ${qualified(from)} s where ${where} for update of t`;
  const text = `with held as materialized (${held}) insert into points_gone (table_name, x, y, draw_zoom) select $1::text, min(x), min(y), min(zoom) from held group by cell`;
  return { text, values: [table] };
}

/** What came of drawing others. */
export interface DrawnForGone {
  /** Points that are drawn now. */
  drawn: number;
  /** Places that are kept for another time, because others were changing all who could come. */
  kept: number;
  /** Whether there may be more places. */
  more: boolean;
}

/** Draws others instead of points that went from a layer, so that tiles go on showing that something is there; the tiles are made anew then. */
export async function drawForGone(db: Db, table: string, most = MOST_PLACES): Promise<DrawnForGone> {
  const text = new SqlText();
  const [zooms, cells, places] = [THINNED_ZOOMS, THINNING_CELLS, most].map((value) => text.bind(value, 'integer'));
  const half = text.bind(WEB_MERCATOR_LIMIT, 'float8');
  const done = `select taken, drawn, kept from draw_for_gone(${text.bind(table, 'text')}, ${zooms}, ${cells}, ${half}, ${places})`;
  const noted = noteEdits(text.bind(table, 'text'), { features: '0', at: 'to_timestamp(0)' }, ' from done where drawn > 0');
  const { rows } = await run<{ taken: number; drawn: number; kept: number }>(
    db,
    text.statement(`with done as materialized (${done}), noted as (${noted}) select taken, drawn, kept from done`),
  );
  const { taken = 0, drawn = 0, kept = 0 } = rows[0] ?? {};
  return { drawn, kept, more: taken === most };
}

/** Tables of layers with points that went and that nobody has looked at yet. */
export async function tablesWithGone(db: Db): Promise<string[]> {
  const text = 'select distinct table_name from points_gone';
  return (await run<{ table_name: string }>(db, { text, values: [] })).rows.map((row) => row.table_name);
}

/** Forgets what is noted of tables that are no layers any more. */
export async function forgetGone(db: Db): Promise<void> {
  const text = 'delete from points_gone where table_name not in (select table_name from feature_layer)';
  await run(db, { text, values: [] });
}

/** Forgets what is noted of a layer without features: nothing is to be drawn instead of those that went. */
export async function forgetGoneOf(db: Db, table: string): Promise<void> {
  await run(db, { text: 'delete from points_gone where table_name = $1', values: [table] });
}
