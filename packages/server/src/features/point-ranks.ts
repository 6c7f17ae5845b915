// Decides from which zoom level a point is drawn, so that tiles of a large layer stay small: where points lie closer
// together than a cell of the tile, only the first is drawn until the map is near enough.
import { isPlainPoint, pointView } from '@graticule/geo/convert/point-wkb';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { THINNED_ZOOMS, THINNING_CELLS } from './tile-columns.rules.ts';

/** Bits of one page of a grid. */
const PAGE_BITS = 15;
const PAGE_BYTES = 1 << (PAGE_BITS - 3);

/** Remembers for each zoom level which cells are taken; memory grows with the area covered, not with the number of points. */
export class PointRanks {
  readonly #grids: Map<number, Uint8Array>[] = Array.from({ length: THINNED_ZOOMS }, () => new Map());
  readonly #counts: number[] = Array.from({ length: THINNED_ZOOMS + 1 }, () => 0);

  /** The first zoom level at which the point is drawn; WKB in Web Mercator, little-endian. */
  rank(wkb: Uint8Array): number {
    const view = isPlainPoint(wkb) ? pointView(wkb) : new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
    const start = wkb.byteLength >= 25 && (view.getUint32(1, true) & 0x20000000) !== 0 ? 9 : 5;
    const x = view.getFloat64(start, true);
    const y = view.getFloat64(start + 8, true);
    let first = THINNED_ZOOMS;
    // A point that is drawn at one level is drawn at all nearer ones, so its cells there are taken too.
    for (let zoom = THINNED_ZOOMS - 1; zoom >= 0; zoom--) {
      if (!this.#isFree(zoom, x, y)) break;
      first = zoom;
    }
    for (let zoom = first; zoom < THINNED_ZOOMS; zoom++) this.#take(zoom, x, y);
    this.#counts[first] = (this.#counts[first] ?? 0) + 1;
    return first;
  }

  /** The share of the points that are drawn at a zoom level. */
  shareAt(zoom: number): number {
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    return sum(this.#counts.slice(0, zoom + 1)) / Math.max(1, sum(this.#counts));
  }

  #cell(zoom: number, x: number, y: number): number {
    const side = THINNING_CELLS * 2 ** zoom;
    const width = (2 * WEB_MERCATOR_LIMIT) / side;
    const column = clamp(Math.floor((x + WEB_MERCATOR_LIMIT) / width), side);
    return clamp(Math.floor((WEB_MERCATOR_LIMIT - y) / width), side) * side + column;
  }

  #isFree(zoom: number, x: number, y: number): boolean {
    const cell = this.#cell(zoom, x, y);
    const page = this.#grids[zoom]?.get(Math.floor(cell / 2 ** PAGE_BITS));
    if (page === undefined) return true;
    const bit = cell % 2 ** PAGE_BITS;
    return ((page[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0;
  }

  #take(zoom: number, x: number, y: number): void {
    const cell = this.#cell(zoom, x, y);
    const number = Math.floor(cell / 2 ** PAGE_BITS);
    const grid = this.#grids[zoom];
    if (grid === undefined) return;
    let page = grid.get(number);
    if (page === undefined) {
      page = new Uint8Array(PAGE_BYTES);
      grid.set(number, page);
    }
    const bit = cell % 2 ** PAGE_BITS;
    page[bit >> 3] = (page[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
}

function clamp(n: number, side: number): number {
  return Math.max(0, Math.min(side - 1, n));
}
