// SQL of going on after a row: no row comes twice and none is left out, whatever is added or removed meanwhile.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { itemColumns } from '../content/item-columns.sql.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow, ItemSortKey } from '../schema/content.ts';
import { type Matches, matchingRows } from './item-matches.sql.ts';
import { orderBy, sortColumn } from './items.store.ts';

/** Types of sort keys, for values that come back as text. */
const TYPES: Readonly<Record<ItemSortKey['column'], string>> = {
  title: 'text',
  owner: 'text',
  type: 'text',
  access: 'text',
  data_bytes: 'bigint',
  avg_rating: 'double precision',
  num_ratings: 'integer',
  num_comments: 'integer',
  num_views: 'bigint',
  score_completeness: 'integer',
  created: 'timestamptz',
  modified: 'timestamptz',
  uploaded: 'timestamptz',
};

/** Some rows in the order of the keys, then of the ids, and the keys of the last one as text. */
export interface RowsAfter {
  rows: ItemRow[];
  lastKeys: string[];
  hasMore: boolean;
}

/** The rows after the one with the given keys. @param after keys and id of a row; undefined begins */
export async function rowsAfter(
  db: Db,
  matches: Matches,
  order: { sort: readonly ItemSortKey[]; after: readonly string[] | undefined; limit: number },
): Promise<RowsAfter> {
  const { sort, after, limit } = order;
  const columns = sql.join([sql`s.item_id`, ...sort.map((key) => sql`s.${sortColumn(key)}`)]);
  const more = after === undefined ? {} : { more: beyond(sort, after) };
  const keys = sql`array[${sql.join([...sort.map((key) => sql`page.${sortColumn(key)}::text`), sql`page.item_id`])}]`;
  const result = await sql<ItemRow & { cursor_keys: string[] }>`
    with page as (select * from (${matchingRows(columns, matches, more)}) m order by ${orderBy(sort)} limit ${limit + 1})
    select ${keys} as cursor_keys, ${itemColumns} from page join item on item.id = page.item_id order by ${orderBy(sort, 'page')}`.execute(
    db,
  );
  const rows = result.rows.slice(0, limit);
  return { rows, lastKeys: rows.at(-1)?.cursor_keys ?? [], hasMore: result.rows.length > limit };
}

/** Rows that come later: greater in the first key, or equal in it and greater in the next, and so on. */
function beyond(sort: readonly ItemSortKey[], after: readonly string[]): RawBuilder<SqlBool> {
  const id = after[sort.length] ?? '';
  return sort.reduceRight<RawBuilder<SqlBool>>((rest, key, at) => {
    const column = sql`s.${sortColumn(key)}`;
    const value = sql`${after[at] ?? ''}::text::${sql.raw(TYPES[key.column])}`;
    return sql`(${column} ${key.descending ? sql`<` : sql`>`} ${value} or (${column} = ${value} and ${rest}))`;
  }, sql`s.item_id > ${id}`);
}
