// SQL of what items take, in one sum: what people and organisations are told, and what limits are compared with.
import { type RawBuilder, sql } from 'kysely';

/** A sum beyond what a number holds exactly is told as the largest that it does; the database would refuse what is beyond its own. */
export const tellable = (sum: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`least(${sum}, ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint`;

/**
 * Bytes of data, resources, rows and files of layers, and parts of uploads, of the items that a condition chooses.
 * @param chosen SQL of a condition about the table `item`
 */
export function storedBytes(chosen: RawBuilder<unknown>): RawBuilder<number> {
  return tellable(sql`coalesce((select sum(greatest(item.data_bytes, 0) + item.resource_bytes + item.hosted_bytes) from item where ${chosen}), 0)
    + coalesce((select sum(part.size_bytes) from item_part part join item on item.id = part.item_id where ${chosen}), 0)`);
}
