// SQL of items that a group features.
import { sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow } from '../schema/content.ts';
import { itemColumns } from './item-columns.sql.ts';
import { maySeeItem } from './visibility.sql.ts';

/** Featured items of a group in their order, as far as they are still shared with it and the caller may see them. */
export async function featuredIn(db: Db, caller: Caller, groupId: string): Promise<ItemRow[]> {
  const result = await sql<ItemRow>`
    select ${itemColumns} from item
    join group_featured_item f on f.item_id = item.id and f.group_id = ${groupId}
    join item_share s on s.item_id = item.id and s.group_id = ${groupId}
    where ${maySeeItem(caller)} order by f.place, item.id`.execute(db);
  return result.rows;
}

/** Which of the items are shared with the group and visible to the caller. */
export async function featurable(db: Db, caller: Caller, groupId: string, ids: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select item.id from item join item_share s on s.item_id = item.id and s.group_id = ${groupId}
    where item.id = any(${[...ids]}) and ${maySeeItem(caller)}`.execute(db);
  return new Set(result.rows.map((row) => row.id));
}

/** Ids of what a group features and this caller cannot see, in their order; the list is locked until the end of the transaction. */
export async function hiddenFeatured(db: Db, caller: Caller, groupId: string): Promise<string[]> {
  await sql`select 1 from user_group where id = ${groupId} for no key update`.execute(db);
  const result = await sql<{ item_id: string }>`
    select f.item_id from group_featured_item f
    where f.group_id = ${groupId} and not exists (select 1 from item where item.id = f.item_id and ${maySeeItem(caller)})
    order by f.place, f.item_id`.execute(db);
  return result.rows.map((row) => row.item_id);
}

/** Replaces what a group features. */
export async function replaceFeatured(db: Db, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from group_featured_item where group_id = ${groupId}`.execute(db);
  await sql`
    insert into group_featured_item (group_id, item_id, place)
    select ${groupId}, n.id, n.place from unnest(${[...ids]}::text[]) with ordinality as n (id, place)`.execute(db);
}
