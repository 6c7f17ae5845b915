// SQL of counting frequent words beyond the limit of totals.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Matches } from './item-matches.sql.ts';
import { MAX_TOTAL } from './totals.rules.ts';

/** So many more than the limit must match; `search_by_words` allows as many losses before it counts again. */
const BEYOND = 1_000;

/**
 * How many items were deleted or changed so far, and a number below which all transactions are that may have counted theirs in it.
 * NOTE: it has to be a number of its own, taken after the losses are read: a snapshot ends before transactions that are still at work.
 */
export async function lossesSoFar(db: Db): Promise<{ losses: number; nextTransaction: bigint }> {
  const result = await sql<{ losses: number; next: string }>`
    select last_value as losses, pg_current_xact_id()::text as next from search_losses`.execute(db);
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
