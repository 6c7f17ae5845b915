// Extent and count of a layer after edits, without reading the whole table.
import { fail } from '@graticule/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { qualified, run } from './hosted-table.store.ts';
import { baseTable, type HostedLayer, STORED_SRID } from './layers.rules.ts';

/** xmin, ymin, xmax, ymax in metres of Web Mercator. */
export type Box = [number, number, number, number];

/** What edits did to a layer. */
export interface FactsChange {
  /** Features more, or fewer. */
  count: number;
  /** Boxes of geometries that came. */
  came: readonly Box[];
  /** Boxes of geometries that went. */
  went: readonly Box[];
}

function union(boxes: readonly Box[]): Box | null {
  const [first, ...rest] = boxes;
  if (first === undefined) return null;
  const all: Box = [...first];
  for (const box of rest) {
    all[0] = Math.min(all[0], box[0]);
    all[1] = Math.min(all[1], box[1]);
    all[2] = Math.max(all[2], box[2]);
    all[3] = Math.max(all[3], box[3]);
  }
  return all;
}

/** Whether the extent may be smaller without the box: it reached a side. */
function reaches(extent: Box, box: Box): boolean {
  const near = 1e-6;
  return box[0] <= extent[0] + near || box[1] <= extent[1] + near || box[2] >= extent[2] - near || box[3] >= extent[3] - near;
}

/**
 * Stores extent, count and version after edits, in their transaction. The extent grows with what came; only when
 * something that reached a side went, the outermost features are looked up, by the index.
 */
export async function settleFacts(db: Db, layer: HostedLayer, change: FactsChange): Promise<void> {
  // Edits of a view are edits of what it shows.
  const table = baseTable(layer);
  if (change.count === 0 && change.came.length === 0 && change.went.length === 0) return markEdited(db, table);
  // Others who edit the layer wait here, so that each counts on what the one before left.
  const row = await db
    .selectFrom('feature_layer')
    .select(['extent', 'row_count'])
    .where('table_name', '=', table)
    .forUpdate()
    .executeTakeFirst();
  // Its features were replaced meanwhile: what was edited here is no part of the layer any more.
  if (row === undefined) throw replaced();
  const before = (row.extent ?? null) as Box | null;
  const widest = union([...(before === null ? [] : [before]), ...change.came]);
  const rowCount = Math.max(0, row.row_count + change.count);
  const shrinks = before !== null && change.went.some((box) => reaches(before, box));
  const extent = widest !== null && shrinks ? await outermost(db, table, widest) : widest;
  await db
    .updateTable('feature_layer')
    .set({ extent, row_count: rowCount, version: sql`version + 1`, data_edited: new Date() })
    .where('table_name', '=', table)
    .execute();
}

/** Stores that values of a layer were edited, which changes neither its extent nor its count. */
async function markEdited(db: Db, table: string): Promise<void> {
  const [result] = await db
    .updateTable('feature_layer')
    .set({ version: sql`version + 1`, data_edited: new Date() })
    .where('table_name', '=', table)
    .execute();
  if (result?.numUpdatedRows !== 1n) throw replaced();
}

const replaced = (): Error => fail('UNABLE_TO_COMPLETE', { details: ['The layer was replaced meanwhile. Try again.'] });

/**
 * The extent of features that all lie within a box: the nearest to each of its sides decides, and the index knows it.
 * @example select ST_XMin("shape") from hosted."l_…" where "shape" is not null order by "shape" <-> <left side> limit 1
 */
async function outermost(db: Db, table: string, [xmin, ymin, xmax, ymax]: Box): Promise<Box | null> {
  const side = (measure: string, corners: Box): string =>
    `(select ${measure}("shape") from ${qualified(table)} where "shape" is not null ` +
    `order by "shape" <-> ST_SetSRID(ST_MakeLine(ST_MakePoint(${corners[0]}, ${corners[1]}), ST_MakePoint(${corners[2]}, ${corners[3]})), ${STORED_SRID}) limit 1)`;
  const text =
    `select ${side('ST_XMin', [xmin, ymin, xmin, ymax])} as xmin, ${side('ST_YMin', [xmin, ymin, xmax, ymin])} as ymin, ` +
    `${side('ST_XMax', [xmax, ymin, xmax, ymax])} as xmax, ${side('ST_YMax', [xmin, ymax, xmax, ymax])} as ymax`;
  const row = (await run<Record<'xmin' | 'ymin' | 'xmax' | 'ymax', number | null>>(db, { text, values: [] })).rows[0];
  const box = [row?.xmin, row?.ymin, row?.xmax, row?.ymax];
  return box.every((value) => typeof value === 'number') ? (box as Box) : null;
}
