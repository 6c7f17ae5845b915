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

/** Words that are looked at in one statement. */
const BATCH = 1_000;

/** Removes the words that no item holds any more; gives how many. A word that comes back is learnt again. */
export async function forgetUnusedWords(db: Db): Promise<number> {
  let forgotten = 0;
  for (let after: string | null = ''; after !== null; ) {
    const result: { rows: { last: string | null; forgotten: number }[] } = await sql<{ last: string | null; forgotten: number }>`
      with looked as materialized (select word, quote_literal(word)::tsquery as query from search_word where word > ${after} order by word limit ${BATCH}),
        gone as (
          delete from search_word using looked where search_word.word = looked.word
            and not exists (select from item_word_e w where w.words @@ looked.query)
            and not exists (select from item_word_o w where w.words @@ looked.query)
            and not exists (select from item_word_n w where w.words @@ looked.query)
          returning 1)
      select (select max(word) from looked) as last, (select count(*) from gone) as forgotten`.execute(db);
    after = result.rows[0]?.last ?? null;
    forgotten += Number(result.rows[0]?.forgotten ?? 0);
  }
  return forgotten;
}
