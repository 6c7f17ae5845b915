// Edits of very many features: so many at a time, all in one transaction. No statement takes as long as the engines allow, and none gives back
// more rows than fit into memory.
import type { Db } from '../../platform/db/database.ts';
import { qualified, run } from '../hosted-table.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { noteGoneSql } from '../points-gone.store.ts';
import type { IdRange, RecordFilter } from '../query/layer-query.rules.ts';
import { whereClause } from '../query/record-filter.sql.ts';
import { SqlText } from '../sql-text.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import { boxColumns, sidesSql } from './edit.sql.ts';

/** So many features are changed by one statement: some seconds, on the embedded engine some ten. */
export const ROWS_OF_PART = 100_000;

/** Whether a filter chooses more features than one statement is to change. */
export async function choosesMany(db: Db, layer: HostedLayer, filter: RecordFilter, moment: Moment): Promise<boolean> {
  const sql = new SqlText();
  const chosen = `select 1 from ${qualified(layer.table)}${whereClause(layer, filter, sql, moment)} limit ${ROWS_OF_PART + 1}`;
  const { rows } = await run<{ n: number }>(db, sql.statement(`select count(*) as n from (${chosen}) chosen`));
  return Number(rows[0]?.n ?? 0) > ROWS_OF_PART;
}

/** Ranges of object ids with so many features of the layer each, which together hold all ids, also those that come meanwhile. */
export async function* partsOf(db: Db, layer: HostedLayer): AsyncGenerator<IdRange> {
  let from: number | null = null;
  do {
    const below: number | null = await idAfter(db, layer, from);
    yield { from, below };
    from = below;
  } while (from !== null);
}

/** The id of the feature that so many features come before, from an id on; null when there are fewer. */
async function idAfter(db: Db, layer: HostedLayer, from: number | null): Promise<number | null> {
  const sql = new SqlText();
  const after = from === null ? '' : ` where "objectid" >= ${sql.bind(from, 'bigint')}`;
  const text = `select "objectid" as id from ${qualified(baseTable(layer))}${after} order by "objectid" offset ${ROWS_OF_PART} limit 1`;
  const id = (await run<{ id: number }>(db, sql.statement(text))).rows[0]?.id;
  return id === undefined ? null : Number(id);
}

/** What went from a layer. */
export interface Removed {
  count: number;
  /** Points that stood for others. */
  stood: number;
  /** Where the bytes of their files are. */
  keys: readonly string[];
}

/** Deletes what a filter chooses, with its files, and notes the points that are drawn no more. */
export async function removeWhere(db: Db, layer: HostedLayer, filter: RecordFilter, moment: Moment): Promise<Removed> {
  const sql = new SqlText();
  const table = baseTable(layer);
  const isPoint = layer.geometryType === 'esriGeometryPoint';
  const where = whereClause(layer, filter, sql, moment);
  const back = isPoint ? `, ${boxColumns({ was: sidesSql(layer, '"shape"') })}, "draw_zoom" as stood` : '';
  const edit = `edit as (delete from ${qualified(layer.table)}${where} returning "objectid"${back})`;
  const gone = isPoint ? `, gone as (${noteGoneSql(sql.bind(table, 'text'))} returning 1)` : '';
  const files = layer.definition.hasAttachments
    ? `, files as (delete from feature_attachment where table_name = ${sql.bind(table, 'text')} and object_id in (select "objectid" from edit) returning key)`
    : '';
  const stood = isPoint ? '(select count(*) from gone)' : '0';
  const keys = files === '' ? `'{}'::text[]` : 'array(select key from files)';
  const text = `with ${edit}${gone}${files} select count(*) as n, ${stood} as stood, ${keys} as keys from edit`;
  const {
    n = 0,
    stood: noted = 0,
    keys: left = [],
  } = (await run<{ n: number; stood: number; keys: string[] }>(db, sql.statement(text))).rows[0] ?? {};
  return { count: Number(n), stood: Number(noted), keys: left };
}
