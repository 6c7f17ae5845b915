// SQL of files that were sent to a service for a later call.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ServiceUploadPartTable, ServiceUploadTable } from '../../schema/features.ts';

export type UploadRow = Selectable<ServiceUploadTable>;
export type UploadPartRow = Selectable<ServiceUploadPartTable>;

/** Uploads that a person keeps at one service. */
const MAX_LISTED = 100;

/** Adds an upload. */
export async function insertUpload(db: Db, row: Omit<UploadRow, 'created'>): Promise<UploadRow> {
  return db.insertInto('service_upload').values(row).returningAll().executeTakeFirstOrThrow();
}

/** An upload of a person to a service. */
export async function uploadOf(db: Db, itemId: string, username: string, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('service_upload')
    .selectAll()
    .where('id', '=', id)
    .where('item_id', '=', itemId)
    .where('username', '=', username)
    .executeTakeFirst();
}

/** The uploads of a person to a service, newest first. */
export async function uploadsOf(db: Db, itemId: string, username: string): Promise<UploadRow[]> {
  return db
    .selectFrom('service_upload')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('username', '=', username)
    .orderBy('created', 'desc')
    .limit(MAX_LISTED)
    .execute();
}

/** Bytes of all uploads and parts of a person, at any service. */
export async function bytesWaiting(db: Db, username: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(size_bytes), 0) as n from (
      select size_bytes from service_upload where username = ${username}
      union all
      select p.size_bytes from service_upload_part p join service_upload u on u.id = p.upload_id where u.username = ${username}
    ) all_bytes`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Uploads that a person began at any service and did not commit. */
export async function countUnfinished(db: Db, username: string): Promise<number> {
  const { n } = await db
    .selectFrom('service_upload')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('username', '=', username)
    .where('key', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The parts of an upload by number. */
export async function partsOf(db: Db, uploadId: string): Promise<UploadPartRow[]> {
  return db.selectFrom('service_upload_part').selectAll().where('upload_id', '=', uploadId).orderBy('number').execute();
}

/** Stores a part in the place of one with the same number; gives the key of that one. */
export async function putPart(db: Db, part: UploadPartRow): Promise<string | undefined> {
  const old = await db
    .deleteFrom('service_upload_part')
    .where('upload_id', '=', part.upload_id)
    .where('number', '=', part.number)
    .returning('key')
    .executeTakeFirst();
  await db.insertInto('service_upload_part').values(part).execute();
  return old?.key;
}

/** Gives an upload its bytes unless it has some, and forgets its parts; gives their keys. */
export async function completeUpload(db: Db, id: string, key: string, sizeBytes: number): Promise<string[] | undefined> {
  const done = await db
    .updateTable('service_upload')
    .set({ key, size_bytes: sizeBytes })
    .where('id', '=', id)
    .where('key', 'is', null)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return undefined;
  return (await db.deleteFrom('service_upload_part').where('upload_id', '=', id).returning('key').execute()).map((row) => row.key);
}

/** Removes an upload; gives the keys of its bytes. */
export async function deleteUploadRow(db: Db, id: string): Promise<string[]> {
  const parts = await db.deleteFrom('service_upload_part').where('upload_id', '=', id).returning('key').execute();
  const row = await db.deleteFrom('service_upload').where('id', '=', id).returning('key').executeTakeFirst();
  return [...parts.map((part) => part.key), ...(row?.key ? [row.key] : [])];
}

/** Removes uploads that nobody used; the sweep of files removes their bytes. */
export async function deleteOldUploads(db: Db, before: Date): Promise<number> {
  const gone = await db.deleteFrom('service_upload').where('created', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
