// SQL of relationships between items.
import { sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow, ItemSortKey } from '../schema/content.ts';
import { itemColumns } from './item-columns.sql.ts';
import { orderOfItems } from './sort.sql.ts';
import { maySeeItem } from './visibility.sql.ts';

/** A relationship as stored. */
export interface RelationshipRow {
  origin: string;
  destination: string;
  type: string;
}

/** Adds a relationship; false when it is there already. */
export async function insertRelationship(db: Db, { origin, destination, type }: RelationshipRow): Promise<boolean> {
  const result = await db
    .insertInto('item_relationship')
    .values({ origin_id: origin, destination_id: destination, type })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Ends a relationship; false when there is none. */
export async function deleteRelationshipRow(db: Db, { origin, destination, type }: RelationshipRow): Promise<boolean> {
  const result = await db
    .deleteFrom('item_relationship')
    .where('origin_id', '=', origin)
    .where('destination_id', '=', destination)
    .where('type', '=', type)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Which related items are asked for. */
export interface RelatedQuery {
  itemId: string;
  types: readonly string[];
  direction: 'forward' | 'reverse';
  sort: readonly ItemSortKey[];
  limit: number;
  offset: number;
}

/** One page of the related items that the caller may see, and how many there are. */
export async function relatedItems(db: Db, caller: Caller, query: RelatedQuery): Promise<{ rows: ItemRow[]; total: number }> {
  const [from, to] = query.direction === 'forward' ? ['r.origin_id', 'r.destination_id'] : ['r.destination_id', 'r.origin_id'];
  const condition = sql`${sql.ref(from)} = ${query.itemId} and r.type = any(${[...query.types]}) and ${maySeeItem(caller)}`;
  const rows = await sql<ItemRow>`
    select ${itemColumns} from item
    where exists (select 1 from item_relationship r where ${sql.ref(to)} = item.id and ${condition})
    order by ${orderOfItems(query.sort)} limit ${query.limit} offset ${query.offset}`.execute(db);
  const total = await sql<{ n: number }>`
    select count(distinct item.id) as n from item_relationship r join item on item.id = ${sql.ref(to)} where ${condition}`.execute(db);
  return { rows: rows.rows, total: Number(total.rows[0]?.n ?? 0) };
}
