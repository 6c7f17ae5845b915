// SQL of the words that titles and tags use: what a misspelt word may have been meant to be.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** A word that was asked for and one of the catalogue that may be meant by it. */
export interface NearWord {
  asked: string;
  word: string;
}

/** Whoever may add items can have the catalogue hold very many words that begin alike. */
const MOST_NEAR = 2_000;

/** Words of the catalogue that may be one or two slips away from each of the given; a little more than those. */
export async function wordsNear(db: Db, words: readonly string[]): Promise<NearWord[]> {
  if (words.length === 0) return [];
  const result = await sql<NearWord>`
    select asked, word from unnest(${[...words]}::text[]) asked
    join search_word on slip_keys(word) && slip_keys(asked) and length(word) between length(asked) - 2 and length(asked) + 2
    limit ${MOST_NEAR}`.execute(db);
  return result.rows;
}

/** For each beginning itself and the words that begin so; undefined when one of them begins more than `most`. */
export async function wordsBeginning(db: Db, beginnings: readonly string[], most: number): Promise<string[][] | undefined> {
  const result = await sql<{ words: string[] }>`
    select array(select word from search_word where word ~>=~ b and word ~<~ (b || ${LAST_LETTER}) limit ${most + 1}) as words
    from unnest(${[...beginnings]}::text[]) with ordinality given(b, place) order by place`.execute(db);
  if (result.rows.some(({ words }) => words.length > most)) return undefined;
  return result.rows.map(({ words }, at) => [...new Set([beginnings[at] ?? '', ...words])]);
}

/** After every letter in the order of code points. */
const LAST_LETTER = '\u{10ffff}';

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
