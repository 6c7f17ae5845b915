// SQL of the files kept with features. Triggers count their bytes and let the file store know what nobody needs.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { AttachmentRow, StoredField } from '../../schema/features.ts';
import { qualified, run } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { identifier, SqlText } from '../sql-text.rules.ts';
import type { Checked } from '../where/tree.ts';
import { type Moment, writeExpression } from '../where/write.rules.ts';
import type { AttachmentOrder } from './attachment-order.rules.ts';

/** Object id and global id of a feature, by object id; with `owned` only when it belongs to that person. */
export async function featureIdentity(
  db: Db,
  layer: HostedLayer,
  objectId: number,
  owned: { field: StoredField; username: string } | null = null,
): Promise<{ objectid: number; globalid: string } | undefined> {
  const statement = new SqlText();
  const key = `"objectid" = ${statement.bind(objectId, 'bigint')}`;
  const own = [owned, layer.onlyOf]
    .map((one) => (one ? ` and ${identifier(one.field.column)} = ${statement.bind(one.username, 'text')}` : ''))
    .join('');
  const text = `select "objectid", "globalid" from ${qualified(layer.table)} where ${key}${own}`;
  return (await run<{ objectid: number; globalid: string }>(db, statement.statement(text))).rows[0];
}

/** Object ids of features by their global ids. */
export async function objectIdsOfGlobalIds(db: Db, layer: HostedLayer, globalIds: readonly string[]): Promise<number[]> {
  const statement = new SqlText();
  const text = `select "objectid" from ${qualified(layer.table)} where "globalid" = any(${statement.bind(globalIds, 'uuid[]')})`;
  return (await run<{ objectid: number }>(db, statement.statement(text))).rows.map((row) => Number(row.objectid));
}

/** Global ids of features by their object ids. */
export async function globalIdsOf(db: Db, layer: HostedLayer, objectIds: readonly number[]): Promise<Map<number, string>> {
  const statement = new SqlText();
  const text = `select "objectid", "globalid" from ${qualified(layer.table)} where "objectid" = any(${statement.bind(objectIds, 'bigint[]')})`;
  const { rows } = await run<{ objectid: number; globalid: string }>(db, statement.statement(text));
  return new Map(rows.map((row) => [Number(row.objectid), row.globalid]));
}

/** Says that the features of a layer changed. */
export async function touchLayer(db: Db, table: string): Promise<void> {
  await db.updateTable('feature_layer').set({ data_edited: new Date() }).where('table_name', '=', table).execute();
}

/** Keeps a feature from being deleted until the transaction ends. */
export async function holdFeature(db: Db, layer: HostedLayer, objectId: number): Promise<boolean> {
  const statement = new SqlText();
  const text = `select 1 from ${qualified(layer.table)} where "objectid" = ${statement.bind(objectId, 'bigint')} for key share`;
  return (await run(db, statement.statement(text))).rows.length > 0;
}

/** The object id of a feature by its global id. */
export async function objectIdOf(db: Db, layer: HostedLayer, globalId: string): Promise<number | undefined> {
  const statement = new SqlText();
  const text = `select "objectid" from ${qualified(layer.table)} where "globalid" = ${statement.bind(globalId, 'uuid')}`;
  const id = (await run<{ objectid: number }>(db, statement.statement(text))).rows[0]?.objectid;
  return id === undefined ? undefined : Number(id);
}

/** The files of a feature, oldest first. */
export async function attachmentsOf(db: Db, table: string, objectId: number): Promise<AttachmentRow[]> {
  return db
    .selectFrom('feature_attachment')
    .selectAll()
    .where('table_name', '=', table)
    .where('object_id', '=', objectId)
    .orderBy('id')
    .execute();
}

/** Files of a layer by their ids. */
export async function attachmentsByIds(db: Db, table: string, ids: readonly number[]): Promise<AttachmentRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('feature_attachment')
    .selectAll()
    .where('table_name', '=', table)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute();
}

