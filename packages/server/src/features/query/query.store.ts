// Runs the statements of queries.
import type { BinaryRow } from '@graticule/geo/convert/binary-row';
import { receiveRows } from '../../platform/db/binary-rows.ts';
import { type CollectedRow, collectRows } from '../../platform/db/collected-rows.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { translateDatabaseError } from '../../platform/db/errors.ts';
import type { RowReceiver } from '../../platform/db/rows-query.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { SqlText, type Statement } from '../sql-text.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import type { LayerQuery, PageEnd, RecordFilter } from './layer-query.rules.ts';
import { isPartOfLayer } from './part-of-layer.rules.ts';
import { translateQueryError } from './query-fault.rules.ts';
import { sortOrder } from './sort-order.sql.ts';
import {
  binaryFeaturesStatement,
  countStatement,
  distinctStatement,
  extentStatement,
  featuresStatement,
  fewFeaturesStatement,
  idsStatement,
  sortedFeaturesStatement,
  topStatement,
} from './statements.sql.ts';
import { statisticsStatement } from './statistics.sql.ts';

/** A row as a list of values, which is cheaper than an object. */
export type Row = CollectedRow;

/** A little more than the server's own limit, which ends the work as well as the wait. */
const ANSWER_TIMEOUT_MS = 32_000;

/** A reply holds about so many bytes of features, and at least one feature: clients ask for the rest in a further page. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** Rows of a statement; `cut` says that more were found than a reply may hold. */
export interface Found {
  rows: Row[];
  cut: boolean;
}

async function find(database: DatabaseHandle, { text, values }: Statement, mostBytes: number, keepsPlan = false): Promise<Found> {
  return collectRows(database, { text, values, timeoutMs: ANSWER_TIMEOUT_MS, mostBytes, keepsPlan }).catch(translate);
}

/** Runs a statement of a query and gives its rows as lists. */
export async function rowsOf(database: DatabaseHandle, statement: Statement): Promise<Row[]> {
  return (await find(database, statement, Number.POSITIVE_INFINITY)).rows;
}

function translate(error: unknown): never {
  if (error instanceof Error && error.message === 'Query read timeout') return translateDatabaseError({ code: '57014' });
  try {
    return translateQueryError(error);
  } catch (translated) {
    return translateDatabaseError(translated);
  }
}

/** How the features of a page are found. A plan is kept for few of them: making one costs as much as finding the features of a small box. */
const WAYS = {
  listed: { statementOf: binaryFeaturesStatement, keepsPlan: false },
  sorted: { statementOf: sortedFeaturesStatement, keepsPlan: false },
  few: { statementOf: fewFeaturesStatement, keepsPlan: true },
} as const;

/** Hands over the features as described at `binaryFeaturesStatement`, row by row, found in one of the ways. */
export async function receiveFeatures(
  database: DatabaseHandle,
  { layer, query, moment }: { layer: HostedLayer; query: LayerQuery; moment: Moment },
  receiver: RowReceiver,
  way: keyof typeof WAYS,
): Promise<void> {
  const { statementOf, keepsPlan } = WAYS[way];
  const { text, values } = statementOf(layer, query, moment);
  await receiveRows(database, { text, values, timeoutMs: ANSWER_TIMEOUT_MS, keepsPlan }, receiver).catch(translate);
}

/** Features as described at `featuresStatement`. */
export async function featureRows(database: DatabaseHandle, layer: HostedLayer, query: LayerQuery, moment: Moment): Promise<Found> {
  return find(database, featuresStatement(layer, query, moment), MAX_PAGE_BYTES);
}

/** The number of distinct rows. */
export async function countDistinct(database: DatabaseHandle, layer: HostedLayer, query: LayerQuery, moment: Moment): Promise<number> {
  return Number((await rowsOf(database, distinctStatement(layer, query, moment)))[0]?.[0] ?? 0);
}

/** The number of groups that statistics are made of; 1 without groups. */
export async function countGroups(database: DatabaseHandle, layer: HostedLayer, query: LayerQuery, moment: Moment): Promise<number> {
  const { text, values } = statisticsStatement(layer, { ...query, order: [], offset: 0, limit: null }, moment);
  return Number((await rowsOf(database, { text: `select count(*) as n from (${text}) rows`, values }))[0]?.[0] ?? 0);
}

/** The number of records that a filter leaves. */
export async function countRecords(
  database: DatabaseHandle,
  { layer, filter, moment }: { layer: HostedLayer; filter: RecordFilter; moment: Moment },
): Promise<number> {
  const { rows } = await find(database, countStatement(layer, filter, moment), Number.POSITIVE_INFINITY, isPartOfLayer(layer, filter));
  return Number(rows[0]?.[0] ?? 0);
}

