// SQL of suggestions while typing.
import { sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import { foldText, quoteLexeme } from '../platform/db/search-text.ts';
import { type Matches, matchingRows, sightFor } from './item-matches.sql.ts';
import { cutFor, type Quantiles } from './quantiles.store.ts';
import { wordsBeginning } from './words.store.ts';

/** After one or two letters half of all items may match: suggestions are chosen from so many. */
const MAX_CHOSEN_FROM = 150;

/** Of more words with a beginning the index finds those itself. */
const MOST_BEGINNINGS = 100;

/** An item as a suggestion. */
export interface SuggestedItem {
  id: string;
  title: string;
  type: string;
}

/**
 * Items whose title holds words that begin with each of the given; titles that begin like the text first, then the best known.
 * @param quantiles a hint only, to look among the best known items first
 */
export async function suggestedItems(
  db: Db,
  caller: Caller,
  typed: { text: string; words: readonly string[]; limit: number },
  quantiles: Quantiles | undefined,
): Promise<SuggestedItem[]> {
  if (typed.words.length === 0) return [];
  const anyWord = typed.words.map((word) => `${quoteLexeme(`title:${word}`)}:*`).join(' & ');
  const known = quantiles === undefined ? undefined : await wordsBeginning(db, typed.words, MOST_BEGINNINGS);
  const words =
    known === undefined ? anyWord : known.map((each) => `(${each.map((word) => quoteLexeme(`title:${word}`)).join(' | ')})`).join(' & ');
  const matches: Matches = {
    ...sightFor(caller),
    words,
    lexemes: undefined,
    titleWords: undefined,
    others: [],
    measures: [],
    areAlike: true,
  };
  for (const share of [0.01, 1]) {
    const cut = cutFor(quantiles, 'standing', share);
    if (cut === undefined && share < 1) continue;
    // Short words and figures are not among the known ones: the last try takes whatever begins so.
    const tried = cut === undefined ? anyWord : `(${words}) & (${cut})`;
    const result = await sql<SuggestedItem>`
      with matched as materialized (${matchingRows(sql`s.item_id, s.standing, s.title_key`, matches, {
        words: tried,
        most: MAX_CHOSEN_FROM,
      })}),
      best as (
        select item_id, row_number() over () as place from (
          select item_id from (select * from matched limit ${MAX_CHOSEN_FROM}) m
          order by starts_with(title_key, ${foldText(typed.text).trim()}) desc, standing desc, item_id limit ${typed.limit}) b)
      select item.id, item.title, item.type from best join item on item.id = best.item_id order by best.place`.execute(db);
    if (result.rows.length === typed.limit || cut === undefined) return result.rows;
  }
  return [];
}
