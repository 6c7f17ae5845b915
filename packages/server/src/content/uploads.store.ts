// SQL of the parts of an upload.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow } from '../schema/content.ts';
import { itemColumns } from './item-columns.sql.ts';

/** A part as stored. */
export interface PartRow {
  item_id: string;
  number: number;
  key: string;
  size_bytes: number;
}

/** Parts of an upload in order. */
export async function partsOf(db: Db, itemId: string): Promise<PartRow[]> {
  return db.selectFrom('item_part').selectAll().where('item_id', '=', itemId).orderBy('number').execute();
}

/** Parts of an upload in order, with what is known of their bytes. */
export async function receivedPartsOf(db: Db, itemId: string): Promise<{ number: number; size_bytes: number; sha256: string }[]> {
  return db
    .selectFrom('item_part')
    .innerJoin('stored_file', 'stored_file.key', 'item_part.key')
    .select(['item_part.number', 'item_part.size_bytes', 'stored_file.sha256'])
    .where('item_part.item_id', '=', itemId)
    .orderBy('item_part.number')
    .execute();
}

/** Some uploads to which nobody sent a part, and that nobody changed or tried to commit, since a time. */
export async function abandonedUploads(db: Db, before: Date, limit: number, except: readonly string[]): Promise<ItemRow[]> {
  const result = await sql<ItemRow>`
    select ${itemColumns} from item
    where item.status = 'partial' and item.created < ${before} and item.modified < ${before} and item.id <> all(${[...except]}::text[])
    order by item.created, item.id limit ${limit}`.execute(db);
  return result.rows;
}

/** Which of the uploads are as they were read, locked until the end of the transaction: a commit that began since has changed them. */
export async function lockedUploads(db: Db, uploads: readonly ItemRow[]): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select item.id from item join unnest(${uploads.map((item) => item.id)}::text[], ${uploads.map((item) => item.modified)}::timestamptz[]) seen(id, modified)
      on seen.id = item.id
    where item.status = 'partial' and date_trunc('milliseconds', item.modified) = date_trunc('milliseconds', seen.modified)
    order by item.id for update of item`.execute(db);
  return new Set(result.rows.map((row) => row.id));
}

/** Says that somebody goes on with an upload, and locks it until the end of the transaction; false when it is over or gone. */
export async function touchUpload(db: Db, itemId: string, now: Date): Promise<boolean> {
  const result = await sql`update item set modified = ${now} where id = ${itemId} and status = 'partial' returning id`.execute(db);
  return result.rows.length > 0;
}

/** An upload that could not be joined can be committed again; what is no upload any more stays as it is. */
export async function reopenUploadRow(db: Db, itemId: string, message: string, now: Date): Promise<void> {
  await sql`
    update item set status = 'partial', status_message = ${message}, modified = ${now} where id = ${itemId} and status = 'processing'
      and exists (select 1 from item_part p where p.item_id = item.id)`.execute(db);
}

/** Adds or replaces a part; the key that it replaced is returned. */
export async function putPart(db: Db, part: PartRow): Promise<string | undefined> {
  const before = await db
    .selectFrom('item_part')
    .select('key')
    .where('item_id', '=', part.item_id)
    .where('number', '=', part.number)
    .executeTakeFirst();
  await db
    .insertInto('item_part')
    .values(part)
    .onConflict((oc) => oc.columns(['item_id', 'number']).doUpdateSet({ key: part.key, size_bytes: part.size_bytes }))
    .execute();
  return before?.key;
}

/** Removes all parts of an upload; returns their keys. */
export async function deleteParts(db: Db, itemId: string): Promise<string[]> {
  const rows = await db.deleteFrom('item_part').where('item_id', '=', itemId).returning('key').execute();
  return rows.map((row) => row.key);
}
