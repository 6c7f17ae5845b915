// Misspelt words: which words of the catalogue are one or two slips away.
import type { Db } from '../platform/db/database.ts';
import { foldText, singular, wordsOf } from '../platform/db/search-text.ts';
import { ANY_ONE, ANY_RUN, type QueryNode } from './grammar.ts';
import { wordsNear } from './words.store.ts';

const SHORTEST = 4;
const MOST_WORDS = 6;
const MOST_ALTERNATIVES = 5;

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

/** For each word those of the catalogue that may be meant by it, the nearest first; without the word itself. */
export async function wordsMeant(db: Db, words: readonly string[]): Promise<string[][]> {
  const asked = words.map((word) => singular(foldText(word)));
  const near = await wordsNear(db, [...new Set(asked.filter(mayBeMisspelt))]);
  return asked.map((word) => {
    const most = forgiven(word);
    return near
      .filter((each) => each.asked === word)
      .map((each) => ({ word: each.word, slips: slipsBetween(word, each.word, most) }))
      .filter(({ slips }) => slips > 0 && slips <= most)
      .sort((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1))
      .slice(0, MOST_ALTERNATIVES)
      .map((each) => each.word);
  });
}

function mayBeMisspelt(word: string): boolean {
  return word.length >= SHORTEST && word.length <= 40 && !/\p{N}/u.test(word);
}

/** The query with near words beside each bare word of the text; undefined when there are none. Ids, types and phrases are meant as written. */
export async function forgivingQuery(db: Db, tree: QueryNode): Promise<QueryNode | undefined> {
  const words = bareWords(tree).slice(0, MOST_WORDS);
  const near = await wordsMeant(db, words);
  const meant = new Map(words.map((word, at) => [word, near[at] ?? []]));
  return near.some((each) => each.length > 0) ? widened(tree, meant) : undefined;
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
