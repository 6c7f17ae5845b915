// Which boxes of a layer probably hold fewer features than a page: all that are smaller than those that were found to hold more.
import type { HostedLayer } from '../layers.rules.ts';
import { type Box, boxOf, isAlways, isByPlaceAlone, type LayerQuery } from './layer-query.rules.ts';
import { givesStored } from './precision.rules.ts';

/** Square metres of the smallest box that held more than a page, by table. */
const full = new Map<string, number>();
const MOST_TABLES = 1_000;

/** Whether the query asks for nothing but a page of what lies in a box, from its beginning and in the usual order. */
export function isPlainBox(layer: HostedLayer, query: LayerQuery): boolean {
  const { spatial, condition, order, offset, limit } = query;
  if (spatial === null || boxOf(spatial) === undefined) return false;
  if (spatial.relation !== 'intersects' && spatial.relation !== 'envelopeIntersects') return false;
  const isOpen = (condition === null || isAlways(condition)) && isByPlaceAlone(query);
  return isOpen && layer.view === undefined && order.length === 0 && offset === 0 && limit !== null;
}

/** Whether the query is about such a box. */
export function isSmallBox(layer: HostedLayer, query: LayerQuery): boolean {
  return isPlainBox(layer, query) && squareMetres(query) < (full.get(layer.table) ?? Number.POSITIVE_INFINITY);
}

/**
 * The box of such a query, where the server looks by itself which of the features whose bounds meet it do so themselves: it has their places at
 * hand, and finds out sooner than the database. Boxes without a width or a height are left to the database, and so are generalised geometries.
 */
export function lookedThroughBox(layer: HostedLayer, query: LayerQuery): Box | undefined {
  const box = query.spatial === null ? undefined : boxOf(query.spatial);
  if (box === undefined || query.spatial?.relation !== 'intersects' || layer.geometryType === 'esriGeometryPoint') return undefined;
  const [west, south, east, north] = box;
  return east > west && north > south && givesStored(layer, query) ? box : undefined;
}

function squareMetres({ spatial }: LayerQuery): number {
  const [west, south, east, north] = (spatial === null ? undefined : boxOf(spatial)) ?? [0, 0, 0, 0];
  return (east - west) * (north - south);
}

/** Keeps in mind that the box of a query held more. */
export function noteFullBox(layer: HostedLayer, query: LayerQuery): void {
  if (full.size >= MOST_TABLES) full.clear();
  full.set(layer.table, squareMetres(query));
}
