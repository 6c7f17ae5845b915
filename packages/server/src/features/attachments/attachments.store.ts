// SQL of the files kept with features. Triggers count their bytes and let the file store know what nobody needs.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { AttachmentRow, StoredField } from '../../schema/features.ts';
import { qualified, run } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { identifier, SqlText } from '../sql-text.rules.ts';

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
