// SQL of item searches: one statement for the page, one for the total, one for each counted field.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { itemColumns } from '../content/item-columns.sql.ts';
import { orderOfItems } from '../content/sort.sql.ts';
import { maySeeItem } from '../content/visibility.sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import { foldText, quoteLexeme, wordsOf } from '../platform/db/search-text.ts';
import type { ItemRow, ItemSortKey } from '../schema/content.ts';
import { compileQuery } from './compile-query.sql.ts';
import type { QueryNode } from './grammar.ts';
import { categoryIs, itemTarget } from './item-fields.sql.ts';

/** What is searched for. */
export interface ItemSearch {
  query: QueryNode | undefined;
  filter: QueryNode | undefined;
  /** xmin, ymin, xmax, ymax in degrees. */
  bbox: readonly [number, number, number, number] | undefined;
  /** All of the groups, any of the paths in each. */
  categories: readonly (readonly string[])[];
  /** Limits the search to one organisation. */
  orgId: string | undefined;
  /** Limits the search to one group that the caller may see. */
  groupId: string | undefined;
  /** Also finds words that are spelt a little differently. */
  forgiving: boolean;
}

interface Compiled {
  condition: RawBuilder<SqlBool>;
  relevance: RawBuilder<number> | undefined;
}

/** Totals are exact up to here. */
const MAX_TOTAL = 10_000;

/** Above that many matches only the newest are weighed against each other. */
const MAX_WEIGHED = 5_000;

function compiled(caller: Caller, search: ItemSearch): Compiled {
  const target = itemTarget(caller, search.forgiving);
  const query = search.query === undefined ? undefined : compileQuery(search.query, target);
  const filter = search.filter === undefined ? undefined : compileQuery(search.filter, target, { wholeValues: true });
  const conditions: RawBuilder<unknown>[] = [maySeeItem(caller), sql`item.status <> 'partial'`];
  if (query !== undefined) conditions.push(query.condition);
  if (filter !== undefined) conditions.push(filter.condition);
  if (search.bbox !== undefined) conditions.push(overlaps(search.bbox));
  for (const group of search.categories) conditions.push(sql`(${sql.join(group.map(categoryIs), sql` or `)})`);
  if (search.orgId !== undefined) conditions.push(sql`item.org_id = ${search.orgId}`);
  if (search.groupId !== undefined) conditions.push(sql`item.id in (select item_id from item_share where group_id = ${search.groupId})`);
  return { condition: sql`${sql.join(conditions, sql` and `)}`, relevance: query?.relevance };
}

function overlaps([xmin, ymin, xmax, ymax]: readonly [number, number, number, number]): RawBuilder<SqlBool> {
  const box = (west: number, east: number): RawBuilder<unknown> =>
    sql`st_makeenvelope(${west}::float8, ${ymin}::float8, ${east}::float8, ${ymax}::float8, 4326)`;
  if (xmin <= xmax) return sql`st_intersects(item.extent, ${box(xmin, xmax)})`;
  return sql`(st_intersects(item.extent, ${box(xmin, 180)}) or st_intersects(item.extent, ${box(-180, xmax)}))`;
}

/** How many items match, counted up to 10,000. */
export async function countItems(db: Db, caller: Caller, search: ItemSearch): Promise<number> {
  const { condition } = compiled(caller, search);
  const result = await sql<{ n: number }>`
    select count(*) as n from (select 1 from item where ${condition} limit ${MAX_TOTAL + 1}) found`.execute(db);
  return Math.min(MAX_TOTAL, Number(result.rows[0]?.n ?? 0));
}

