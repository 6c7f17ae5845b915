// SQL of counts of values among everything that matches.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { type Matches, matchingRows } from './item-matches.sql.ts';

/** Values are counted among so many matches at most. */
export const MAX_COUNTED = 4_000;

interface CountedField {
  /** Columns of `item_search` that are needed. */
  column: string;
  /** Gives `value` from the rows called `m`. */
  values: RawBuilder<unknown>;
}

const plain = (column: string): CountedField => ({ column, values: sql`select m.${sql.ref(column)} as value from m` });
const each = (column: string): CountedField => ({ column, values: sql`select unnest(m.${sql.ref(column)}) as value from m` });

const FIELDS: Readonly<Record<string, CountedField>> = {
  type: plain('type'),
  access: plain('access'),
  contentstatus: plain('content_status'),
  owner: plain('owner'),
  tags: each('tags'),
  categories: each('categories'),
  typekeywords: {
    column: 'item_id',
    values: sql`select distinct m.item_id, lower(unnest(item.auto_keywords || item.given_keywords)) as value from m join item on item.id = m.item_id`,
  },
};

/** Names of fields that can be counted. */
export const COUNTED_FIELDS: readonly string[] = Object.keys(FIELDS);

/** The most frequent values of each field; `counted` says among how many matches. */
export async function countValues(
  db: Db,
  matches: Matches,
  names: readonly string[],
  size: number,
): Promise<{ counted: number; values: { value: string; count: number }[][] }> {
  const fields = names.map((name) => FIELDS[name]).filter((field) => field !== undefined);
  const columns = [...new Set(fields.map((field) => field.column))];
  const counts = fields.map(
    (field, place) => sql`(
      select ${place}::int as place, value, count(*) as count from (${field.values}) v where value <> '' group by value
      order by 3 desc, 2 limit ${size})`,
  );
  const most = matches.others.length === 0 ? { most: MAX_COUNTED } : {};
  const result = await sql<{ place: number; value: string; count: number }>`
    with matched as materialized (${matchingRows(sql.join(columns.map((column) => sql`s.${sql.ref(column)}`)), matches, most)}),
    m as materialized (select * from matched limit ${MAX_COUNTED})
    select -1 as place, '' as value, count(*) as count from m
    union all ${sql.join(counts, sql` union all `)}
    order by place, count desc, value`.execute(db);
  return {
    counted: Number(result.rows[0]?.count ?? 0),
    values: fields.map((_, at) =>
      result.rows.filter(({ place }) => place === at).map(({ value, count }) => ({ value, count: Number(count) })),
    ),
  };
}
