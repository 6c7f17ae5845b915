// SQL of member lists and of what stands in the way of removing an account.
import { sql } from 'kysely';
import { storedBytes } from '../organisation/stored-bytes.sql.ts';
import type { Db } from '../platform/db/database.ts';
import type { AccountRow } from '../schema/identity.ts';

/** Which members are listed, and how. */
export interface MemberQuery {
  orgId: string;
  role?: string;
  username?: string;
  fullname?: string;
  firstname?: string;
  lastname?: string;
  /** Part of a user name or a full name. */
  search?: string;
  /** Whether the search reads e-mail addresses too. */
  withEmail: boolean;
  disabled?: boolean;
  inactiveSince?: Date;
  sort: keyof typeof SORTS;
  descending: boolean;
  offset: number;
  limit: number;
}

/** Sort names of the wire and their expressions. */
const SORTS = {
  username: sql`lower(a.username)`,
  fullname: sql`lower(a.full_name)`,
  firstname: sql`lower(a.first_name)`,
  lastname: sql`lower(a.last_name)`,
  created: sql`a.created`,
  lastlogin: sql`a.last_login`,
  role: sql`a.role`,
  level: sql`1`,
  storageusage: sql`storage_used`,
} as const;

/** Whether a sort name is known. */
export function isMemberSort(name: string): name is keyof typeof SORTS {
  return Object.hasOwn(SORTS, name);
}

/** One page of members, and how many there are in all. */
export async function membersPage(db: Db, query: MemberQuery): Promise<{ total: number; rows: (AccountRow & { storage_used: number })[] }> {
  const contains = (value: string | undefined): string => `%${(value ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const anywhere = contains(query.search);
  const inAddress = query.withEmail ? sql`lower(coalesce(a.email, '')) like ${anywhere}` : sql`false`;
  const matching =
    query.search === undefined
      ? sql`true`
      : sql`(lower(a.username) like ${anywhere} or lower(a.full_name) like ${anywhere} or ${inAddress})`;
  const where = sql`a.org_id = ${query.orgId}
    and (${query.role ?? null}::text is null or a.role = ${query.role ?? null})
    and lower(a.username) like ${contains(query.username)} and lower(a.full_name) like ${contains(query.fullname)}
    and lower(a.first_name) like ${contains(query.firstname)} and lower(a.last_name) like ${contains(query.lastname)}
    and (${query.disabled ?? null}::boolean is null or a.disabled = ${query.disabled ?? null})
    and (${query.inactiveSince ?? null}::timestamptz is null
      or (a.created < ${query.inactiveSince ?? null} and (a.last_login is null or a.last_login < ${query.inactiveSince ?? null})))
    and ${matching}`;
  const direction = query.descending ? sql`desc nulls last` : sql`asc nulls last`;
  const rows = await sql<AccountRow & { storage_used: number }>`
    select a.*, ${storedBytes(sql`item.owner = a.username`)} as storage_used
    from account a where ${where} order by ${SORTS[query.sort]} ${direction}, a.username limit ${query.limit} offset ${query.offset}`.execute(
    db,
  );
  const count = await sql<{ n: number }>`select count(*) as n from account a where ${where}`.execute(db);
  return { total: count.rows[0]?.n ?? 0, rows: rows.rows };
}

/** Whether the account owns items outside the recycle bin, or groups besides its favourites. */
export async function ownsAnything(db: Db, username: string): Promise<boolean> {
  const result = await sql<{ owns: boolean }>`
    select exists (select 1 from item where owner = ${username} and binned is null) or exists (select 1 from user_group where owner = ${username} and not favourites) as owns`.execute(
    db,
  );
  return result.rows[0]?.owns ?? true;
}

/** How many items outside the recycle bin, and groups besides favourites, each of these members owns; nothing for those without. */
export async function holdingsOf(
  db: Db,
  orgId: string,
  lowerNames: readonly string[],
): Promise<{ username: string; items: number; groups: number }[]> {
  const result = await sql<{ username: string; items: number; groups: number }>`
    select a.username, i.n::integer as items, g.n::integer as groups from account a
      cross join lateral (select count(*) as n from item where owner = a.username and binned is null) i
      cross join lateral (select count(*) as n from user_group where owner = a.username and not favourites) g
      where a.org_id = ${orgId} and lower(a.username) = any(${lowerNames}) and (i.n > 0 or g.n > 0) order by a.username`.execute(db);
  return result.rows;
}

/** Bytes that the items of an account take: what its limit is compared with. */
export async function storageUsed(db: Db, username: string): Promise<number> {
  const result = await sql<{ used: number }>`select ${storedBytes(sql`item.owner = ${username}`)} as used`.execute(db);
  return result.rows[0]?.used ?? 0;
}
