// SQL of the content of one person: a page of a folder, tags, items of a group.
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow, ItemSortKey } from '../schema/content.ts';
import { itemColumns } from './item-columns.sql.ts';
import { orderOfItems } from './sort.sql.ts';
import { maySeeItem } from './visibility.sql.ts';

/** A page of items with the number of all that match. */
export interface ItemPage {
  rows: ItemRow[];
  total: number;
}

interface PageQuery {
  /** Only items of these types; none at all for an empty list. */
  types?: readonly string[] | undefined;
  sort: readonly ItemSortKey[];
  limit: number;
  offset: number;
}

async function pageOf(db: Db, from: RawBuilder<unknown>, query: PageQuery): Promise<ItemPage> {
  const narrowed =
    query.types === undefined ? from : sql`${from} and lower(item.type) = any(${query.types.map((type) => type.toLowerCase())}::text[])`;
  const rows = await sql<ItemRow>`
    select ${itemColumns} ${narrowed} order by ${orderOfItems(query.sort)} limit ${query.limit} offset ${query.offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*) as n ${narrowed}`.execute(db);
  return { rows: rows.rows, total: Number(total.rows[0]?.n ?? 0) };
}

/** Items of a person in one folder (null is the root); `all` skips the check of visibility for owner and administrators. */
export async function itemsInFolder(
  db: Db,
  caller: Caller,
  place: { owner: string; folderId: string | null; all: boolean },
  query: PageQuery,
): Promise<ItemPage> {
  const folder = place.folderId === null ? sql`item.folder_id is null` : sql`item.folder_id = ${place.folderId}`;
  const where = sql`from item where item.owner = ${place.owner} and ${folder} and item.binned is null`;
  return pageOf(db, place.all ? where : sql`${where} and ${maySeeItem(caller)}`, query);
}

/** Items of a person in all folders that the caller may see. */
export async function visibleItemsOf(db: Db, caller: Caller, owner: string, query: PageQuery): Promise<ItemPage> {
  return pageOf(db, sql`from item where item.owner = ${owner} and ${maySeeItem(caller)}`, query);
}

/** Items shared with a group that the caller may see. */
export async function itemsOfGroup(db: Db, caller: Caller, groupId: string, query: PageQuery): Promise<ItemPage> {
  return pageOf(db, sql`from item join item_share s on s.item_id = item.id where s.group_id = ${groupId} and ${maySeeItem(caller)}`, query);
}

/** Tags of a person's items that the caller may see, most used first. */
export async function tagsOf(db: Db, caller: Caller, owner: string): Promise<{ tag: string; count: number }[]> {
  const result = await sql<{ tag: string; count: number }>`
    select t.tag, count(*) as count from item, unnest(item.tags) as t(tag)
    where item.owner = ${owner} and ${maySeeItem(caller)}
    group by t.tag order by count(*) desc, t.tag limit 1000`.execute(db);
  return result.rows.map((row) => ({ tag: row.tag, count: Number(row.count) }));
}
