// The order of items in a statement; equal keys are ordered by id, so that pages neither repeat nor lose an item.
import { type RawBuilder, sql } from 'kysely';
import type { ItemSortKey } from '../schema/content.ts';

/** What follows `order by`; the item table is called `item`. */
export function orderOfItems(keys: readonly ItemSortKey[]): RawBuilder<unknown> {
  const parts = keys.map(({ column, descending }) => {
    const ref = sql.ref(`item.${column}`);
    const key = column === 'title' ? sql`lower(${ref})` : ref;
    return descending ? sql`${key} desc` : sql`${key} asc`;
  });

  parts.push(sql`item.id`);
  return sql.join(parts);
}