/** One file of a feature. */
export async function attachmentAt(db: Db, table: string, objectId: number, id: number): Promise<AttachmentRow | undefined> {
  return db
    .selectFrom('feature_attachment')
    .selectAll()
    .where('table_name', '=', table)
    .where('object_id', '=', objectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** One file of a layer by its global id. */
export async function attachmentByGlobalId(db: Db, table: string, globalId: string): Promise<AttachmentRow | undefined> {
  return db
    .selectFrom('feature_attachment')
    .selectAll()
    .where('table_name', '=', table)
    .where('global_id', '=', globalId)
    .executeTakeFirst();
}

/** Adds a file to a feature. */
export async function insertAttachment(
  db: Db,
  row: Omit<AttachmentRow, 'id' | 'global_id' | 'created'> & { global_id?: string },
): Promise<{ id: number; global_id: string }> {
  return db.insertInto('feature_attachment').values(row).returning(['id', 'global_id']).executeTakeFirstOrThrow();
}

/** Adds files in one statement. */
export async function insertAttachments(db: Db, rows: readonly Omit<AttachmentRow, 'id' | 'global_id' | 'created'>[]): Promise<void> {
  await db
    .insertInto('feature_attachment')
    .values([...rows])
    .execute();
}

/** Changes a file, or only its keywords; gives the key it had, undefined when it is gone. */
export async function updateAttachmentRow(
  db: Db,
  id: number,
  change: Partial<Pick<AttachmentRow, 'name' | 'content_type' | 'size_bytes' | 'keywords' | 'key'>>,
): Promise<string | undefined> {
  const before = await db.selectFrom('feature_attachment').select('key').where('id', '=', id).forUpdate().executeTakeFirst();
  if (before === undefined) return undefined;
  await db.updateTable('feature_attachment').set(change).where('id', '=', id).execute();
  return before.key;
}

/** Removes files by their ids; gives their keys. */
export async function deleteAttachmentRows(db: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .deleteFrom('feature_attachment')
    .where('id', 'in', [...ids])
    .returning('key')
    .execute();
  return rows.map((row) => row.key);
}

/** Removes the files of features; gives their keys. */
export async function deleteAttachmentsOf(db: Db, table: string, objectIds: readonly number[]): Promise<string[]> {
  if (objectIds.length === 0) return [];
  const rows = await sql<{ key: string }>`
    delete from feature_attachment where table_name = ${table} and object_id = any(${[...objectIds]}::bigint[]) returning key`.execute(db);
  return rows.rows.map((row) => row.key);
}

/** Removes all files of a layer. */
export async function deleteAttachmentsOfLayer(db: Db, table: string): Promise<void> {
  await db.deleteFrom('feature_attachment').where('table_name', '=', table).execute();
}

/** The keys of all files of layers. */
export async function attachmentKeysOf(db: Db, tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const rows = await db
    .selectFrom('feature_attachment')
    .select('key')
    .where('table_name', 'in', [...tables])
    .execute();
  return rows.map((row) => row.key);
}

/** The files of features for which a condition holds. */
export async function attachmentsWhere(
  db: Db,
  table: string,
  objectIds: readonly number[],
  { condition, moment }: { condition: Checked; moment: Moment },
): Promise<number[]> {
  const statement = new SqlText();
  const among = `"table_name" = ${statement.bind(table, 'text')} and "object_id" = any(${statement.bind(objectIds, 'bigint[]')})`;
  // A condition may fail on a value: it is asked of these files and of no others, whose failure would tell of them.
  const holds = `case when ${among} then ${writeExpression(condition, statement, moment)} end`;
  const { rows } = await run<{ id: number }>(db, statement.statement(`select "id" from "feature_attachment" where ${among} and ${holds}`));
  return rows.map((row) => Number(row.id));
}

/** Which files a query of many features asks for. */
export interface AttachmentFilter {
  objectIds: readonly number[];
  /** These alone, where a condition chose them. */
  ids: readonly number[] | null;
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
  let query = chosen(db, table, filter).selectAll();
  const order = filter.order.length > 0 ? filter.order : [{ column: 'object_id', descending: false } as const];
  for (const { column, descending } of order) query = query.orderBy(column, descending ? 'desc' : 'asc');
  return query.orderBy('id').limit(filter.limit).offset(filter.offset).execute();
}

/** The number of files by feature. */
export async function attachmentCounts(db: Db, table: string, filter: AttachmentFilter): Promise<Map<number, number>> {
  const rows = await chosen(db, table, filter)
    .select(['object_id', sql<number>`count(*)`.as('n')])
    .groupBy('object_id')
    .orderBy('object_id')
    .execute();
  return new Map(rows.map((row) => [row.object_id, Number(row.n)]));
}

function chosen(db: Db, table: string, filter: AttachmentFilter) {
  let query = db
    .selectFrom('feature_attachment')
    .where('table_name', '=', table)
    .where(sql<boolean>`object_id = any(${[...filter.objectIds]}::bigint[])`);
  if (filter.ids !== null) query = query.where(sql<boolean>`id = any(${[...filter.ids]}::bigint[])`);
  if (filter.contentTypes.length > 0) query = query.where(sql`split_part(content_type, ';', 1)`, 'in', [...filter.contentTypes]);
  if (filter.minBytes !== null) query = query.where('size_bytes', '>=', filter.minBytes);
  if (filter.maxBytes !== null) query = query.where('size_bytes', '<=', filter.maxBytes);
  if (filter.keywords.length === 0) return query;
  return query.where(sql<boolean>`regexp_split_to_array(lower(keywords), '\\s*,\\s*') && ${[...filter.keywords]}::text[]`);
}
