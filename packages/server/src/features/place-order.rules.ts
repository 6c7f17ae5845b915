// In which order points are stored, so that a tile finds its own side by side.
import { isPlainPoint, pointView } from '@graticule/geo/convert/point-wkb';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';

/** Where a point lies; WKB in Web Mercator, little-endian. */
export function placeOf(wkb: Uint8Array): [x: number, y: number] {
  const view = isPlainPoint(wkb) ? pointView(wkb) : new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
  const start = wkb.byteLength >= 25 && (view.getUint32(1, true) & 0x20000000) !== 0 ? 9 : 5;
  return [view.getFloat64(start, true), view.getFloat64(start + 8, true)];
}

/** Bits of a place in each direction; about 600 metres. */
const PLACE_BITS = 16;
/** Points that are drawn from about as far lie together: up to these levels, and the others. */
const TOGETHER = [2, 4, 6] as const;
/** Points of a portion; the number of one in its portion fits below the number of its place. */
const MOST_POINTS = 2 ** 17;

/**
 * Where a point belongs in the table, as a number: those that are drawn from afar together, and each lot by place. A tile then finds its points on few
 * pages; in the order of the file each may lie on a page of its own. Coordinates in Web Mercator.
 */
export function placeNumber(x: number, y: number, drawZoom: number): number {
  const lot = TOGETHER.findIndex((zoom) => drawZoom <= zoom);
  return (lot < 0 ? TOGETHER.length : lot) * 2 ** (2 * PLACE_BITS) + placeKey(x, y);
}

/** The same for a geometry; those without one come first. */
export function placeNumberOf(wkb: Uint8Array | null, drawZoom: number): number {
  return wkb === null ? 0 : placeNumber(...placeOf(wkb), drawZoom);
}

/** The order in which a portion of points is written, as their numbers in it; as they came when they are too many. */
export function orderByPlace(places: readonly number[]): Uint32Array {
  const order = Uint32Array.from(places.keys());
  if (places.length > MOST_POINTS) return order;
  // Both in one number: sorting numbers is several times faster than asking which of two comes first.
  const both = Float64Array.from(places, (place, at) => place * MOST_POINTS + at).sort();
  return order.map((_, at) => (both[at] as number) % MOST_POINTS);
}

/** Near places have near numbers: the bits of both directions in turns. */
function placeKey(x: number, y: number): number {
  const side = 2 ** PLACE_BITS;
  const along = (n: number): number =>
    Math.max(0, Math.min(side - 1, Math.floor(((n + WEB_MERCATOR_LIMIT) / (2 * WEB_MERCATOR_LIMIT)) * side)));
  return spread(along(x)) + 2 * spread(along(y));
}

/** The 16 bits of a number with a gap after each. */
function spread(n: number): number {
  let bits = (n | (n << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