/** Equal for filters that choose the same records, of the same table. */
export function filterText(layer: HostedLayer, filter: RecordFilter, moment: Moment): string {
  const { text, values } = countStatement(layer, filter, moment);
  return JSON.stringify([text, values]);
}

/** Equal for orders that put the same features in the same order. */
export function orderOf(layer: HostedLayer, query: LayerQuery, moment: Moment): string {
  const sql = new SqlText();
  return JSON.stringify([sortOrder(layer, query, sql, moment), sql.values]);
}

/** The place of a row in the order: its first column is its id, and the last ones are what it is put in order by. */
export function placeOf(row: BinaryRow, columns: number, { toldKeys = 0 }: LayerQuery): PageEnd {
  const first = columns - toldKeys;
  const keys = Array.from({ length: toldKeys }, (_, at) => (row.isNull(first + at) ? null : Buffer.from(row.part(first + at)).toString()));
  return { objectId: row.integer(0), keys };
}

/** Object ids. There may be millions of them, so that they are read without an object for each. */
export async function objectIdsOf(database: DatabaseHandle, layer: HostedLayer, query: LayerQuery, moment: Moment): Promise<number[]> {
  return objectIdsOfStatement(database, idsStatement(layer, query, moment));
}

/** A page of them, and its end where others follow. */
export async function pageOfObjectIds(
  database: DatabaseHandle,
  layer: HostedLayer,
  query: LayerQuery,
  moment: Moment,
): Promise<{ ids: number[]; end: PageEnd | undefined }> {
  const ids: number[] = [];
  let columns = 0;
  let last: PageEnd | undefined;
  let end: PageEnd | undefined;
  const receiver: RowReceiver = {
    columns: (oids) => {
      columns = oids.length;
    },
    row: (row) => {
      if (ids.length === query.limit) end = last;
      else ids.push(row.integer(0));
      if (ids.length === query.limit && end === undefined) last = placeOf(row, columns, query);
      return undefined;
    },
  };
  const { text, values } = idsStatement(layer, query, moment);
  await receiveRows(database, { text, values, timeoutMs: ANSWER_TIMEOUT_MS }, receiver).catch(translate);
  return { ids, end };
}

/** Object ids of the first features of each group. */
export async function topObjectIds(
  database: DatabaseHandle,
  { layer, query, moment }: { layer: HostedLayer; query: LayerQuery; moment: Moment },
  first: Parameters<typeof topStatement>[2],
): Promise<number[]> {
  return objectIdsOfStatement(database, topStatement(layer, query, first, moment));
}

/** The object ids that are the only column of a statement. */
async function objectIdsOfStatement(database: DatabaseHandle, { text, values }: Statement): Promise<number[]> {
  const ids: number[] = [];
  const row = (one: BinaryRow): undefined => void ids.push(one.integer(0));
  await receiveRows(database, { text, values, timeoutMs: ANSWER_TIMEOUT_MS }, { row }).catch(translate);
  return ids;
}

/** Extent, null when no record has a geometry, and the number of records. */
export async function extentOf(
  database: DatabaseHandle,
  layer: HostedLayer,
  query: LayerQuery,
  moment: Moment,
): Promise<{ extent: [number, number, number, number] | null; count: number }> {
  const [row = []] = await rowsOf(database, extentStatement(layer, query, moment));
  const [xmin, ymin, xmax, ymax, count] = row;
  const known = typeof xmin === 'number' && typeof ymin === 'number' && typeof xmax === 'number' && typeof ymax === 'number';
  return { extent: known ? [xmin, ymin, xmax, ymax] : null, count: Number(count ?? 0) };
}

/** Distinct rows in the order of the fields. */
export async function distinctRows(database: DatabaseHandle, layer: HostedLayer, query: LayerQuery, moment: Moment): Promise<Found> {
  return find(database, distinctStatement(layer, query, moment), MAX_PAGE_BYTES);
}

/** Statistics as described at `statisticsStatement`. */
export async function statisticRows(database: DatabaseHandle, layer: HostedLayer, query: LayerQuery, moment: Moment): Promise<Found> {
  // Percentiles of groups need rows in order, which the connections that keep plans avoid at any price: by an index over the whole layer, say.
  const sorts = query.groupBy.length > 0 && query.statistics.some(({ type }) => type.startsWith('percentile'));
  return find(database, statisticsStatement(layer, query, moment), MAX_PAGE_BYTES, !sorts && isPartOfLayer(layer, query));
}

const knownSrids = new Set<number>([3857, 4326]);

/** Whether the database can project from and to the reference system. */
export async function isKnownSrid(database: DatabaseHandle, srid: number): Promise<boolean> {
  if (knownSrids.has(srid)) return true;
  const found = await rowsOf(database, { text: 'select 1 from spatial_ref_sys where srid = $1::integer', values: [srid] });
  if (found.length > 0) knownSrids.add(srid);
  return found.length > 0;
}
