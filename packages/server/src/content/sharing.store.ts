// SQL of sharing items with groups. Visibility keys follow in the same transaction.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { StoredMemberType } from '../schema/groups.ts';
import { renewScopes } from './visibility.sql.ts';

export { lockItems } from './visibility.sql.ts';

/** A group as sharing needs it, with what the caller is in it. */
export interface ShareTarget {
  id: string;
  org_id: string | null;
  view_only: boolean;
  favourites: boolean;
  capabilities: string[];
  member_type: StoredMemberType | null;
}

/** The groups of these ids; unknown ids are missing. */
export async function shareTargets(db: Db, username: string, groupIds: readonly string[]): Promise<ShareTarget[]> {
  const result = await sql<ShareTarget>`
    select g.id, g.org_id, g.view_only, g.favourites, g.capabilities, m.member_type
    from user_group g left join group_member m on m.group_id = g.id and m.username = ${username}
    where g.id = any(${[...groupIds]})`.execute(db);
  return result.rows;
}

/** Shares items with groups; shares that exist stay. */
export async function insertShares(db: Db, itemIds: readonly string[], groupIds: readonly string[], username: string): Promise<void> {
  if (itemIds.length === 0 || groupIds.length === 0) return;
  await sql`
    insert into item_share (item_id, group_id, shared_by)
    select i, g, ${username} from unnest(${[...itemIds]}::text[]) i cross join unnest(${[...groupIds]}::text[]) g
    on conflict do nothing`.execute(db);
}

/** Takes items out of groups. */
export async function deleteShares(db: Db, itemIds: readonly string[], groupIds: readonly string[]): Promise<void> {
  await sql`delete from item_share where item_id = any(${[...itemIds]}) and group_id = any(${[...groupIds]})`.execute(db);
}

/** Takes items out of every group but favourites. */
export async function deleteAllShares(db: Db, itemIds: readonly string[]): Promise<void> {
  await sql`
    delete from item_share s using user_group g
    where s.item_id = any(${[...itemIds]}) and g.id = s.group_id and not g.favourites`.execute(db);
}

/** Writes the access and makes the visibility keys follow access and shares. The items are locked since the beginning. */
export async function finishSharing(db: Db, itemIds: readonly string[], access: 'private' | 'org' | 'public' | undefined): Promise<void> {
  if (itemIds.length === 0) return;
  await renewScopes(db, itemIds, { isLocked: true, ...(access === undefined ? {} : { access }), set: sql`modified = now()` });
}

/** Takes some items out of a group; how many. Belongs into a transaction. */
export async function takeSomeOut(db: Db, groupId: string, limit: number): Promise<number> {
  const removed = await sql<{ item_id: string }>`
    delete from item_share where group_id = ${groupId} and item_id in (
      select item_id from item_share where group_id = ${groupId} order by item_id limit ${limit})
    returning item_id`.execute(db);
  const ids = removed.rows.map((row) => row.item_id);
  if (ids.length > 0) await renewScopes(db, ids);
  return ids.length;
}

/** How many items are shared with a group. */
export async function sharesOf(db: Db, groupId: string): Promise<number> {
  const result = await sql<{ n: number }>`select count(*) as n from item_share where group_id = ${groupId}`.execute(db);
  return Number(result.rows[0]?.n ?? 0);
}

/** Ids of the groups an item is shared with; favourites are nobody else's business. */
export async function groupIdsOf(db: Db, itemId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select g.id from item_share s join user_group g on g.id = s.group_id where s.item_id = ${itemId} and not g.favourites order by s.shared, g.id`.execute(
    db,
  );
  return result.rows.map((row) => row.id);
}
