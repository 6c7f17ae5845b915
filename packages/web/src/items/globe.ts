// The world as a globe: land and graticule in the orthographic projection, as paths.
import { WORLD_OUTLINE } from './world-outline.ts';

/** The paths fill a circle of radius 490 around (500, 500). */
export const GLOBE_RADIUS = 490;
export const GLOBE_MIDDLE = 500;

/** The point of the earth under the middle of the globe, in radians. */
export interface Viewpoint {
  lon: number;
  lat: number;
}

export interface GlobePaths {
  land: string;
  lines: string;
}

/** The globe seen from a point, with lines every `stepDegrees`. */
export function drawGlobe(view: Viewpoint, stepDegrees = 15): GlobePaths {
  const place = projection(view);
  let lines = '';
  for (let lon = -180; lon < 180; lon += stepDegrees)
    lines += visibleLine(
      Array.from({ length: 57 }, (_, i) => [lon, -84 + i * 3]),
      place,
    );
  for (let lat = -75; lat <= 75; lat += stepDegrees)
    lines += visibleLine(
      Array.from({ length: 121 }, (_, i) => [-180 + i * 3, lat]),
      place,
    );
  return {
    land: outlineRings()
      .map((ring) => visibleArea(ring, place))
      .join(''),
    lines,
  };
}

type Ring = readonly (readonly number[])[];
/** Plane coordinates from -1 to 1, and how far in front of the limb the point lies. */
type Projection = (point: readonly number[]) => { x: number; y: number; depth: number };

let rings: Ring[] | undefined;

/** The rings of the outline in degrees; the path is `M x y l dx dy …z` for each. */
function outlineRings(): Ring[] {
  rings ??= WORLD_OUTLINE.split('z')
    .filter(Boolean)
    .map((part) => {
      const numbers = (part.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
      let [x = 0, y = 0] = numbers;
      const ring = [[x - 180, 90 - y]];
      for (let i = 2; i + 1 < numbers.length; i += 2) {
        x += numbers[i] ?? 0;
        y += numbers[i + 1] ?? 0;
        ring.push([x - 180, 90 - y]);
      }
      return ring;
    });
  return rings;
}

function projection(view: Viewpoint): Projection {
  const [sin, cos] = [Math.sin(view.lat), Math.cos(view.lat)];
  return ([lon = 0, lat = 0]) => {
    const l = (lon * Math.PI) / 180 - view.lon;
    const p = (lat * Math.PI) / 180;
    return {
      x: Math.cos(p) * Math.sin(l),
      y: cos * Math.sin(p) - sin * Math.cos(p) * Math.cos(l),
      depth: sin * Math.sin(p) + cos * Math.cos(p) * Math.cos(l),
    };
  };
}

const at = (x: number, y: number): string =>
  `${(GLOBE_MIDDLE + GLOBE_RADIUS * x).toFixed(1)} ${(GLOBE_MIDDLE - GLOBE_RADIUS * y).toFixed(1)}`;

/** The stretches of a line on the near side. */
function visibleLine(line: Ring, place: Projection): string {
  let path = '';
  let isDrawing = false;
  for (const point of line) {
    const { x, y, depth } = place(point);
    if (depth > 0) path += `${isDrawing ? 'L' : 'M'}${at(x, y)}`;
    isDrawing = depth > 0;
  }
  return path;
}

/** A ring with its far side drawn in to the limb; nothing when all of it is far. */
function visibleArea(ring: Ring, place: Projection): string {
  const points = ring.map(place);
  if (!points.some(({ depth }) => depth > 0)) return '';
  const path = points.map(({ x, y, depth }) => {
    const out = depth > 0 ? 1 : 1 / Math.hypot(x, y);
    return at(x * out, y * out);
  });
  return `M${path.join('L')}z`;
}
