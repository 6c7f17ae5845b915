// Numbers that are compared with fields of 32 bits: those hold the nearest number to 0.1 that they can, and clients are told 0.1.
import type { Checked } from './tree.ts';

/** The numbers beyond zero that 32 bits hold with all their digits; others are compared as they are. */
const [LEAST, MOST] = [1.2e-38, 3.4e38];

/** Values that are compared with one another: literals beside nothing but fields of 32 bits become numbers of 32 bits. */
export function asSingles(nodes: readonly Checked[]): Checked[] {
  const isOfSingles = nodes.some(isSingle) && nodes.every((node) => isSingle(node) || isNumber(node));
  return isOfSingles ? nodes.map(rounded) : [...nodes];
}

function isSingle(node: Checked): boolean {
  return node.kind === 'field' && node.field.isSingle === true;
}

function isNumber(node: Checked): boolean {
  return node.kind === 'negate' ? isNumber(node.arg) : node.kind === 'literal' && (node.type === 'number' || node.literal === 'null');
}

function rounded(node: Checked): Checked {
  if (node.kind === 'negate') return { ...node, arg: rounded(node.arg) };
  if (node.kind !== 'literal' || node.literal !== 'number') return node;
  const size = Math.abs(Number(node.value));
  return size === 0 || (size >= LEAST && size <= MOST) ? { ...node, isSingle: true } : node;
}
