// Which parts of an order have a say, and in which orders a page can go on behind the one before.
import { type HostedLayer, objectIdField } from '../layers.rules.ts';
import { mayFail } from '../where/may-fail.rules.ts';
import type { LayerQuery, OrderTerm } from './layer-query.rules.ts';

/** The terms of an order before the object id: what stands behind that has no say. */
export function keyTerms(layer: HostedLayer, { order }: LayerQuery): OrderTerm[] {
  const id = objectIdField(layer).name.toLowerCase();
  const at = order.findIndex((term) => term.expression === undefined && term.name.toLowerCase() === id);
  return at < 0 ? order : order.slice(0, at);
}

/**
 * Whether a page in that order can go on behind the one before: not where an expression may have no result for a value, since it would be computed
 * of features that the page is not about.
 */
export function isContinuable({ order }: LayerQuery): boolean {
  return order.every(({ expression }) => expression === undefined || !mayFail(expression));
}
