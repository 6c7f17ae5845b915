// Suggestions while typing: titles of items and groups.
import type { Suggestion } from '@graticule/contract/search';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { wordsOf } from '../platform/db/search-text.ts';
import { suggestedGroups } from './groups.store.ts';
import { wordsMeant } from './misspelt.ts';
import { quantilesOf } from './quantiles.ts';
import { suggestedItems } from './suggestions.store.ts';

const MAX_TYPED = 200;
const MAX_WORDS = 8;

/** Titles of items and groups that begin with or resemble what was typed so far. */
export async function suggestTitles(portal: Portal, caller: Caller, text: string, num: number | undefined): Promise<Suggestion[]> {
  const limit = Math.min(20, Math.max(1, num ?? 8));
  const typed = text.slice(0, MAX_TYPED);
  const words = wordsOf(typed).slice(0, MAX_WORDS);
  const quantiles = await quantilesOf(portal);
  let items = await suggestedItems(portal.db, caller, { text: typed, words, limit }, quantiles);
  const groups = await suggestedGroups(portal.db, caller, typed, Math.min(3, limit));
  if (items.length + groups.length === 0) {
    const meant = await wordsMeant(portal.db, words);
    // The nearest words only: a guess that needs several guesses is none.
    const nearest = words.map((word, at) => meant[at]?.[0] ?? word);
    if (nearest.join() !== words.join()) items = await suggestedItems(portal.db, caller, { text: typed, words: nearest, limit }, quantiles);
  }
  return [
    ...items.slice(0, limit - groups.length).map((row): Suggestion => ({ kind: 'item', ...row })),
    ...groups.map((row): Suggestion => ({ kind: 'group', type: 'Group', ...row })),
  ];
}
