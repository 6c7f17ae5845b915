// Comparisons of moments that are kept as text with their offsets: ten o'clock in Berlin is nine o'clock in London.
import { comparable } from './guids.ts';
import type { Checked } from './tree.ts';

/** Values that are compared with one another, written alike: ids as ids, moments with offsets as moments. */
export function alike(nodes: readonly Checked[]): readonly Checked[] {
  const momentous = nodes.some(isMomentText) && nodes.every((node) => isMomentText(node) || standsForMoment(node));
  return momentous ? nodes.map(asMoment) : comparable(nodes);
}

/** Whether the value is a field that keeps moments as text. */
function isMomentText(node: Checked): boolean {
  return node.kind === 'field' && node.field.isMoment === true;
}

/** Other texts, such as those of another field, are compared letter by letter. */
function standsForMoment(node: Checked): boolean {
  if (node.kind === 'literal' && node.literal === 'text') return true;
  return node.type === 'timestamp' || node.type === 'date' || node.type === 'unknown';
}

/** The moment that such a field keeps, in UTC; null where its text is none. Everything else stays. */
export function asMoment(node: Checked): Checked {
  return isMomentText(node) ? { kind: 'cast', target: 'MOMENT', arg: node, type: 'timestamp', at: node.at } : node;
}

const DAY = String.raw`(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?`;
const ZONE = String.raw` ?(Z|[+-](0\d|1[0-5])(:?[0-5]\d)?)`;

/**
 * SQL of the moment in UTC of a column of texts; without an offset it is one of UTC. No text makes it fail, not even one that names a day which does
 * not exist: the day is counted from the first of the month, because one such row would fail every query.
 */
export function momentSql(column: string): string {
  const first = `(left(${column}, 7) || '-01' || substr(${column}, 11))`;
  const days = `make_interval(days => substr(${column}, 9, 2)::integer - 1)`;
  return (
    `(case when ${column} ~ '^${DAY}${TIME}${ZONE}$' then (${first}::timestamptz at time zone 'UTC') + ${days} ` +
    `when ${column} ~ '^${DAY}(${TIME})?$' then ${first}::timestamp + ${days} end)`
  );
}
