// SQL that tells which keys of an item a person holds, and how many people hold each.
import { sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import { callerScopes, holdersOf } from './visibility.sql.ts';

/** The keys by which an item shows itself to somebody; none when it does not. `all` are the keys it has. */
export async function matchedKeys(db: Db, person: Caller, itemId: string): Promise<{ all: string[]; matched: string[] }> {
  const result = await sql<{ key: string; held: boolean }>`
    select key, key = any(${callerScopes(person)}) as held from item, unnest(item.scopes) key where item.id = ${itemId} order by key`.execute(
    db,
  );
  return { all: result.rows.map((row) => row.key), matched: result.rows.filter((row) => row.held).map((row) => row.key) };
}

/** How many people hold each key, by key, and how many different people hold any of them. */
export async function countHolders(db: Db, keys: readonly string[]): Promise<{ byKey: Map<string, number>; people: number }> {
  const result = await sql<{ key: string | null; n: number }>`
    select key, count(distinct username) as n from ${holdersOf(keys)} holder group by grouping sets ((key), ())`.execute(db);
  const byKey = new Map(result.rows.flatMap((row) => (row.key === null ? [] : [[row.key, Number(row.n)] as const])));
  return { byKey, people: Number(result.rows.find((row) => row.key === null)?.n ?? 0) };
}

/** Kinds of membership of a person by group. */
export async function membershipsIn(
  db: Db,
  username: string,
  groupIds: readonly string[],
): Promise<Map<string, 'owner' | 'admin' | 'member'>> {
  const rows = await db
    .selectFrom('group_member')
    .select(['group_id', 'member_type'])
    .where('username', '=', username)
    .where('group_id', 'in', groupIds.length === 0 ? [''] : [...groupIds])
    .execute();
  return new Map(rows.map((row) => [row.group_id, row.member_type]));
}
