// SQL of counts of values among everything that matches.
import { type RawBuilder, sql } from 'kysely';
import { countList, mostFrequent, readTally, type ValueCount } from './facets.rules.ts';
import { type Matches, matchingRows } from './item-matches.sql.ts';
import { rowsOf, type SearchPlace } from './prepared-rows.store.ts';
import { cutWithin, type Quantiles, SHARES } from './quantiles.store.ts';
import { wordCounted } from './word-counts.store.ts';

/** Values are counted among so many matches at most. */
export const MAX_COUNTED = 2_000;
/** Of more matches, among about so many of the newest at most, when the words of the search tell them. */
const NEWEST_COUNTED = 1_000;
/** When the newest are fewer than was reckoned, all matches are looked at. */
const TOO_FEW = 300;

interface CountedField {
  /** Whether the values stand beside the words. */
  besideWords: boolean;
  /** Columns of `item_search` that are needed. */
  column: string;
  /** Gives `value` from the rows called `m`. */
  values: RawBuilder<unknown>;
}

const plain = (column: string): CountedField => ({ besideWords: true, column, values: sql`select m.${sql.ref(column)} as value from m` });
const each = (column: string): CountedField => ({
  besideWords: true,
  column,
  values: sql`select unnest(m.${sql.ref(column)}) as value from m`,
});

const FIELDS: Readonly<Record<string, CountedField>> = {
  type: plain('type'),
  access: plain('access'),
  contentstatus: plain('content_status'),
  owner: plain('owner'),
  tags: each('tags'),
  categories: each('categories'),
  typekeywords: {
    besideWords: false,
    column: 'item_id',
    values: sql`select distinct m.item_id, lower(unnest(item.auto_keywords || item.given_keywords)) as value from m join item on item.id = m.item_id`,
  },
};

/** Names of fields that can be counted. */
export const COUNTED_FIELDS: readonly string[] = Object.keys(FIELDS);

/** What is counted, and what is known of the matches. */
export interface CountWish {
  names: readonly string[];
  /** Values of each field. */
  size: number;
  /** As the search told it. */
  total: number;
  isCapped: boolean;
  quantiles: Quantiles | undefined;
}

/** Values with how many matches have them, and among how many matches they were counted. */
export interface CountedValues {
  counted: number;
  values: ValueCount[][];
}

/** The most frequent values of each field, among all matches or the newest of many. */
export async function countValues(place: SearchPlace, matches: Matches, wish: CountWish): Promise<CountedValues> {
  if (wish.total === 0) return { counted: 0, values: wish.names.map(() => []) };
  const { words } = matches;
  const stand = wish.names.every((name) => FIELDS[name]?.besideWords === true);
  if (words !== undefined && matches.others.length === 0 && stand) return countByWords(place, { ...matches, words }, wish);
  if (words !== undefined && wish.total > MAX_COUNTED) {
    const total = wish.isCapped && matches.lexemes !== undefined ? await wordCounted(place.db, matches.lexemes, matches.sight) : undefined;
    const newest = cutWithin(wish.quantiles, 'modified', NEWEST_COUNTED / Math.max(total ?? 0, wish.total));
    const found = newest === undefined ? undefined : await countAmong(place, matches, wish, `(${words}) & (${newest})`);
    if (found !== undefined && found.counted >= TOO_FEW) return found;
  }
  return countAmong(place, matches, wish, words);
}

/** Of matches that words alone tell: the database gives all values as one text for each field, which takes it less than counting them. */
async function countByWords(place: SearchPlace, matches: Matches & { words: string }, wish: CountWish): Promise<CountedValues> {
  const { own, seesAll, holds } = matches.sight;
  const { names, size, total, isCapped, quantiles } = wish;
  const lexemes = isCapped && matches.lexemes !== undefined ? [...matches.lexemes] : null;
  const newest = (quantiles?.modified ?? []).map((months, at) => quantiles?.wholeYears?.[at] ?? { words: months, since: null });
  const [found] = await rowsOf(
    place,
    sql<{ counted: number; listed: (string | null)[]; is_tallied: boolean }>`
    select counted, listed, is_tallied from values_by_words(${matches.words}::tsquery, ${lexemes}::text[], ${own}::text, ${seesAll}::boolean, ${holds},
      ${[...names]}::text[], ${size}::int, ${total}::int, ${MAX_COUNTED}::int, ${NEWEST_COUNTED}::int, ${TOO_FEW}::int,
      ${quantiles === undefined ? [] : [...SHARES]}::float8[], ${newest.map((cut) => cut.words)}::text[]::tsquery[],
      ${newest.map((cut) => cut.since?.toISOString() ?? null)}::timestamptz[])`,
  );
  const read = found?.is_tallied === true ? readTally : countList;
  return { counted: Number(found?.counted ?? 0), values: (found?.listed ?? []).map((text) => mostFrequent(read(text ?? ''), size)) };
}

async function countAmong(
  place: SearchPlace,
  matches: Matches,
  { names, size }: CountWish,
  words: string | undefined,
): Promise<CountedValues> {
  const fields = names.map((name) => FIELDS[name]).filter((field) => field !== undefined);
  const columns = [...new Set(fields.map((field) => field.column))];
  const counts = fields.map(
    (field, at) => sql`(
      select ${at}::int as place, value, count(*) as count from (${field.values}) v where value <> '' group by value
      order by 3 desc, 2 limit ${size})`,
  );
  const rows = { ...(words === undefined ? {} : { words }), ...(matches.others.length === 0 ? { most: MAX_COUNTED } : {}) };
  const matched = matchingRows(sql.join(columns.map((column) => sql`s.${sql.ref(column)}`)), matches, rows);
  // Where further conditions hold, the limit stands outside, so that the matches are planned as if all were read.
  const among =
    words !== undefined && matches.others.length === 0
      ? sql`m as materialized (${matched})`
      : sql`matched as materialized (${matched}), m as materialized (select * from matched limit ${MAX_COUNTED})`;
  const found = await rowsOf(
    place,
    sql<{ place: number; value: string; count: number }>`
    with ${among}
    select -1 as place, '' as value, count(*) as count from m
    union all ${sql.join(counts, sql` union all `)}
    order by place, count desc, value`,
  );
  return {
    counted: Number(found[0]?.count ?? 0),
    values: fields.map((_, at) =>
      found.filter(({ place: field }) => field === at).map(({ value, count }) => ({ value, count: Number(count) })),
    ),
  };
}
