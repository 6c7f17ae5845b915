// The square tile grid of Web Mercator: bounds, resolutions, and which tiles an extent covers.
import { WEB_MERCATOR_LIMIT } from './web-mercator.ts';

/** The deepest zoom level for which addresses are accepted. */
export const MAX_ZOOM = 24;

/** Bounds in metres of Web Mercator. */
export interface TileBounds {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** Width of a tile in metres. */
export function tileSize(z: number): number {
  return (2 * WEB_MERCATOR_LIMIT) / 2 ** z;
}

/** Metres per pixel on the equator for tiles of the given width in pixels. */
export function resolution(z: number, pixels = 256): number {
  return tileSize(z) / pixels;
}

/** Whether the address names a tile of the grid. */
export function isTile(z: number, x: number, y: number): boolean {
  if (!Number.isInteger(z) || !Number.isInteger(x) || !Number.isInteger(y)) return false;
  const count = 2 ** z;
  return z >= 0 && z <= MAX_ZOOM && x >= 0 && x < count && y >= 0 && y < count;
}

/** Bounds of a tile, widened by `buffer` (a share of the tile's width) on each side. */
export function tileBounds(z: number, x: number, y: number, buffer = 0): TileBounds {
  const size = tileSize(z);
  const margin = size * buffer;
  const xmin = -WEB_MERCATOR_LIMIT + x * size;
  const ymax = WEB_MERCATOR_LIMIT - y * size;
  return { xmin: xmin - margin, ymin: ymax - size - margin, xmax: xmin + size + margin, ymax: ymax + margin };
}

/** The tile that holds a place in metres; places outside the square go to the nearest tile. */
export function tileAt(z: number, x: number, y: number): { x: number; y: number } {
  const size = tileSize(z);
  const last = 2 ** z - 1;
  const cut = (n: number): number => Math.max(0, Math.min(last, Math.floor(n)));
  return { x: cut((x + WEB_MERCATOR_LIMIT) / size), y: cut((WEB_MERCATOR_LIMIT - y) / size) };
}

/** First and last column and row of the tiles that an extent touches. */
export function tileRange(z: number, extent: TileBounds): { xmin: number; ymin: number; xmax: number; ymax: number } {
  const first = tileAt(z, extent.xmin, extent.ymax);
  const last = tileAt(z, extent.xmax, extent.ymin);
  return { xmin: first.x, ymin: first.y, xmax: last.x, ymax: last.y };
}
