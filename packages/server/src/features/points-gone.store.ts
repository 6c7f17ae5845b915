// Points that are drawn instead of those that edits took from their places: noted with the edit, looked for soon after its commit.
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import type { Db } from '../platform/db/database.ts';
import { run } from './hosted-table.store.ts';
import { noteEdits } from './layer-edits.sql.ts';
import { SqlText } from './sql-text.rules.ts';
import { standsForOthers, THINNED_ZOOMS, THINNING_CELLS } from './tile-columns.rules.ts';

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
const MOST_PLACES = 2_000;

/** SQL that notes the points that the rows of `edit` took from their places, by the boxes `was` and the zoom levels `stood`. */
export function noteGoneSql(text: SqlText, table: string): string {
  return (
    `insert into points_gone (table_name, x, y, draw_zoom) select ${text.bind(table, 'text')}, was[1], was[2], stood from edit ` +
    `where ${standsForOthers('stood')} and was[1] is not null`
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

/**
 * Draws others instead of points that went from a layer, so that tiles go on showing that something is there; the tiles are made anew then. How many
 * places it looked at, and whether there may be more.
 */
export async function drawForGone(db: Db, table: string): Promise<{ looked: number; more: boolean }> {
  const text = new SqlText();
  const how = [THINNED_ZOOMS, THINNING_CELLS, WEB_MERCATOR_LIMIT, MOST_PLACES];
  const given = how.map((value) => text.bind(value, value === WEB_MERCATOR_LIMIT ? 'float8' : 'integer')).join(', ');
  const done = `select taken, drawn from draw_for_gone(${text.bind(table, 'text')}, ${given})`;
  const noted = noteEdits(text, table, { features: '0', at: 'to_timestamp(0)' }, ' from done where drawn > 0');
  const { rows } = await run<{ taken: number }>(
    db,
    text.statement(`with done as materialized (${done}), noted as (${noted}) select taken from done`),
  );
  const looked = Number(rows[0]?.taken ?? 0);
  return { looked, more: looked === MOST_PLACES };
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
