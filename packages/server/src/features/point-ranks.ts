// Decides from which zoom level a point is drawn, so that tiles of a large layer stay small: where points lie closer
// together than a cell of the tile, only the first is drawn until the map is near enough.
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { placeOf } from './place-order.rules.ts';
import { THINNED_ZOOMS, THINNING_CELLS } from './tile-columns.rules.ts';

/** Bits of one page of a grid. */
const PAGE_BITS = 15;
const PAGE_BYTES = 1 << (PAGE_BITS - 3);
const WORLD = 2 * WEB_MERCATOR_LIMIT;

/** How many times the points of a level an index may hold that serves it. */
const WORTHWHILE = 2.5;

/** Remembers for each zoom level which cells are taken; memory grows with the area covered, not with the number of points. */
export class PointRanks {
  readonly #grids: (Uint8Array | undefined)[][] = Array.from({ length: THINNED_ZOOMS }, (_, zoom) =>
    new Array<undefined>(Math.ceil((THINNING_CELLS * 2 ** zoom) ** 2 / 2 ** PAGE_BITS)).fill(undefined),
  );
  readonly #counts: number[] = Array.from({ length: THINNED_ZOOMS + 1 }, () => 0);

  /** The first zoom level at which the point is drawn; WKB in Web Mercator, little-endian. */
  rank(wkb: Uint8Array): number {
    return this.rankAt(...placeOf(wkb));
  }

  /** The same for coordinates in Web Mercator. */
  rankAt(x: number, y: number): number {
    let first = THINNED_ZOOMS;
    // A point that is drawn at one level is drawn at all nearer ones, so its cells there are taken too.
    for (let zoom = THINNED_ZOOMS - 1; zoom >= 0; zoom--) {
      if (!this.#take(zoom, cellOf(zoom, x, y))) break;
      first = zoom;
    }
    this.#counts[first] = (this.#counts[first] ?? 0) + 1;
    return first;
  }

  /**
   * The zoom levels whose points are worth an index of their own: those that would otherwise be found by reading past more than one and a half times as many
   * others, in the index of a nearer level or in that of all points.
   */
  indexZooms(): number[] {
    const zooms: number[] = [];
    let drawn = this.#counts.reduce((sum, count) => sum + count, 0);
    let indexed = drawn;
    for (let zoom = THINNED_ZOOMS - 1; zoom >= 0; zoom--) {
      drawn -= this.#counts[zoom + 1] ?? 0;
      if (drawn * WORTHWHILE >= indexed) continue;
      zooms.unshift(zoom);
      indexed = drawn;
    }
    return zooms;
  }

  /** Takes a cell; false when it is taken already. */
  #take(zoom: number, cell: number): boolean {
    const grid = this.#grids[zoom] as (Uint8Array | undefined)[];
    const number = cell >>> PAGE_BITS;
    const page = grid[number] ?? new Uint8Array(PAGE_BYTES);
    const at = (cell & ((1 << PAGE_BITS) - 1)) >> 3;
    const before = page[at] as number;
    const after = before | (1 << (cell & 7));
    if (after === before) return false;
    page[at] = after;
    grid[number] = page;
    return true;
  }
}

/** Number of a cell of the grid of a zoom level; the grids of all levels have fewer than 2^31. */
function cellOf(zoom: number, x: number, y: number): number {
  const side = THINNING_CELLS << zoom;
  const column = clamp(Math.floor(((x + WEB_MERCATOR_LIMIT) / WORLD) * side), side);
  return clamp(Math.floor(((WEB_MERCATOR_LIMIT - y) / WORLD) * side), side) * side + column;
}

function clamp(n: number, side: number): number {
  return n < 0 ? 0 : n >= side ? side - 1 : n;
}
