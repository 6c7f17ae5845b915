// Which boxes of a layer probably hold fewer features than a page: all that are smaller than those that were found to hold more.
import type { HostedLayer } from '../layers.rules.ts';
import { isAlways, type LayerQuery } from './layer-query.rules.ts';

/** Square metres of the smallest box that held more than a page, by table. */
const full = new Map<string, number>();
const MOST_TABLES = 1_000;

/** Whether the query asks for nothing but a page of what lies in a box, from its beginning and in the usual order. */
function isPlainBox(layer: HostedLayer, query: LayerQuery): boolean {
  const { spatial, condition, objectIds, globalIds, time, owned, order, offset, limit } = query;
  if (spatial === null || spatial.squareMetres === undefined || spatial.bufferMetres > 0) return false;
  if (spatial.relation !== 'intersects' && spatial.relation !== 'envelopeIntersects') return false;
  const isOpen = (condition === null || isAlways(condition)) && objectIds === null && globalIds === undefined && time === undefined;
  return isOpen && owned === undefined && layer.view === undefined && order.length === 0 && offset === 0 && limit !== null;
}

/** Whether the query is about such a box. */
export function isSmallBox(layer: HostedLayer, query: LayerQuery): boolean {
  return isPlainBox(layer, query) && (query.spatial?.squareMetres ?? 0) < (full.get(layer.table) ?? Number.POSITIVE_INFINITY);
}

/** Keeps in mind that the box of a query held more. */
export function noteFullBox(layer: HostedLayer, query: LayerQuery): void {
  if (full.size >= MOST_TABLES) full.clear();
  full.set(layer.table, query.spatial?.squareMetres ?? 0);
}
