// How times and standing of items are spread, and the words that cut off about a given share of the newest or the best.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { quoteLexeme } from '../platform/db/search-text.ts';

/** What the words for cutting tell of an item. */
export type CutBy = 'modified' | 'standing';

/** Shares of all items, counted from the greatest value. */
export const SHARES = [0.002, 0.005, 0.01, 0.02, 0.03, 0.045, 0.065, 0.09, 0.13, 0.2] as const;

/** Texts of a `tsquery` that each of the shares matches, or a little more. */
export type Quantiles = Readonly<Record<CutBy, readonly string[]>> & {
  /** The same of the newest in fewer words, which match more; undefined where that is no gain. */
  wholeYears?: readonly (WholeYears | undefined)[];
};

/** Words for whole years, and since when of these. */
export interface WholeYears {
  words: string;
  since: Date;
}

/** Rows that are looked at; a few hundred pages. */
const SAMPLE = 8_000;
/** Among fewer items everything that matches is read. */
const SMALL = 20_000;

/** Looks at a sample; undefined for a small table. */
export async function readQuantiles(db: Db): Promise<Quantiles | undefined> {
  const counted = await sql<{ n: number }>`select reltuples as n from pg_class where oid = 'item_search'::regclass`.execute(db);
  const rows = Number(counted.rows[0]?.n ?? 0);
  if (rows < SMALL) return undefined;
  const percent = Math.min(100, (100 * SAMPLE) / rows);
  const shares = SHARES.map((share) => 1 - share);
  const result = await sql<{ modified: Date[]; standing: number[]; years: number[]; now: Date }>`
    with sample as materialized (select modified, standing from item_search tablesample system (${percent}::float8)),
      cuts as (
        select percentile_disc(${shares}::float8[]) within group (order by modified) as modified,
          percentile_disc(${shares}::float8[]) within group (order by standing)::float8[] as standing, count(*) as n from sample)
    select modified, standing, now() as now, array(
      select (select count(*) from sample s where s.modified >= date_trunc('year', cut at time zone 'UTC') at time zone 'UTC')::float8 / n
      from unnest(modified) with ordinality given(cut, place) order by place) as years
    from cuts`.execute(db);
  const [row] = result.rows;
  if (row === undefined) return undefined;
  return {
    modified: row.modified.map((from) => modifiedSince(from, row.now)),
    standing: row.standing.map(standingFrom),
    wholeYears: row.modified.map((from, at) => wholeYears(from, row.now, { share: SHARES[at] ?? 1, ofYears: row.years[at] ?? 1 })),
  };
}

/** One more word to ask the index for takes as long as looking at so many of all items' rows. */
const SHARE_OF_A_WORD = 0.06;
/** Rows that are looked at and left out stay within this many times those that are wanted. */
const MOST_TIMES = 4;

/** The whole years in which a time lies and those that follow, if that is quicker to ask for. */
export function wholeYears(from: Date, now: Date, { share, ofYears }: { share: number; ofYears: number }): WholeYears | undefined {
  const words = modifiedSince(new Date(Date.UTC(from.getUTCFullYear(), 0)), now, true);
  const fewer = modifiedSince(from, now).split('|').length - words.split('|').length;
  if (ofYears > MOST_TIMES * share || SHARE_OF_A_WORD * fewer <= ofYears - share) return undefined;
  return { words, since: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth())) };
}

/** Items modified since the beginning of the month of a time, or of its year. The lexemes are those of `modified_lexemes` in the database. */
export function modifiedSince(from: Date, now: Date, isWholeYear = false): string {
  const year = from.getUTCFullYear();
  const months = isWholeYear
    ? [String(year)]
    : Array.from({ length: 12 - from.getUTCMonth() }, (_, n) => `${year}-${String(from.getUTCMonth() + 1 + n).padStart(2, '0')}`);
  // A clock that was ahead may have written a time of next year.
  const years = Array.from({ length: Math.max(0, now.getUTCFullYear() + 1 - year) }, (_, n) => String(year + 1 + n));
  return [...months, ...years].map((each) => quoteLexeme(`modified=${each}`)).join(' | ');
}

/** Items that stand at least so high. The lexemes are those of `standing_lexemes` in the database. */
export function standingFrom(standing: number): string {
  const least = Math.max(-100, Math.min(49, Math.floor(standing * 100)));
  const nextTenth = Math.floor(least / 10) + 1;
  const hundredths = Array.from({ length: nextTenth * 10 - least }, (_, n) => quoteLexeme(`standing=${least + n}`));
  const tenths = Array.from({ length: 5 - nextTenth }, (_, n) => quoteLexeme(`tenth=${nextTenth + n}`));
  return [...hundredths, ...tenths].join(' | ');
}

/** The words that cut off the smallest of the known shares that is at least as large as `share`; undefined: no cut. */
export function cutFor(quantiles: Quantiles | undefined, by: CutBy, share: number): string | undefined {
  const at = SHARES.findIndex((each) => each >= share);
  return at < 0 ? undefined : quantiles?.[by][at];
}

/** The words that cut off the largest of the known shares that is at most `share`; undefined: no cut. */
export function cutWithin(quantiles: Quantiles | undefined, by: CutBy, share: number): string | undefined {
  const at = SHARES.findLastIndex((each) => each <= share);
  return at < 0 ? undefined : quantiles?.[by][at];
}
