// How times and standing of items are spread: where to cut so that about a given share of them remains.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Columns of `item_search` that have an index from the greatest value down. */
export type CutColumn = 'modified' | 'standing';

/** Shares of all items, counted from the greatest value. */
const SHARES = [0.002, 0.01, 0.03, 0.08, 0.2] as const;

/** Values as text above which each of the shares lies. */
export type Quantiles = Readonly<Record<CutColumn, readonly string[]>>;

/** Rows that are looked at; a few hundred pages. */
const SAMPLE = 8_000;
/** A table of fewer rows is read as a whole anyway. */
const SMALL = 20_000;

/** Looks at a sample; undefined for a small table. */
export async function readQuantiles(db: Db): Promise<Quantiles | undefined> {
  const counted = await sql<{ n: number }>`select reltuples as n from pg_class where oid = 'item_search'::regclass`.execute(db);
  const rows = Number(counted.rows[0]?.n ?? 0);
  if (rows < SMALL) return undefined;
  const percent = Math.min(100, (100 * SAMPLE) / rows);
  const shares = SHARES.map((share) => 1 - share);
  const result = await sql<Quantiles>`
    select percentile_disc(${shares}::float8[]) within group (order by modified)::text[] as modified,
      percentile_disc(${shares}::float8[]) within group (order by standing)::text[] as standing
    from item_search tablesample system (${percent}::float8)`.execute(db);
  return result.rows[0];
}

/**
 * Values to cut at, one after the other, until enough is left; the last is undefined: no cut.
 * @param share the share of all items that should be enough
 */
export function cutsFor(quantiles: Quantiles | undefined, column: CutColumn, share: number): (string | undefined)[] {
  const first = SHARES.findIndex((each) => each >= share);
  const cuts = quantiles === undefined || first < 0 ? [] : (quantiles[column] ?? []).slice(first);
  return [...cuts, undefined];
}
