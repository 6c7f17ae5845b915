// SQL of folders.
import { fail } from '@graticule/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { violatedForeignKey } from '../platform/db/errors.ts';
import type { FolderRow } from '../schema/content.ts';

/** A folder and how many items lie in it. */
export type CountedFolder = FolderRow & { num_items: number };

/** All folders of a person by title, with the number of items in each. */
export async function foldersOf(db: Db, owner: string): Promise<CountedFolder[]> {
  const counts = db
    .selectFrom('item')
    .select((eb) => ['item.folder_id', eb.fn.countAll().as('num_items')])
    .where('item.owner', '=', owner)
    .where('item.binned', 'is', null)
    .groupBy('item.folder_id')
    .as('counts');
  const rows = await db
    .selectFrom('folder')
    .leftJoin(counts, 'counts.folder_id', 'folder.id')
    .selectAll('folder')
    .select('counts.num_items')
    .where('folder.owner', '=', owner)
    .orderBy('folder.title')
    .orderBy('folder.id')
    .execute();
  return rows.map(({ num_items, ...folder }) => ({ ...folder, num_items: Number(num_items ?? 0) }));
}

/** One folder of a person; folders of others do not exist here. */
export async function folderOf(db: Db, owner: string, id: string): Promise<FolderRow | undefined> {
  return db.selectFrom('folder').selectAll().where('owner', '=', owner).where('id', '=', id).executeTakeFirst();
}

/** A folder of a person by its title, without regard to case. */
export async function folderByTitle(db: Db, owner: string, title: string): Promise<FolderRow | undefined> {
  return db
    .selectFrom('folder')
    .selectAll()
    .where('owner', '=', owner)
    .where(sql`lower(title)`, '=', sql`lower(${title})`)
    .executeTakeFirst();
}

/** Adds a folder unless the person has one of that title in any spelling. */
export async function insertFolderUnlessThere(db: Db, folder: { id: string; owner: string; title: string }): Promise<void> {
  await sql`
    insert into folder (id, owner, title) values (${folder.id}, ${folder.owner}, ${folder.title})
    on conflict (owner, lower(title)) do nothing`.execute(db);
}

/** Adds a folder; a title that exists in any spelling violates `folder_title`. */
export async function insertFolder(db: Db, folder: { id: string; owner: string; title: string }): Promise<FolderRow> {
  return db.insertInto('folder').values(folder).returningAll().executeTakeFirstOrThrow();
}

/** Renames a folder. */
export async function renameFolder(db: Db, id: string, title: string): Promise<void> {
  await db.updateTable('folder').set({ title }).where('id', '=', id).execute();
}

/** Removes an empty folder; one in which something lies violates `item_folder_id_fkey`. */
export async function deleteFolderRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('folder').where('id', '=', id).execute();
}

/** Ids of the newest items in a folder, without those in the recycle bin. What shows another item is newer than that. */
export async function newestInFolder(db: Db, folderId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where('folder_id', '=', folderId)
    .where('binned', 'is', null)
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether an item in the folder is protected. */
export async function isKeptByProtected(db: Db, folderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('item')
    .select('id')
    .where('folder_id', '=', folderId)
    .where('binned', 'is', null)
    .where('protected', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a statement failed because the folder is gone, or because something lies in it. */
export function isAboutFolder(error: unknown): boolean {
  return violatedForeignKey(error) === 'item_folder_id_fkey';
}

/** For statements that put items into a folder. @throws FOLDER_NOT_FOUND for one that was deleted in that moment */
export function folderIsGone(error: unknown): never {
  throw isAboutFolder(error) ? fail('FOLDER_NOT_FOUND', { cause: error }) : error;
}

/** Removes the empty folders of a person; one that holds something violates its foreign key. */
export async function deleteFoldersOf(db: Db, owner: string): Promise<void> {
  await db.deleteFrom('folder').where('owner', '=', owner).execute();
}
