// SQL of the groups an item is shared with.
import { sql } from 'kysely';
import { groupColumns, membershipColumns } from '../groups/group-columns.sql.ts';
import { maySeeGroup } from '../groups/visibility.sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import type { GroupForCaller } from '../schema/groups.ts';

/** Groups an item is shared with that the caller may see; favourites only its own. */
export async function groupsOfItem(db: Db, caller: Caller, itemId: string): Promise<GroupForCaller[]> {
  const result = await sql<GroupForCaller>`
    select ${groupColumns}, ${membershipColumns(caller)}, true as visible
    from user_group join item_share s on s.group_id = user_group.id
    where s.item_id = ${itemId} and ${maySeeGroup(caller)}
    order by lower(user_group.title), user_group.id limit 512`.execute(db);
  return result.rows;
}
