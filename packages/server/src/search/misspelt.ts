// Misspelt words: which words of the catalogue are one or two slips away.
import type { Db } from '../platform/db/database.ts';
import { foldText, singular, wordsOf } from '../platform/db/search-text.ts';
import { ANY_ONE, ANY_RUN, type QueryNode } from './grammar.ts';
import { wordsLike } from './words.store.ts';

const SHORTEST = 4;
const MOST_WORDS = 6;
const MOST_ALTERNATIVES = 5;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Slips that are forgiven: one in a short word, two in a long one. */
function forgiven(word: string): number {
  return word.length < 7 ? 1 : 2;
}

/**
 * How many letters were missed, added, changed or swapped with their neighbour.
 * @param most larger distances are all alike
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1);
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1))
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? most + 1;
}

/** Every word one slip away. */
export function oneSlipAway(word: string): string[] {
  const found = new Set<string>();
  for (let i = 0; i <= word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)];
    found.add(head + tail.slice(1));
    if (tail.length > 1) found.add(`${head}${tail.charAt(1)}${tail.charAt(0)}${tail.slice(2)}`);
    for (const letter of LETTERS) {
      found.add(head + letter + tail);
      if (tail !== '') found.add(head + letter + tail.slice(1));
    }
  }
  found.delete(word);
  return [...found];
}

/** Words of the catalogue that may be meant by a misspelt one, the nearest first; without the word itself. */
export async function wordsMeant(db: Db, word: string): Promise<string[]> {
  const folded = singular(foldText(word));
  if (folded.length < SHORTEST || folded.length > 40 || /\p{N}/u.test(folded)) return [];
  const most = forgiven(folded);
  const known = await wordsLike(db, folded, oneSlipAway(folded));
  return known
    .map((each) => ({ each, slips: slipsBetween(folded, each, most) }))
    .filter(({ slips }) => slips > 0 && slips <= most)
    .sort((a, b) => a.slips - b.slips || (a.each < b.each ? -1 : 1))
    .slice(0, MOST_ALTERNATIVES)
    .map(({ each }) => each);
}

/** The query with near words beside each bare word of the text; undefined when there are none. Ids, types and phrases are meant as written. */
export async function forgivingQuery(db: Db, tree: QueryNode): Promise<QueryNode | undefined> {
  const meant = new Map<string, string[]>();
  for (const word of bareWords(tree).slice(0, MOST_WORDS)) meant.set(word, await wordsMeant(db, word));
  return [...meant.values()].some((words) => words.length > 0) ? widened(tree, meant) : undefined;
}

function bareWord(node: QueryNode): string | undefined {
  if (node.kind !== 'term' || node.quoted || (node.field ?? 'title') !== 'title') return undefined;
  if (node.text.includes(ANY_RUN) || node.text.includes(ANY_ONE)) return undefined;
  const [word, ...more] = wordsOf(node.text);
  return more.length === 0 ? word : undefined;
}

function bareWords(node: QueryNode): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.clauses.flatMap(bareWords);
  const word = bareWord(node);
  return word === undefined ? [] : [word];
}

function widened(node: QueryNode, meant: ReadonlyMap<string, string[]>): QueryNode {
  if (node.kind === 'and' || node.kind === 'or') return { ...node, clauses: node.clauses.map((clause) => widened(clause, meant)) };
  const near = meant.get(bareWord(node) ?? '') ?? [];
  if (node.kind !== 'term' || near.length === 0) return node;
  return { kind: 'or', clauses: [node, ...near.map((text) => ({ ...node, text }))] };
}
