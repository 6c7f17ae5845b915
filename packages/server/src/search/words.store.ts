// SQL of the words that titles and tags use: what a misspelt word may have been meant to be.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Words that may be meant: those of `candidates` that exist, and those that share many letters with the word. */
export async function wordsLike(db: Db, word: string, candidates: readonly string[]): Promise<string[]> {
  const result = await sql<{ word: string }>`
    select word from search_word where word = any(${[...candidates]})
    union
    (select word from search_word where word % ${word} order by similarity(word, ${word}) desc, word limit 20)`.execute(db);
  return result.rows.map((row) => row.word);
}
