// SQL of searches by words alone, the most frequent kind: one call of a statement that the database keeps planned.
import { sql } from 'kysely';
import { itemColumns } from '../content/item-columns.sql.ts';
import type { ItemRow, ItemSortKey } from '../schema/content.ts';
import type { Matches } from './item-matches.sql.ts';
import { rowsOf, type SearchPlace } from './prepared-rows.store.ts';
import { type Quantiles, SHARES } from './quantiles.store.ts';

/** What `pageByWords` can answer: words that every match holds, and nothing else, ordered by relevance or the newest first. */
export function isByWords(matches: Matches, sort: readonly ItemSortKey[]): matches is Matches & { words: string } {
  const [key, ...further] = sort;
  const isNewestFirst = key?.column === 'modified' && key.descending && further.length === 0;
  const isByRelevance = key === undefined && (matches.measures.length === 0 || matches.areAlike);
  return matches.words !== undefined && matches.others.length === 0 && (isNewestFirst || isByRelevance);
}

/** What makes a search cheaper; what is found does not depend on it. */
export interface Hints {
  /** Undefined for a small catalogue. */
  quantiles: Quantiles | undefined;
  /** The number of losses at which it was known that many match; see `many.ts`. */
  manyBefore?: number | undefined;
}

/** A page and how many match; 10,001 stands for more than 10,000. `waiting` is null unless the count of the lexemes was known. */
export async function pageByWords(
  place: SearchPlace,
  matches: Matches & { words: string },
  page: { sort: readonly ItemSortKey[]; limit: number; offset: number },
  { quantiles, manyBefore }: Hints,
): Promise<{ rows: ItemRow[]; total: number; waiting: number | null }> {
  const { own, seesAll, holds } = matches.sight;
  const measured =
    page.sort.length > 0 || matches.measures.length === 0 ? null : matches.measures.map(({ tsquery }) => `(${tsquery})`).join(' | ');
  const found = await rowsOf(
    place,
    sql<ItemRow & { matched: number; waiting: number | null }>`
    select f.matched, f.waiting, ${itemColumns}
    from items_by_words(${matches.words}::tsquery, ${matches.lexemes === undefined ? null : [...matches.lexemes]}::text[], ${matches.titleWords ?? null}::tsquery, ${own}::text, ${seesAll}::boolean, ${holds},
      ${measured}::tsquery, ${page.offset}::int, ${page.limit}::int, ${manyBefore ?? null}::bigint,
      ${quantiles === undefined ? [] : [...SHARES]}::float8[], ${[...(quantiles?.standing ?? [])]}::text[]::tsquery[],
      ${[...(quantiles?.modified ?? [])]}::text[]::tsquery[]) f
    cross join lateral (select (f.found).*) item`,
  );
  const [first] = found;
  return { rows: found.filter((row) => row.id !== null), total: Number(first?.matched ?? 0), waiting: first?.waiting ?? null };
}
