// SQL of item searches: the page and the total of what matches, in one statement where few match and in two where many do.
import { type RawBuilder, sql } from 'kysely';
import { itemColumns } from '../content/item-columns.sql.ts';
import type { ItemRow, ItemSortKey } from '../schema/content.ts';
import { type Hints, isByWords, pageByWords } from './by-words.store.ts';
import { relevanceOf } from './compile-query.sql.ts';
import { type Matches, matchingRows } from './item-matches.sql.ts';
import { rowsOf, type SearchPlace } from './prepared-rows.store.ts';
import { type CutBy, cutFor, type Quantiles } from './quantiles.store.ts';
import { MAX_TOTAL } from './totals.rules.ts';

export { type ItemSearch, type Matches, matchesOf } from './item-matches.sql.ts';

/** Up to so many matches are weighed by all their words, more by those of title and tags. */
const MAX_WEIGHED_WHOLE = 60;
/** Up to so many matches are all weighed; of more, the best known with the words in their titles come first. */
const MAX_WEIGHED = 500;
/** So many of the best title matches are weighed against each other before a page is cut from them. */
const ENOUGH_TO_WEIGH = 200;

/** Which part of the matches, in which order; without sort keys the most relevant come first. */
export interface ItemPage {
  sort: readonly ItemSortKey[];
  limit: number;
  offset: number;
}

/** A page and how many match; `isCapped` when more than `MAX_TOTAL` do. */
export interface PageOfItems {
  rows: ItemRow[];
  total: number;
  isCapped: boolean;
  /** Changes that the counts of words wait for; null unless such a count was known, undefined where none could help. */
  waiting?: number | null;
}

const SORT_COLUMNS: Readonly<Partial<Record<ItemSortKey['column'], string>>> = { title: 'title_key' };

/** The column of `item_search` by which a sort key orders. */
export function sortColumn(key: ItemSortKey): RawBuilder<unknown> {
  return sql.ref(SORT_COLUMNS[key.column] ?? key.column);
}

/** What follows `order by`; equal keys are ordered by id. @param table where the columns are found, when several have them */
export function orderBy(keys: readonly ItemSortKey[], table?: string): RawBuilder<unknown> {
  const of = table === undefined ? sql`` : sql`${sql.ref(table)}.`;
  return sql.join([...keys.map((key) => sql`${of}${sortColumn(key)} ${key.descending ? sql`desc` : sql`asc`}`), sql`${of}item_id`]);
}

const NEWEST: readonly ItemSortKey[] = [{ column: 'modified', descending: true }];

interface Plan {
  /** Columns of `s` that are kept of every match; few, because many match. */
  columns: RawBuilder<unknown>;
  /** The matches with what the order needs. */
  source: RawBuilder<unknown>;
  /** What is kept of a match when few are read: all that the order needs. */
  whole: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** The same where many match. */
  orderOfMany: RawBuilder<unknown>;
  /** What comes first, when words can cut it off. */
  cut: CutBy | undefined;
  /** Up to so many matches are put in order in the statement that counts them. */
  mostInOrder: number;
}

function planFor(matches: Matches, sort: readonly ItemSortKey[]): Plan {
  const keys = sort.length === 0 && matches.measures.length === 0 ? NEWEST : sort;
  if (keys.length > 0) {
    const [first] = keys;
    const columns = sql.join([sql`s.item_id`, ...keys.map((key) => sql`s.${sortColumn(key)}`)]);
    return {
      columns,
      whole: columns,
      source: sql`matched`,
      order: orderBy(keys),
      orderOfMany: orderBy(keys),
      cut: first?.column === 'modified' && first.descending ? 'modified' : undefined,
      mostInOrder: MAX_TOTAL,
    };
  }
  const byHeadline = relevanceOf(matches.measures, sql`headline`);
  const document = sql`(select each.words from item_word each where each.item_id = w.item_id and each.reach = w.reach)`;
  const score = sql`case when (select n from counted) <= ${MAX_WEIGHED_WHOLE} then ${relevanceOf(matches.measures, document)} else ${byHeadline} end`;
  return {
    // The place of the row is enough: it is read again, from a page that is in memory, only when the matches are weighed.
    columns: sql`s.ctid as row_at`,
    // NOTE: "offset 0" keeps the planner from joining with a scan of the whole table.
    source: sql`matched cross join lateral (select * from item_search w where w.ctid = matched.row_at offset 0) w`,
    whole: sql`s.item_id, s.modified, s.standing, s.headline`,
    order: sql`${score} + standing desc, modified desc, item_id`,
    orderOfMany: sql`${byHeadline} + standing desc, modified desc, item_id`,
    cut: 'standing',
    mostInOrder: matches.words === undefined ? MAX_TOTAL : MAX_WEIGHED,
  };
}

