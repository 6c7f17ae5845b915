// SQL of the parts of an upload.
import type { Db } from '../platform/db/database.ts';

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
