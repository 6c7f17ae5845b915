// Which expressions the database may give up on, depending on the values of a row.
import { childrenOf } from './children.rules.ts';
import type { Checked } from './tree.ts';

/** Functions that have a result for every text. */
const SURE = new Set(['UPPER', 'LOWER', 'TRIM', 'LTRIM', 'RTRIM', 'CHAR_LENGTH', 'POSITION', 'CONCAT', 'COALESCE']);

/** Whether the expression computes something of a field that has no result for some values, such as a number of any text. */
export function mayFail(node: Checked): boolean {
  return node.kind !== 'literal' && namesField(node) && (!isSure(node) || childrenOf(node).some(mayFail));
}

function isSure(node: Checked): boolean {
  switch (node.kind) {
    case 'cast':
      return node.target === 'GUID' || node.target === 'MOMENT';
    case 'extract':
    case 'negate':
    case 'interval':
      return false;
    case 'arithmetic':
      return node.operator === '||';
    case 'call':
      return SURE.has(node.name);
    case 'like':
      return node.pattern.kind === 'literal';
    default:
      return true;
  }
}

function namesField(node: Checked): boolean {
  return node.kind === 'field' || childrenOf(node).some(namesField);
}
