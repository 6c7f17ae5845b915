// The columns by which groups are read, for every statement that gives groups.
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { GroupRow } from '../schema/groups.ts';

const COLUMNS = [
  'id',
  'org_id',
  'owner',
  'title',
  'description',
  'snippet',
  'phone',
  'thumbnail_key',
  'thumbnail_name',
  'tags',
  'type_keywords',
  'capabilities',
  'access',
  'membership_access',
  'sort_field',
  'sort_order',
  'invitation_only',
  'view_only',
  'auto_join',
  'hidden_members',
  'leaving_disallowed',
  'protected',
  'favourites',
  'properties',
  'display_settings',
  'created',
  'modified',
] as const satisfies readonly (keyof GroupRow)[];

/** The columns of `GroupRow`; the table must be called `user_group`. */
export const groupColumns: RawBuilder<unknown> = sql.join(COLUMNS.map((column) => sql.ref(`user_group.${column}`)));

/** Columns that tell what the caller is in a group, for statements that give groups. */
export function membershipColumns(caller: Caller): RawBuilder<unknown> {
  if (caller.username === null) return sql`null::text as member_type, 0 as applications`;
  return sql`
    (select m.member_type from group_member m where m.group_id = user_group.id and m.username = ${caller.username}) as member_type,
    (select count(*)::int from group_application a where a.group_id = user_group.id
      and exists (select 1 from group_member m where m.group_id = user_group.id and m.username = ${caller.username} and m.member_type <> 'member')
    ) as applications`;
}
