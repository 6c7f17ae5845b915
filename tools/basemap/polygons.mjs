// Polygons on the globe: cut at the antimeridian, area, and the point where a label sits best.
import polylabelModule from '@mapbox/polylabel';

const polylabel = polylabelModule.default ?? polylabelModule;
const EARTH_RADIUS_M = 6_371_008.8;

const polygonsOf = (geometry) => (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates);
/** Twice the area of a ring on the plane. */
const planarArea = (ring) => Math.abs(ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0));
/** A flat ring in front, as Antarctica has at the pole, would make a hole of the next. */
const isSolid = (ring) => planarArea(ring) > 1e-12;
const jumps = (ring) => ring.some((point, i) => i > 0 && Math.abs(point[0] - ring[i - 1][0]) > 180);

/** The ring with longitudes that run on past 180 degrees instead of jumping; a ring around a pole is closed over it. */
function unwrap(ring) {
  const out = [[...ring[0]]];
  for (let i = 1; i < ring.length; i++) {
    const before = out[i - 1][0];
    out.push([ring[i][0] + 360 * Math.round((before - ring[i][0]) / 360), ring[i][1]]);
  }
  const turn = out.at(-1)[0] - out[0][0];
  if (Math.abs(turn) > 180) {
    const pole = ring[0][1] < 0 ? -90 : 90;
    out.push([out.at(-1)[0], pole], [out[0][0], pole], [...out[0]]);
  }
  return out;
}

/** Keeps the part of a ring on one side of a meridian. */
function clipAt(ring, meridian, keepEast) {
  const inside = (point) => (keepEast ? point[0] >= meridian : point[0] <= meridian);
  const out = [];
  for (let i = 0; i < ring.length - 1; i++) {
    const a = ring[i];
    const b = ring[i + 1];
    if (inside(a)) out.push(a);
    if (inside(a) !== inside(b)) {
      const t = (meridian - a[0]) / (b[0] - a[0]);
      out.push([meridian, a[1] + t * (b[1] - a[1])]);
    }
  }
  if (out.length > 0) out.push([...out[0]]);
  return out.length >= 4 ? out : null;
}

/** The geometry as a MultiPolygon whose rings stay within 180 degrees west and east. */
export function cutAtAntimeridian(geometry) {
  const parts = [];
  for (const polygon of polygonsOf(geometry)) {
    if (!jumps(polygon[0])) {
      parts.push(polygon);
      continue;
    }
    const rings = polygon.map(unwrap);
    for (const shift of [-360, 0, 360]) {
      const cut = rings.map((ring) => {
        const moved = ring.map(([x, y]) => [x + shift, y]);
        const east = clipAt(moved, -180, true);
        return east && clipAt(east, 180, false);
      });
      const kept = cut.filter((ring) => ring && isSolid(ring));
      if (kept.length > 0) parts.push(kept);
    }
  }
  return { type: 'MultiPolygon', coordinates: parts };
}

function ringArea(ring) {
  const rad = Math.PI / 180;
  let sum = 0;
  for (let i = 0; i < ring.length - 1; i++) {
    const [x1, y1] = ring[i];
    const [x2, y2] = ring[i + 1];
    sum += (x2 - x1) * rad * (2 + Math.sin(y1 * rad) + Math.sin(y2 * rad));
  }
  return Math.abs((sum * EARTH_RADIUS_M * EARTH_RADIUS_M) / 2);
}

const polygonArea = ([outer, ...holes]) => ringArea(outer) - holes.reduce((sum, hole) => sum + ringArea(hole), 0);

/** Area on the sphere. @units square metres */
export function area(geometry) {
  return polygonsOf(geometry).reduce((sum, polygon) => sum + polygonArea(polygon), 0);
}

/** The point farthest from the edges of the largest part. */
export function labelPoint(geometry, precision = 0.5) {
  const largest = polygonsOf(geometry).reduce((best, polygon) => (polygonArea(polygon) > polygonArea(best) ? polygon : best));
  const point = polylabel(largest, precision);
  return [point[0], point[1]];
}