/** One page of what matches. Without sort keys the most relevant come first. */
export async function pageOfItems(
  db: Db,
  caller: Caller,
  search: ItemSearch,
  page: { sort: readonly ItemSortKey[]; total: number; limit: number; offset: number },
): Promise<ItemRow[]> {
  const { condition, relevance } = compiled(caller, search);
  if (page.sort.length > 0 || relevance === undefined) {
    const order = page.sort.length > 0 ? orderOfItems(page.sort) : sql`item.modified desc, item.id`;
    const result = await sql<ItemRow>`
      select ${itemColumns} from item where ${condition} order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db);
    return result.rows;
  }
  // Views and completeness decide between texts that fit about alike.
  const score = sql`${relevance} + 0.02 * ln(1 + item.num_views) + 0.0006 * item.score_completeness`;
  const newest = page.total >= MAX_TOTAL ? sql`order by item.modified desc, item.id limit ${MAX_WEIGHED}` : sql``;
  const result = await sql<ItemRow>`
    with ranked as (
      select item.id, ${score} as score from (
        select item.id, item.search, item.title_words, item.num_views, item.score_completeness, item.modified from item
        where ${condition} ${newest}) item
      order by score desc, item.modified desc, item.id limit ${page.limit} offset ${page.offset})
    select ${itemColumns} from item join ranked on ranked.id = item.id
    order by ranked.score desc, item.modified desc, item.id`.execute(db);
  return result.rows;
}

const COUNTED: Readonly<Record<string, { value: RawBuilder<string>; from: RawBuilder<unknown> }>> = {
  type: { value: sql`lower(item.type)`, from: sql`` },
  access: { value: sql`case when item.access = 'private' and item.group_count > 0 then 'shared' else item.access end`, from: sql`` },
  contentstatus: { value: sql`lower(item.content_status)`, from: sql`` },
  owner: { value: sql`lower(item.owner)`, from: sql`` },
  tags: { value: sql`lower(v)`, from: sql`, unnest(item.tags) v` },
  typekeywords: { value: sql`lower(v)`, from: sql`, unnest(item.auto_keywords || item.given_keywords) v` },
  categories: { value: sql`lower(v)`, from: sql`, unnest(item.categories) v` },
};

/** Names of fields that can be counted. */
export const COUNTED_FIELDS: readonly string[] = Object.keys(COUNTED);

/** The most frequent values of a field among everything that matches. */
export async function countValues(
  db: Db,
  caller: Caller,
  search: ItemSearch,
  field: string,
  size: number,
): Promise<{ value: string; count: number }[]> {
  const counted = COUNTED[field];
  if (counted === undefined) return [];
  const { condition } = compiled(caller, search);
  const result = await sql<{ value: string; count: number }>`
    select ${counted.value} as value, count(*) as count from item ${counted.from}
    where ${condition} and ${counted.value} <> '' group by 1 order by 2 desc, 1 limit ${size}`.execute(db);
  return result.rows.map((row) => ({ value: row.value, count: Number(row.count) }));
}

/** After one or two letters half of all items may match: suggestions are chosen from so many. */
const MAX_SUGGESTED = 2_000;

/** Items whose title holds words that begin like the text; most viewed first. */
export async function suggestedItems(
  db: Db,
  caller: Caller,
  text: string,
  limit: number,
): Promise<{ id: string; title: string; type: string }[]> {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const tsquery = words.map((word) => `${quoteLexeme(`title:${word}`)}:*`).join(' & ');
  const result = await sql<{ id: string; title: string; type: string }>`
    select item.id, item.title, item.type from (
      select id, title, type, num_views, modified from item
      where ${maySeeItem(caller)} and item.status <> 'partial' and item.search @@ ${tsquery}::tsquery limit ${MAX_SUGGESTED}) item
    order by starts_with(lower(item.title), ${foldText(text).trim()}) desc, item.num_views desc, item.modified desc, item.id limit ${limit}`.execute(
    db,
  );
  return result.rows;
}

/** Items whose title or tags resemble the text; for typing mistakes, when nothing begins like it. */
export async function similarItems(
  db: Db,
  caller: Caller,
  text: string,
  limit: number,
): Promise<{ id: string; title: string; type: string }[]> {
  const words = wordsOf(text).join(' ');
  if (words.length < 4) return [];
  return forgivingly(db, async (transaction) => {
    const result = await sql<{ id: string; title: string; type: string }>`
      select item.id, item.title, item.type from item
      where ${maySeeItem(caller)} and item.status <> 'partial' and item.title_words %> ${words}
      order by word_similarity(${words}, item.title_words) desc, item.num_views desc, item.id limit ${limit}`.execute(transaction);
    return result.rows;
  });
}

/** One wrong, missing or swapped letter in a word of six: the engine's own threshold of 0.6 would miss it. */
const SIMILARITY = '0.45';

/** Runs statements with a lower threshold of similarity; it ends with the transaction. */
export function forgivingly<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${SIMILARITY}, true)`.execute(transaction);
    return work(transaction);
  });
}
