// Comparisons with ids: braces and capitals make no difference, whether the field keeps the text of an id or the id itself.
import { readGuidText } from '../guid-text.rules.ts';
import type { Checked } from './tree.ts';

/** Values that are compared with one another; where one of them is the text of an id, all are written alike. */
export function comparable(nodes: readonly Checked[]): readonly Checked[] {
  return nodes.some(isGuidText) ? nodes.map(asGuidText) : nodes;
}

/** Whether the value is the text of an id: a field that keeps it, or one that was turned into text to look at its letters. */
export function isGuidText(node: Checked): boolean {
  if (node.kind === 'field') return node.field.isGuid === true;
  if (node.kind === 'cast') {
    if (node.target === 'GUID') return true;
    return node.target === 'VARCHAR' && node.length === undefined && (node.arg.type === 'guid' || isGuidText(node.arg));
  }
  return node.kind === 'call' && /^(UPPER|LOWER|TRIM|MIN|MAX)$/.test(node.name) && node.args.length === 1 && node.args.some(isGuidText);
}

/** The value as ids are compared; what is neither text nor an id stays, and is refused as ever. */
export function asGuidText(node: Checked): Checked {
  if (node.kind === 'literal') return node.literal === 'text' ? { ...node, value: readGuidText(node.value) } : node;
  if (node.type !== 'text' && node.type !== 'guid') return node;
  return { kind: 'cast', target: 'GUID', arg: node, type: 'text', at: node.at };
}
