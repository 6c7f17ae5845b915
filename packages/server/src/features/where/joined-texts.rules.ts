// How long the texts may be that an expression joins: each is made anew for each row, and what compares them goes through all of it.
import { childrenOf } from './children.rules.ts';
import type { Checked } from './tree.ts';
import { WhereError } from './where-error.ts';

/** Characters that an expression joins at most: all fields of the widest layers once, and some of them with long texts. */
const MAX_JOINED = 100_000;
/** What a field counts: few texts are as long as their field allows, and one that says nothing holds names. */
const FIELD = 255;
const LONG_FIELD = 5_000;
/** Days, moments, ids and nearly all numbers as texts. */
const VALUE = 40;
/** The largest and the smallest numbers with all their zeros. */
const LONGEST_NUMBER = 350;

/** Characters that were joined so far. */
interface Tally {
  joined: number;
}

/** @throws WhereError where the texts that are joined are too long together; a text that is only there may have any length */
export function requireShortTexts(tree: Checked): void {
  lengthOf(tree, { joined: 0 });
}

/** The characters that the value of a node may have as a text. */
function lengthOf(node: Checked, tally: Tally): number {
  const children = childrenOf(node);
  const parts = children.map((child) => lengthOf(child, tally));
  if (isJoin(node)) return joined(node, children, { parts, tally });
  switch (node.kind) {
    case 'literal':
      return node.value.length;
    case 'field':
      return node.type === 'text' ? Math.min(node.field.length ?? FIELD, LONG_FIELD) : VALUE;
    case 'cast':
      if (node.target === 'WRITTEN') return node.arg.type === 'number' ? LONGEST_NUMBER : VALUE;
      if (node.target !== 'VARCHAR') return VALUE;
      return Math.min(node.arg.type === 'number' ? LONGEST_NUMBER : (parts[0] ?? 0), node.length ?? Number.POSITIVE_INFINITY);
    case 'call':
      if (node.name === 'SUBSTRING') return Math.min(parts[0] ?? 0, lengthSaid(node.args[2]));
      return node.type === 'text' ? Math.max(0, ...parts) : VALUE;
    case 'case':
      return Math.max(0, ...parts);
    default:
      return VALUE;
  }
}

function isJoin(node: Checked): boolean {
  return (node.kind === 'call' && node.name === 'CONCAT') || (node.kind === 'arithmetic' && node.operator === '||');
}

/** The length that a number says; any other value may be any. */
function lengthSaid(node: Checked | undefined): number {
  return node?.kind === 'literal' && node.literal === 'number' ? Math.max(0, Number(node.value)) : Number.POSITIVE_INFINITY;
}

function joined(node: Checked, children: readonly Checked[], { parts, tally }: { parts: readonly number[]; tally: Tally }): number {
  for (const [at, child] of children.entries()) if (!isJoin(child)) tally.joined += parts[at] ?? 0;
  if (tally.joined > MAX_JOINED) throw new WhereError('where-joined', node.at, { most: MAX_JOINED });
  return parts.reduce((sum, part) => sum + part, 0);
}
