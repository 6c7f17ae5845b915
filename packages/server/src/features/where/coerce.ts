// Makes values of an expression fit a type: NULL takes any, text literals become numbers, dates or ids if they hold one.
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { readDate, readGuid, readNumber, readTime, readTimestamp } from './literals.ts';
import type { Checked, ValueType } from './tree.ts';
import { WhereError } from './where-error.ts';

/** What values of a type are called. */
const named = (type: ValueType): Sentence => sentence(`where-type-${type === 'timestamp' ? 'date' : type}`);

/**
 * The same value as one of the wanted type.
 * @throws WhereError when it cannot be one
 */
export function coerce(node: Checked, wanted: ValueType): Checked {
  if (node.type === wanted) return node;
  // What has no type is made of NULL alone, and so is NULL.
  if (node.type === 'unknown' && wanted !== 'boolean' && wanted !== 'interval') {
    return { kind: 'literal', literal: 'null', value: 'NULL', type: wanted, at: node.at };
  }
  if (node.type === 'date' && wanted === 'timestamp')
    return node.kind === 'literal' ? { ...node, literal: 'timestamp', type: wanted } : node;
  // An id is text to functions of text.
  if (node.type === 'guid' && wanted === 'text') return { kind: 'cast', target: 'VARCHAR', arg: node, type: 'text', at: node.at };
  if (node.kind === 'literal' && node.literal === 'text') {
    const read = literalAs(node.value, wanted);
    if (read !== undefined) return { ...node, ...read, type: wanted };
  }
  const found = node.kind === 'literal' ? sentence('where-quoted', { text: node.value.slice(0, 40) }) : named(node.type);
  throw new WhereError('where-misfit', node.at, { found, wanted: named(wanted) });
}

/** A value that is joined with texts: numbers and moments become texts, too. */
export function asWritten(node: Checked): Checked {
  const { type, at } = node;
  if (type === 'number' || type === 'timestamp' || type === 'date' || type === 'time')
    return { kind: 'cast', target: 'WRITTEN', arg: node, type: 'text', at };
  return coerce(node, 'text');
}

function literalAs(text: string, wanted: ValueType): Pick<Extract<Checked, { kind: 'literal' }>, 'literal' | 'value'> | undefined {
  const made = <L extends 'number' | 'text' | 'date' | 'timestamp' | 'time'>(literal: L, value: string | undefined) =>
    value === undefined ? undefined : { literal, value };
  switch (wanted) {
    case 'number':
      return made('number', readNumber(text) === undefined ? undefined : text.trim());
    case 'timestamp':
      return made('timestamp', readTimestamp(text));
    case 'date':
      return made('date', readDate(text));
    case 'time':
      return made('time', readTime(text));
    case 'guid':
      return made('text', readGuid(text));
    default:
      return undefined;
  }
}

/** The order in which types win when they meet: the first that occurs is the common one. */
const STRENGTH: readonly ValueType[] = ['interval', 'boolean', 'timestamp', 'date', 'time', 'guid', 'number', 'text', 'unknown'];

/**
 * The values with one common type.
 * @throws WhereError when there is none
 */
export function unify(nodes: readonly Checked[], at: number): Checked[] {
  const common = STRENGTH.find((type) => nodes.some((node) => node.type === type)) ?? 'unknown';
  if (common === 'interval') throw new WhereError('where-interval-compared', at);
  if (common === 'unknown') return [...nodes];
  // A day compared with text that holds a time of day is compared as a moment.
  if (common === 'date' && nodes.some((node) => node.kind === 'literal' && node.literal === 'text' && readDate(node.value) === undefined)) {
    return nodes.map((node) => coerce(node, 'timestamp'));
  }
  return nodes.map((node) => coerce(node, common));
}
