// SQL of group searches.
import { type RawBuilder, sql } from 'kysely';
import { groupColumns, membershipColumns } from '../groups/group-columns.sql.ts';
import { maySeeGroup } from '../groups/visibility.sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import { foldText, quoteLexeme, wordsOf } from '../platform/db/search-text.ts';
import type { GroupForCaller } from '../schema/groups.ts';
import { compileQuery, conditionOf, relevanceOf } from './compile-query.sql.ts';
import type { QueryNode } from './grammar.ts';
import { GROUP_TARGET } from './group-fields.sql.ts';

/** What is searched for, and which page of it. */
export interface GroupSearch {
  query: QueryNode | undefined;
  filter: QueryNode | undefined;
  sort: 'title' | 'owner' | 'created' | 'modified' | undefined;
  descending: boolean;
  limit: number;
  offset: number;
}

const ORDER: Readonly<Record<NonNullable<GroupSearch['sort']>, RawBuilder<unknown>>> = {
  title: sql`lower(user_group.title)`,
  owner: sql`lower(user_group.owner)`,
  created: sql`user_group.created`,
  modified: sql`user_group.modified`,
};

/** One page of the groups that match and the caller may see, and how many there are. Favourites are never found. */
export async function pageOfGroups(db: Db, caller: Caller, search: GroupSearch): Promise<{ rows: GroupForCaller[]; total: number }> {
  const query = search.query === undefined ? undefined : compileQuery(search.query, GROUP_TARGET);
  const filter = search.filter === undefined ? undefined : compileQuery(search.filter, GROUP_TARGET, { wholeValues: true });
  const conditions: RawBuilder<unknown>[] = [maySeeGroup(caller), sql`not user_group.favourites`];
  if (query !== undefined) conditions.push(conditionOf(query, GROUP_TARGET));
  if (filter !== undefined) conditions.push(conditionOf(filter, GROUP_TARGET));
  const where = sql`from user_group where ${sql.join(conditions, sql` and `)}`;
  const direction = search.descending ? sql`desc` : sql`asc`;
  const order =
    search.sort === undefined
      ? sql`${relevanceOf(query?.measures ?? [], sql`user_group.search`)} desc, lower(user_group.title)`
      : sql`${ORDER[search.sort]} ${direction}`;
  const rows = await sql<GroupForCaller>`
    select ${groupColumns}, ${membershipColumns(caller)}, true as visible ${where}
    order by ${order}, user_group.id limit ${search.limit} offset ${search.offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*) as n ${where}`.execute(db);
  return { rows: rows.rows, total: Number(total.rows[0]?.n ?? 0) };
}

/** Groups whose title holds words that begin like the text. */
export async function suggestedGroups(db: Db, caller: Caller, text: string, limit: number): Promise<{ id: string; title: string }[]> {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const tsquery = words.map((word) => `${quoteLexeme(`title:${word}`)}:*`).join(' & ');
  const result = await sql<{ id: string; title: string }>`
    select user_group.id, user_group.title from user_group
    where ${maySeeGroup(caller)} and not user_group.favourites and user_group.search @@ ${tsquery}::tsquery
    order by starts_with(lower(user_group.title), ${foldText(text).trim()}) desc, lower(user_group.title), user_group.id limit ${limit}`.execute(
    db,
  );
  return result.rows;
}
