// Numbers that are compared with fields of 32 bits: those hold the nearest number to 0.1 that they can, and clients are told 0.1.
import type { Checked } from './tree.ts';

/** The numbers beyond zero that 32 bits hold with all their digits; others are compared as they are. */
const [LEAST, MOST] = [1.2e-38, 3.4e38];

/**
 * The first value is compared with each of the others: numbers written beside fields of 32 bits become those that 32 bits hold. Each by itself: what else
 * stands in a list changes nothing of it.
 */
export function asSingles([first, ...others]: readonly Checked[]): Checked[] {
  if (first === undefined) return [];
  if (isSingle(first)) return [first, ...others.map(rounded)];
  // A number before a list is compared with the other numbers of the list, too.
  const areSingles = others.some(isSingle) && others.every((one) => isSingle(one) || one.kind === 'literal');
  return areSingles ? [first, ...others].map(rounded) : [first, ...others];
}

function isSingle(node: Checked): boolean {
  return node.kind === 'negate' ? isSingle(node.arg) : node.kind === 'field' && node.field.isSingle === true;
}

function rounded(node: Checked): Checked {
  if (node.kind === 'negate') return { ...node, arg: rounded(node.arg) };
  if (node.kind !== 'literal' || node.literal !== 'number') return node;
  const size = Math.abs(Number(node.value));
  return size >= LEAST && size <= MOST ? { ...node, value: String(Math.fround(Number(node.value))) } : node;
}
