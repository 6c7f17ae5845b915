// How deep the tree of an expression is: whatever walks over it goes down as far.
import { childrenOf } from './children.rules.ts';
import type { Expression } from './tree.ts';
import { WhereError } from './where-error.ts';

/** Enough for 200 operators in a row, twice over. */
const MAX_DEPTH = 500;

/** @throws WhereError for a tree that is deeper than what reads, checks and computes it can go */
export function requireShallow(tree: Expression): void {
  // Without recursion, which is what may fail.
  let level: Expression[] = [tree];
  for (let depth = 1; level.length > 0; depth++) {
    const [first] = level;
    if (depth > MAX_DEPTH) throw new WhereError('where-nested', first?.at ?? 0, { most: MAX_DEPTH });
    level = level.flatMap((node) => childrenOf(node));
  }
}
