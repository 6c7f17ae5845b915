// What the nodes of an expression are made of.
import type { Checked, Expression } from './tree.ts';

/** The parts of a node, in no particular order. */
export function childrenOf(node: Checked): readonly Checked[];
export function childrenOf(node: Expression): readonly Expression[];
export function childrenOf(node: Checked | Expression): readonly (Checked | Expression)[] {
  switch (node.kind) {
    case 'call':
    case 'logic':
      return node.args;
    case 'cast':
    case 'extract':
    case 'negate':
    case 'not':
    case 'isNull':
      return [node.arg];
    case 'case': {
      const branches: readonly { when: Checked | Expression; result: Checked | Expression }[] = node.branches;
      const parts = [node.operand, node.otherwise, ...branches.flatMap(({ when, result }) => [when, result])];
      return parts.filter((one) => one !== undefined);
    }
    case 'compare':
    case 'arithmetic':
      return [node.left, node.right];
    case 'in':
      return [node.arg, ...node.list];
    case 'between':
      return [node.arg, node.low, node.high];
    case 'like':
      return [node.arg, node.pattern];
    default:
      return [];
  }
}