/** Reads a page and the total. */
export async function pageOfItems(place: SearchPlace, matches: Matches, page: ItemPage, hints: Hints): Promise<PageOfItems> {
  if (isByWords(matches, page.sort)) {
    const { rows, total, waiting } = await pageByWords(place, matches, page, hints);
    return { rows, total: Math.min(total, MAX_TOTAL), isCapped: total > MAX_TOTAL, waiting };
  }
  const plan = planFor(matches, page.sort);
  const found = await statement(place, matchingRows(plan.columns, matches), plan, page, { atMost: plan.mostInOrder, countUpTo: MAX_TOTAL });
  const isCapped = found.total > MAX_TOTAL;
  const total = Math.min(found.total, MAX_TOTAL);
  if (found.total <= plan.mostInOrder || page.limit === 0 || page.offset >= total) return { rows: found.rows, total, isCapped };
  return { rows: await pageOfMany(place, matches, plan, { ...page, total }, hints.quantiles), total, isCapped };
}

/** One way to get at a page: which words, and how many matches are enough to take it. */
interface Attempt {
  words: string;
  enough: number;
}

function attemptsFor(
  matches: Matches & { words: string },
  plan: Plan,
  needed: number,
  total: number,
  quantiles: Quantiles | undefined,
): Attempt[] {
  const { words, titleWords } = matches;
  const cutBy = (by: CutBy, asked: string | undefined, share: number, enough: number): Attempt[] => {
    const cut = cutFor(quantiles, by, share);
    return asked === undefined || cut === undefined ? [] : [{ words: `(${asked}) & (${cut})`, enough }];
  };
  const all = { words, enough: 0 };
  if (plan.cut === undefined) return [all];
  if (plan.cut === 'modified') return [...cutBy('modified', words, (3 * needed) / total, needed), all];
  const enough = Math.max(ENOUGH_TO_WEIGH, 3 * needed);
  // Title matches are a part of all matches only: a wider cut at once is cheaper than several tries.
  return [
    ...cutBy('standing', titleWords, (4 * enough) / total, enough),
    ...(titleWords === undefined ? [] : [{ words: titleWords, enough: needed }]),
    ...cutBy('standing', words, (1.5 * enough) / total, enough),
    all,
  ];
}

/** A page of many matches: from as few of them as surely hold it. */
async function pageOfMany(
  place: SearchPlace,
  matches: Matches,
  plan: Plan,
  page: ItemPage & { total: number },
  quantiles: Quantiles | undefined,
): Promise<ItemRow[]> {
  const { words } = matches;
  if (words === undefined) {
    // No word narrows the search: items are met often enough by walking along the index of the order.
    const rows = sql<ItemRow>`
      with page as (${matchingRows(plan.columns, matches)} order by ${plan.order} limit ${page.limit} offset ${page.offset})
      select ${itemColumns} from page join item on item.id = page.item_id order by ${plan.order}`;
    return rowsOf(place, rows);
  }
  const attempts = attemptsFor({ ...matches, words }, plan, page.offset + page.limit, page.total, quantiles);
  for (const { words: tried, enough } of attempts) {
    const rows = matchingRows(plan.whole, matches, { words: tried });
    const found = await statement(place, rows, { ...plan, source: sql`matched`, order: plan.orderOfMany }, page, { atLeast: enough });
    if (found.total >= enough) return found.rows;
  }
  return [];
}

/**
 * Counts matches and reads a page of them where their number is within the bounds.
 * The matches are read as far as they are counted; because the limit stands outside, they are planned as if all were read.
 */
async function statement(
  place: SearchPlace,
  rows: RawBuilder<unknown>,
  plan: Plan,
  page: ItemPage,
  bounds: { atMost: number; countUpTo: number } | { atLeast: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  const bound = 'atMost' in bounds ? sql`n <= ${bounds.atMost}` : sql`n >= ${bounds.atLeast}`;
  const most = 'atMost' in bounds ? sql`limit ${bounds.countUpTo + 1}` : sql``;
  const found = await rowsOf(
    place,
    sql<ItemRow & { matched: number }>`
    with matched as materialized (${rows}),
    counted as materialized (select count(*) as n from (select from matched ${most}) m),
    page as materialized (
      select item_id, row_number() over () as place from (
        select item_id from ${plan.source} where (select ${bound} from counted)
        order by ${plan.order} limit ${page.limit} offset ${page.offset}) p)
    select counted.n as matched, ${itemColumns} from counted left join (page join item on item.id = page.item_id) on true
    order by page.place`,
  );
  return { rows: found.filter((row) => row.id !== null), total: Number(found[0]?.matched ?? 0) };
}
