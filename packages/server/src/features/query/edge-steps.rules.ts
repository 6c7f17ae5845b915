// How finely the edges of a geometry are divided before it is projected: what is straight in one system is bent in another.
import { type EsriGeometry, isEnvelope, isPolygon, isPolyline, type Position } from '@graticule/geo/esri/geometry';

/** Parts of an edge as long as the geometry is wide or high. Between two of them it bends by less than a ten-thousandth of what it would. */
const PARTS = 100;
/** Positions that all edges together get: the lines of some geometries are many times as long as they are wide. */
const MOST_ADDED = 10_000;

/** The longest part of an edge, in units of the geometry; undefined where there are no edges. */
export function stepOf(geometry: EsriGeometry): number | undefined {
  const lines = linesOf(geometry);
  let length = 0;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    let [px, py] = line[0] ?? [];
    for (const [x = 0, y = 0] of line) {
      length += Math.hypot(x - (px ?? x), y - (py ?? y));
      [px, py] = [x, y];
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
      north = Math.max(north, y);
    }
  }
  const step = Math.max((east - west) / PARTS, (north - south) / PARTS, length / MOST_ADDED);
  return step > 0 && Number.isFinite(step) ? step : undefined;
}

function linesOf(geometry: EsriGeometry): readonly (readonly Position[])[] {
  if (isPolygon(geometry)) return geometry.rings;
  if (isPolyline(geometry)) return geometry.paths;
  if (!isEnvelope(geometry)) return [];
  const { xmin, ymin, xmax, ymax } = geometry;
  return [
    [
      [xmin, ymin],
      [xmax, ymin],
      [xmax, ymax],
      [xmin, ymax],
      [xmin, ymin],
    ],
  ];
}
