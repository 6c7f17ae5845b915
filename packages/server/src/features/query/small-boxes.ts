// Which boxes of a layer probably hold few features: all that are smaller than those that were found to hold more.
import type { HostedLayer } from '../layers.rules.ts';
import { isAlways, type LayerQuery, type RecordFilter } from './layer-query.rules.ts';

const MOST_TABLES = 1_000;

/** Square metres of the smallest box that held more than so many, by table. */
class FullBoxes {
  readonly #smallest = new Map<string, number>();

  isSmaller({ table }: HostedLayer, { spatial }: RecordFilter): boolean {
    return (spatial?.squareMetres ?? 0) < (this.#smallest.get(table) ?? Number.POSITIVE_INFINITY);
  }

  note({ table }: HostedLayer, { spatial }: RecordFilter): void {
    if (this.#smallest.size >= MOST_TABLES) this.#smallest.clear();
    this.#smallest.set(table, Math.min(spatial?.squareMetres ?? 0, this.#smallest.get(table) ?? Number.POSITIVE_INFINITY));
  }
}

/** Boxes with more features than a page. */
const pages = new FullBoxes();
/** Boxes with more features than are read one by one at no greater cost than all together. */
const crowds = new FullBoxes();
const CROWD = 20_000;
/** How many times such a box goes into the extent of its layer at least, as long as nobody knows more. */
const LEAST_PARTS = 20;
/** Layers of so many features are read in a moment, however. */
const SMALL_LAYER = 10_000;

function isBox({ spatial }: RecordFilter): boolean {
  if (spatial?.squareMetres === undefined || spatial.bufferMetres > 0) return false;
  return spatial.relation === 'intersects' || spatial.relation === 'envelopeIntersects';
}

/** Whether the query asks for nothing but a page of what lies in a box, from its beginning and in the usual order. */
function isPlainBox(layer: HostedLayer, query: LayerQuery): boolean {
  const { condition, objectIds, globalIds, time, owned, order, offset, limit } = query;
  const isOpen = (condition === null || isAlways(condition)) && objectIds === null && globalIds === undefined && time === undefined;
  return isBox(query) && isOpen && owned === undefined && layer.view === undefined && order.length === 0 && offset === 0 && limit !== null;
}

/** Whether the query is about a box that probably holds less than a page. */
export function isSmallBox(layer: HostedLayer, query: LayerQuery): boolean {
  return isPlainBox(layer, query) && pages.isSmaller(layer, query);
}

/** Keeps in mind that the box of a query held more. */
export function noteFullBox(layer: HostedLayer, query: LayerQuery): void {
  pages.note(layer, query);
}

/** Whether those that are counted are best found by their place, whatever the box and the values of other conditions. */
export function isSparseBox(layer: HostedLayer, filter: RecordFilter): boolean {
  if (!isBox(filter) || filter.objectIds !== null || filter.globalIds !== undefined || layer.view !== undefined) return false;
  return crowds.isSmaller(layer, filter) && isPart(layer, filter.spatial?.squareMetres ?? 0);
}

function isPart({ extent, rowCount }: HostedLayer, squareMetres: number): boolean {
  if (rowCount <= SMALL_LAYER) return true;
  const [xmin, ymin, xmax, ymax] = extent ?? [0, 0, 0, 0];
  return squareMetres * LEAST_PARTS < (xmax - xmin) * (ymax - ymin);
}

/** Keeps in mind how many of a box were counted, where they are many. */
export function noteCounted(layer: HostedLayer, filter: RecordFilter, count: number): void {
  if (count > CROWD) crowds.note(layer, filter);
}
