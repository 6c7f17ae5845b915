// The one definition of who may see an item, joined by every statement that gives items or what belongs to them.
import { BUILT_IN_ROLES, type Privilege, ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, may, type Rights } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';

/** What a member needs for the keys of its organisation. */
const KEY_PRIVILEGE = { org: 'portal:user:viewOrgItems', within: 'portal:admin:viewItems' } as const satisfies Record<string, Privilege>;

/**
 * The keys that the caller holds; an item is visible when one of its `scopes` is among them.
 * @source ACC-1: everyone, the owner, members of the organisation, members of groups, administrators
 */
export function callerScopes(caller: Rights): RawBuilder<string[]> {
  const keys = sql<string[]>`${keysByName(caller)}::text[]`;
  return caller.username === null ? keys : sql`(${keys} || ${groupKeys(caller.username)})`;
}

/** The keys that the caller holds whatever groups there are. */
function keysByName(caller: Rights): string[] {
  const { organisation, isAdmin } = organisationKeys(caller);
  const keys = ['public'];
  if (caller.username !== null) keys.push(`user:${caller.username}`);
  if (organisation !== undefined) keys.push(`org:${organisation}`);
  if (isAdmin) keys.push(`within:${caller.orgId}`);
  return keys;
}

function organisationKeys(caller: Rights): { organisation: string | undefined; isAdmin: boolean } {
  return {
    organisation: caller.orgId !== null && may(caller, KEY_PRIVILEGE.org) ? caller.orgId : undefined,
    isAdmin: caller.orgId !== null && may(caller, KEY_PRIVILEGE.within),
  };
}

function groupKeys(username: string): RawBuilder<string[]> {
  return sql`array(select 'group:' || group_id from group_member where username = ${username})`;
}

/** What `word_matches` in the database needs to decide the same for a caller. */
export interface Sight {
  /** The caller's organisation, if what is shared with it is open to the caller. */
  own: string | null;
  /** Also what members keep to themselves. */
  seesAll: boolean;
  /** Keys by which single items are open to the caller. */
  holds: RawBuilder<string[] | null>;
}

/** What a caller sees, for the statements that the database holds. */
export function sightOf(caller: Caller): Sight {
  const { organisation, isAdmin } = organisationKeys(caller);
  return {
    own: organisation !== undefined || isAdmin ? caller.orgId : null,
    seesAll: isAdmin,
    holds: caller.username === null ? sql`null::text[]` : namedKeys(caller.username, organisation),
  };
}

function namedKeys(username: string, organisation: string | undefined): RawBuilder<string[]> {
  const keys = [`user:${username}`, ...(organisation === undefined ? [] : [`org:${organisation}`])];
  return sql`(${keys}::text[] || ${groupKeys(username)})`;
}

/**
 * The same decision for the rows of `item_search`, called `s`, as conditions of which at most one holds for each item.
 * Together they are `maySeeItem`; a test compares them.
 */
export function waysToSee(caller: Caller): RawBuilder<SqlBool>[] {
  const { own, seesAll, holds } = sightOf(caller);
  const ways: RawBuilder<SqlBool>[] = [sql`s.reach = 'e'`];
  if (own !== null) ways.push(sql`s.reach = 'o' and s.org_id = ${own}`);
  if (seesAll) ways.push(sql`s.reach = 'n' and s.org_id = ${own}`);
  if (caller.username === null) return ways;
  const named = sql<SqlBool>`s.reach <> 'e' and s.named && ${holds}`;
  if (seesAll) ways.push(sql`${named} and s.org_id is distinct from ${own}`);
  else if (own !== null) ways.push(sql`${named} and not (s.reach = 'o' and s.org_id = ${own})`);
  else ways.push(named);
  return ways;
}

/** Whether the caller may see the item; `alias` names the item table in the statement. */
export function maySeeItem(caller: Rights, alias = 'item'): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${alias}.scopes`)} && ${callerScopes(caller)}`;
}

/** Whether the caller may see an item with these `scopes` whatever groups there are: the part of `maySeeItem` that needs no row but the item's. */
export function seesByName(caller: Rights, scopes: readonly string[]): boolean {
  return keysByName(caller).some((key) => scopes.includes(key));
}

/** Whether the caller may update the item as a member of a group whose members update its items. */
export function mayUpdateThroughGroup(caller: Rights, alias = 'item'): RawBuilder<SqlBool> {
  if (caller.username === null) return sql`false`;
  return sql`exists (
    select 1 from item_share s
    join user_group g on g.id = s.group_id and 'updateitemcontrol' = any(g.capabilities)
    join group_member m on m.group_id = g.id and m.username = ${caller.username}
    where s.item_id = ${sql.ref(`${alias}.id`)})`;
}

