// The files of many features, found in one statement with the features that have them: there may be millions of both.
import type { Db } from '../../platform/db/database.ts';
import type { AttachmentRow } from '../../schema/features.ts';
import { qualified, run } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { RecordFilter } from '../query/layer-query.rules.ts';
import { whereClause } from '../query/record-filter.sql.ts';
import { identifier, SqlText } from '../sql-text.rules.ts';
import { mayFail } from '../where/may-fail.rules.ts';
import type { Checked } from '../where/tree.ts';
import { type Moment, writeExpression } from '../where/write.rules.ts';
import type { AttachmentOrder } from './attachment-order.rules.ts';

/** Which files a query of many features asks for. */
export interface AttachmentFilter {
  /** Of which features: those of the ids, or those that a query of their layer finds. */
  features: { objectIds: readonly number[] } | { layer: HostedLayer; filter: RecordFilter; moment: Moment };
  /** What is asked of the files themselves. */
  asked: { condition: Checked; moment: Moment } | null;
  contentTypes: readonly string[];
  keywords: readonly string[];
  minBytes: number | null;
  maxBytes: number | null;
  /** None: by feature. */
  order: readonly AttachmentOrder[];
  limit: number;
  offset: number;
}

/** Files of features in the order asked for; where that tells nothing, the older first, so that pages neither repeat nor leave out any. */
export async function attachmentsAmong(db: Db, table: string, filter: AttachmentFilter): Promise<AttachmentRow[]> {
  const sql = new SqlText();
  const where = chosen(table, filter, sql);
  const order = filter.order.length > 0 ? filter.order : [{ column: 'object_id', descending: false } as const];
  const terms = order.map(({ column, descending }) => `${identifier(column)}${descending ? ' desc' : ''}`);
  const text = `select file.* from "feature_attachment" as file where ${where} order by ${[...terms, '"id"'].join(', ')}${page(filter, sql)}`;
  return (await run<AttachmentRow>(db, sql.statement(text))).rows;
}

/** The number of files by feature, for a page of the features that have some. */
export async function attachmentCounts(db: Db, table: string, filter: AttachmentFilter): Promise<Map<number, number>> {
  const sql = new SqlText();
  const where = chosen(table, filter, sql);
  const text =
    `select "object_id", count(*) as n from "feature_attachment" as file where ${where} ` +
    `group by "object_id" order by "object_id"${page(filter, sql)}`;
  const { rows } = await run<{ object_id: number; n: number }>(db, sql.statement(text));
  return new Map(rows.map((row) => [Number(row.object_id), Number(row.n)]));
}

function page({ limit, offset }: AttachmentFilter, sql: SqlText): string {
  return ` limit ${sql.bind(limit, 'bigint')} offset ${sql.bind(offset, 'bigint')}`;
}

function chosen(table: string, filter: AttachmentFilter, sql: SqlText): string {
  const among = `file."table_name" = ${sql.bind(table, 'text')} and ${ofFeatures(filter.features, sql)}`;
  const parts = [among];
  if (filter.asked !== null) {
    const { condition, moment } = filter.asked;
    const holds = writeExpression(condition, sql, moment);
    // A condition may fail on a value: it is asked of these files and of no others, whose failure would tell of them.
    parts.push(mayFail(condition) ? `case when ${among} then ${holds} end` : holds);
  }
  if (filter.contentTypes.length > 0) parts.push(`split_part("content_type", ';', 1) = any(${sql.bind(filter.contentTypes, 'text[]')})`);
  if (filter.minBytes !== null) parts.push(`"size_bytes" >= ${sql.bind(filter.minBytes, 'bigint')}`);
  if (filter.maxBytes !== null) parts.push(`"size_bytes" <= ${sql.bind(filter.maxBytes, 'bigint')}`);
  if (filter.keywords.length > 0)
    parts.push(`regexp_split_to_array(lower("keywords"), '\\s*,\\s*') && ${sql.bind(filter.keywords, 'text[]')}`);
  return parts.join(' and ');
}

function ofFeatures(features: AttachmentFilter['features'], sql: SqlText): string {
  if ('objectIds' in features) return `file."object_id" = any(${sql.bind(features.objectIds, 'bigint[]')})`;
  const { layer, filter, moment } = features;
  const where = whereClause(layer, filter, sql, moment);
  return `exists (select 1 from ${qualified(layer.table)}${where === '' ? ' where' : `${where} and`} "objectid" = file."object_id")`;
}
