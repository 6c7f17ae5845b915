// SQL of folders.
import type { Db } from '../platform/db/database.ts';
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
    .where((eb) => eb(eb.fn('lower', ['title']), '=', title.toLowerCase()))
    .executeTakeFirst();
}

/** Adds a folder; a title that exists in any spelling violates `folder_title`. */
export async function insertFolder(db: Db, folder: { id: string; owner: string; title: string }): Promise<FolderRow> {
  return db.insertInto('folder').values(folder).returningAll().executeTakeFirstOrThrow();
}

/** Renames a folder. */
export async function renameFolder(db: Db, id: string, title: string): Promise<void> {
  await db.updateTable('folder').set({ title }).where('id', '=', id).execute();
}

/** Removes an empty folder. */
export async function deleteFolderRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('folder').where('id', '=', id).execute();
}

/** Ids of the items in a folder, without those in the recycle bin. */
export async function itemIdsInFolder(db: Db, folderId: string): Promise<string[]> {
  const rows = await db.selectFrom('item').select('id').where('folder_id', '=', folderId).where('binned', 'is', null).execute();
  return rows.map((row) => row.id);
}
