// SQL of the counts of frequent words.
import { sql } from 'kysely';
import type { Sight } from '../content/visibility.sql.ts';
import type { Db } from '../platform/db/database.ts';

/** What is counted: lexemes in their one order, and the same as a question to the indexes. */
export interface Counted {
  lexemes: readonly string[];
  words: string;
}

/** Counts what is frequent for the searches that come after, among what the caller sees as everybody and as a member. */
export async function learnWordCount(db: Db, { lexemes, words }: Counted, { own, seesAll }: Sight): Promise<void> {
  await sql`select learn_word_count(${[...lexemes]}::text[], ${words}::tsquery, ${own}::text, ${seesAll}::boolean)`.execute(db);
}

/** Puts changes that wait into the counts, a few thousand at a time; how many. None when another process is at it. */
export async function settleWordCounts(db: Db): Promise<number> {
  const result = await sql<{ settled: number }>`select settle_word_counts() as settled`.execute(db);
  return Number(result.rows[0]?.settled ?? 0);
}

/** The indexes of words, one for each way to be seen. */
const INDEXES = ['item_word_everybody', 'item_word_organisation', 'item_word_named'] as const;

/** Puts entries that came lately in their order, one index after the other; how many pages of them there were. */
export async function orderNewEntries(db: Db): Promise<number> {
  let pages = 0;
  for (const index of INDEXES) {
    const result = await sql<{ pages: string }>`select gin_clean_pending_list(${index}::regclass) as pages`.execute(db);
    pages += Number(result.rows[0]?.pages ?? 0);
  }
  return pages;
}

/** How many items that hold all of these the caller sees as everybody and as a member; undefined when it is not known. */
export async function wordCounted(db: Db, lexemes: readonly string[], { own, seesAll }: Sight): Promise<number | undefined> {
  const result = await sql<{ counted: number | null }>`
    select counted from word_counted(${[...lexemes]}::text[], ${own}::text, ${seesAll}::boolean)`.execute(db);
  const counted = result.rows[0]?.counted ?? null;
  return counted === null ? undefined : Number(counted);
}
