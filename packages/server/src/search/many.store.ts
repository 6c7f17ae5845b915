// SQL of counting frequent words beyond the limit of totals.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Matches } from './item-matches.sql.ts';
import { MAX_TOTAL } from './totals.rules.ts';

/** So many more than the limit must match; `search_by_words` allows as many losses before it counts again. */
const BEYOND = 1_000;

/** How many items were deleted or changed so far, and the first transaction that had not begun then. */
export async function lossesSoFar(db: Db): Promise<{ losses: number; nextTransaction: bigint }> {
  const result = await sql<{ losses: number; next: string }>`
    select last_value as losses, pg_snapshot_xmax(pg_current_snapshot())::text as next from search_losses`.execute(db);
  const [row] = result.rows;
  return { losses: Number(row?.losses), nextTransaction: BigInt(row?.next ?? 0) };
}

/** Whether many match whatever groups the caller is in, and the first transaction that may not have been over. */
export async function countInCommon(
  db: Db,
  { words, sight }: Matches & { words: string },
): Promise<{ isMany: boolean; oldestTransaction: bigint }> {
  const most = MAX_TOTAL + BEYOND + 1;
  const result = await sql<{ n: number; oldest: string }>`
    select * from word_matches_in_common(${words}::tsquery, ${sight.own}::text, ${sight.seesAll}::boolean, ${most}::int)`.execute(db);
  const [row] = result.rows;
  return { isMany: row?.n === most, oldestTransaction: BigInt(row?.oldest ?? 0) };
}
