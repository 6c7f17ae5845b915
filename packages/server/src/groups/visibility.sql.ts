// The one definition of who may see a group.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, may } from '../platform/caller.ts';

/**
 * Whether the caller may see the group; `alias` names the table in the statement.
 * @source ACC-7: everyone if public, members of the organisation if org, its members, administrators
 */
export function maySeeGroup(caller: Caller, alias = 'user_group'): RawBuilder<SqlBool> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${alias}.${name}`);
  const ways: RawBuilder<unknown>[] = [sql`${column('access')} = 'public'`];
  if (caller.orgId !== null && may(caller, 'portal:user:viewOrgGroups')) {
    ways.push(sql`(${column('access')} = 'org' and ${column('org_id')} = ${caller.orgId})`);
  }
  if (caller.orgId !== null && may(caller, 'portal:admin:viewGroups')) {
    ways.push(sql`(${column('org_id')} = ${caller.orgId} and not ${column('favourites')})`);
  }
  if (caller.username !== null) {
    ways.push(sql`${column('id')} in (select group_id from group_member where username = ${caller.username})`);
  }
  return sql`(${sql.join(ways, sql` or `)})`;
}
