// Extent and count of a layer after edits, without reading the whole table.
import { PortalError } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { isOutdated, violatedForeignKey } from '../platform/db/errors.ts';
import type { Schema } from '../schema/schema.ts';
import { qualified, run } from './hosted-table.store.ts';
import { readLayerEdits } from './layer-edits.rules.ts';
import { editsOfTable, noteEdits } from './layer-edits.sql.ts';
import { baseTable, type HostedLayer, STORED_SRID } from './layers.rules.ts';
import { type Gone, noteGone } from './points-gone.store.ts';
import { SqlText } from './sql-text.rules.ts';

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
  /** Points that are drawn no more where they were. */
  gone?: readonly Gone[];
}

/** The box around boxes; null around none. */
export function union(boxes: readonly Box[]): Box | null {
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

/** What is nearer to a side of the extent reaches it, in metres. */
export const EDGE = 1e-6;

/** Whether the extent may be smaller without the box: it reached a side. */
export function reaches(extent: Box, box: Box): boolean {
  return box[0] <= extent[0] + EDGE || box[1] <= extent[1] + EDGE || box[2] >= extent[2] - EDGE || box[3] >= extent[3] - EDGE;
}

/**
 * Notes edits in their transaction: extent, count and version follow. Nobody waits for others who edit the layer, except when something
 * that reached a side of the extent went: then the outermost features are looked up, by the index. Gives the boxes that `settleEdge` has
 * to be told of after the commit.
 */
export async function settleFacts(db: Db, layer: HostedLayer, change: FactsChange): Promise<readonly Box[]> {
  // Edits of a view are edits of what it shows.
  const table = baseTable(layer);
  await noteGone(db, table, change.gone ?? []);
  const came = union(change.came);
  const shrinks = change.went.length > 0 && change.went.some(reachesSide(await knownExtent(db, table)));
  if (shrinks) await narrowExtent(db, table, came);
  const text = new SqlText();
  const box = came === null || shrinks ? {} : { box: sides(came.map((side) => text.bind(side, 'float8'))) };
  await run(db, text.statement(noteEdits(text.bind(table, 'text'), { features: text.bind(change.count, 'bigint'), ...box }))).catch(
    (error: unknown) => {
      refuseReplaced(error);
      throw error;
    },
  );
  return shrinks ? [] : change.went;
}

/**
 * After the commit of edits that took boxes away from inside the extent: while they waited, others may have taken the outermost features, so
 * that a side of the extent is now where one of the boxes was. Whoever looked for that side before the commit could not know.
 */
export async function settleEdge(db: Kysely<Schema>, layer: HostedLayer, went: readonly Box[]): Promise<void> {
  const table = baseTable(layer);
  if (went.length === 0 || !went.some(reachesSide(await knownExtent(db, table)))) return;
  await db.transaction().execute((transaction) => narrowExtent(transaction, table, null));
}

const sides = ([xmin = '', ymin = '', xmax = '', ymax = '']: readonly string[]): [string, string, string, string] => [
  xmin,
  ymin,
  xmax,
  ymax,
];

function reachesSide(extent: Box | null): (box: Box) => boolean {
  return (box) => extent !== null && reaches(extent, box);
}

/** Whether something failed because the layer has another table now, or none any more. */
export function saysReplaced(error: unknown): boolean {
  if (error instanceof PortalError) return error.reasons.some(({ code }) => code === 'layer-replaced');
  // The table that was given up still has the triggers that keep changes, and its turns have moved to the new one.
  const { code, table } = (error ?? {}) as { code?: string; table?: string };
  const hasNoTurn = code === '23502' && table === 'feature_change';
  const isGone = code === '42P01' && isOutdated(error);
  return hasNoTurn || isGone || OF_LAYERS.has(violatedForeignKey(error) ?? '');
}

/** @throws UNABLE_TO_COMPLETE when edits could not be noted because the layer has another table now, and they are no part of it */
export function refuseReplaced(error: unknown): void {
  if (saysReplaced(error)) throw replaced();
}

/** What notes of edits and files of features name is a layer's table. */
const OF_LAYERS: ReadonlySet<string> = new Set(['feature_edits_table_name_fkey', 'feature_attachment_table_name_fkey']);

/** The extent with the edits since it was stored; null while nothing is known. */
async function knownExtent(db: Db, table: string): Promise<Box | null> {
  const row = await db
    .selectFrom('feature_layer')
    .select(['extent', editsOfTable(sql`${table}`).as('edits')])
    .where('table_name', '=', table)
    .executeTakeFirst();
  if (row === undefined) throw replaced();
  const [, , , ...noted] = readLayerEdits(row.edits) ?? [0, 0, 0, null, null, null, null];
  const isBox = (box: readonly unknown[] | null): box is Box => box?.every((side) => typeof side === 'number') === true;
  return union([row.extent, noted].filter(isBox));
}

/** The edits of a layer wait here until the transaction ends, so that what is measured and what is noted since are told apart. */
export async function holdFacts(db: Db, table: string): Promise<void> {
  const row = await db.selectFrom('feature_layer').select('table_name').where('table_name', '=', table).forUpdate().executeTakeFirst();
  if (row === undefined) throw replaced();
  await db.selectFrom('feature_edits').select('slot').where('table_name', '=', table).orderBy('slot').forUpdate().execute();
}

/** Stores the extent of what is left, after something that reached a side has gone. */
async function narrowExtent(db: Db, table: string, came: Box | null): Promise<void> {
  await holdFacts(db, table);
  const before = await knownExtent(db, table);
  const widest = union([before, came].filter((box) => box !== null));
  const extent = widest === null ? null : await outermost(db, table, widest);
  await db.updateTable('feature_layer').set({ extent }).where('table_name', '=', table).execute();
  await db.updateTable('feature_edits').set({ west: null, south: null, east: null, north: null }).where('table_name', '=', table).execute();
}

/** What is told when other rows have come into the place of those that a call began with. */
export const replaced = (): Error => refuse('layer-replaced');

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