/**
 * Locks items until the end of the transaction, in one order for all, before shares or grants of theirs change: whoever changes the same waits
 * here and then sees what the other did, and the keys of foreign tables find the rows locked already.
 */
export async function lockItems(db: Db, ids: readonly string[]): Promise<void> {
  await sql`select 1 from item where id = any(${[...ids]}) order by id for no key update`.execute(db);
}

/** What changes together with the visibility keys, so that each row is written once. */
interface KeyChange {
  /** The transaction has locked the items before it changed anything. */
  isLocked?: boolean;
  access?: 'private' | 'org' | 'public';
  owner?: { username: string; orgId: string | null };
  binned?: boolean;
  /** Further assignments, such as `modified = now()`. */
  set?: RawBuilder<unknown>;
}

/**
 * Sets the visibility keys of items from their access, shares and grants; belongs into every transaction that changes any of them, after
 * the change. What lies in the recycle bin has a key that nobody holds.
 * NOTE: favourites are a bookmark, not a share: they must not keep an item visible that was made private later.
 */
export async function renewScopes(db: Db, ids: readonly string[], change: KeyChange = {}): Promise<void> {
  // In a statement of its own: one that waits for another change in the middle would not see the shares and grants of that change.
  if (change.isLocked !== true) await lockItems(db, ids);
  const access = change.access === undefined ? sql`item.access` : sql`${change.access}::text`;
  const owner = change.owner === undefined ? sql`item.owner` : sql`${change.owner.username}::text`;
  const org = change.owner === undefined ? sql`item.org_id` : sql`${change.owner.orgId}::text`;
  const binned = change.binned === undefined ? sql`item.binned is not null` : sql`${change.binned}::boolean`;
  await sql`
    update item set ${change.set === undefined ? sql`` : sql`${change.set},`} access = ${access}, owner = ${owner}, org_id = ${org},
      group_count = s.groups, scopes = case when ${binned} then array['bin:' || ${owner}]
      else array['user:' || ${owner}]
      || case when ${org} is null then '{}'::text[] else array['within:' || ${org}] end
      || case ${access} when 'public' then array['public'] when 'org' then array['org:' || coalesce(${org}, '')] else '{}'::text[] end
      || s.keys
      || array(select g.scope from item_grant g where g.item_id = item.id and (g.until is null or g.until > now())) end
    from (
      select i.id, count(u.id)::int as groups,
        coalesce(array_agg('group:' || u.id) filter (where u.id is not null), '{}') as keys
      from item i left join item_share g on g.item_id = i.id left join user_group u on u.id = g.group_id and not u.favourites
      where i.id = any(${[...ids]}) group by i.id
    ) s
    where item.id = s.id`.execute(db);
}

/**
 * Rows `key`, `username`: who holds which of the keys, the other direction of `callerScopes`. Everybody holds `public`, which has no rows.
 * Locked accounts hold none, because nobody can sign in with them.
 */
export function holdersOf(keys: readonly string[]): RawBuilder<unknown> {
  const named = (prefix: string): RawBuilder<unknown> => {
    const found = keys.filter((key) => key.startsWith(prefix));
    return sql`(select k as key, substr(k, ${prefix.length + 1}::int) as name from unnest(${found}::text[]) k) named`;
  };
  return sql`(
    select key, a.username from ${named('user:')} join account a on a.username = name where not a.disabled
    union all
    select key, a.username from ${named('org:')} join account a on a.org_id = name where not a.disabled and ${accountMay(KEY_PRIVILEGE.org)}
    union all
    select key, a.username from ${named('within:')} join account a on a.org_id = name where not a.disabled and ${accountMay(KEY_PRIVILEGE.within)}
    union all
    select key, a.username from ${named('group:')} join group_member m on m.group_id = name join account a on a.username = m.username where not a.disabled)`;
}

/** Whether the role of the account `a` holds a privilege. */
function accountMay(privilege: Privilege): RawBuilder<SqlBool> {
  const builtIn = BUILT_IN_ROLES.filter((role) => ROLE_PRIVILEGES[role].includes(privilege));
  return sql`(a.role = any(${builtIn}::text[]) or exists (
    select 1 from role r where r.id = a.role and r.org_id = a.org_id and ${privilege} = any(r.privileges)))`;
}
