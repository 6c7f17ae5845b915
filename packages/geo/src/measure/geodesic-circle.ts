// The places at most so many metres from a point on the globe, as polygons in degrees that maps can be asked with.
import type { Position } from '../esri/geometry.ts';
import { FLATTENING, SEMI_MAJOR, SEMI_MINOR } from './ellipsoid.ts';

const DEGREE = Math.PI / 180;
/** Corners of a circle: its edges come nearer to the middle than its corners by a hundred-thousandth. */
const CORNERS = 720;
/** Longitudes on a pole say nothing about directions. */
const MOST_LATITUDE = 89.99;

/**
 * Polygons without holes beside one another, each a list of rings, that hold every place within the distance; with the usual number of corners these lie
 * a hundred-thousandth of it farther out. They reach from -180 to 180 degrees and may reach beyond: a circle over the date line is there twice, once on either side. One
 * that holds a pole reaches from edge to edge of the map.
 */
export function geodesicCircle([longitude = 0, latitude = 0]: Position, metres: number, corners = CORNERS): Position[][][] {
  const middle: Position = [turned(longitude), Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, latitude))];
  const radius = metres / Math.cos(Math.PI / corners);
  const ring = ringAround(middle, radius, corners);
  const [north, south] = [0, 180].map((azimuth) => crossesPole(middle, destination(middle, azimuth, radius)));
  const polygon = north && south ? [worldAround(ring), ring] : north || south ? [capOf(ring, north ? 90 : -90)] : [ring];
  return besideOneAnother(polygon);
}

/** The corners, closed: around a pole the last one lies a turn from the first. Longitudes go on beyond 180 degrees instead of beginning anew. */
function ringAround(middle: Position, radius: number, corners: number): Position[] {
  const ring: Position[] = [];
  let before: number | undefined;
  for (let corner = 0; corner < corners; corner++) {
    const [x = 0, y = 0] = destination(middle, (corner * 360) / corners, radius);
    before = before === undefined ? x : before + turned(x - before);
    ring.push([before, y]);
  }
  const [x = 0, y = 0] = ring[0] ?? [];
  const turns = Math.round(((before ?? x) + turned(x - (before ?? x)) - x) / 360);
  return [...ring, [x + turns * 360, y]];
}

/** A longitude, or the difference of two, from -180 to 180. */
export function turned(degrees: number): number {
  const rest = (((degrees + 180) % 360) + 360) % 360;
  return rest - 180;
}

/** Whoever walks over a pole comes down on the other side of the globe. */
function crossesPole([from = 0]: Position, [to = 0]: Position): boolean {
  return Math.abs(turned(to - from)) > 90;
}

/** The ring goes around the pole once: closed along the edge of the map. */
function capOf(ring: readonly Position[], pole: number): Position[] {
  const [first = [0, 0]] = ring;
  const last = ring.at(-1) ?? first;
  return [...ring, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}

/** The whole globe, in which the ring is a hole around the place opposite. */
function worldAround(ring: readonly Position[]): Position[] {
  const [west, east] = boundsOf([ring]);
  const middle = (west + east) / 2;
  return [
    [middle - 180, -90],
    [middle + 180, -90],
    [middle + 180, 90],
    [middle - 180, 90],
    [middle - 180, -90],
  ];
}

function boundsOf(rings: readonly (readonly Position[])[]): [number, number] {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x = 0] of rings.flat()) {
    west = Math.min(west, x);
    east = Math.max(east, x);
  }
  return [west, east];
}

/** The polygon as often as it reaches into the map, a turn of so many units apart. */
export function besideOneAnother(polygon: readonly (readonly Position[])[], turn = 360): Position[][][] {
  const [west, east] = boundsOf(polygon);
  return [-turn, 0, turn]
    .filter((shift) => east + shift >= -turn / 2 && west + shift <= turn / 2)
    .map((shift) => polygon.map((ring) => ring.map(([x = 0, y = 0]) => [x + shift, y])));
}

/** Where one comes to who walks so far from a place in one direction: Vincenty's direct formula, good to a millimetre. */
export function destination([longitude = 0, latitude = 0]: Position, azimuth: number, metres: number): Position {
  const [sinStart, cosStart] = [Math.sin(azimuth * DEGREE), Math.cos(azimuth * DEGREE)];
  const tanU = (1 - FLATTENING) * Math.tan(latitude * DEGREE);
  const cosU = 1 / Math.hypot(1, tanU);
  const sinU = tanU * cosU;
  const sigma1 = Math.atan2(tanU, cosStart);
  const sinAlpha = cosU * sinStart;
  const cos2Alpha = 1 - sinAlpha * sinAlpha;
  const u2 = (cos2Alpha * (SEMI_MAJOR ** 2 - SEMI_MINOR ** 2)) / SEMI_MINOR ** 2;
  const a = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
  const b = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
  const whole = metres / (SEMI_MINOR * a);
  let sigma = whole;
  let middle = 0;
  for (let round = 0; round < 100; round++) {
    middle = Math.cos(2 * sigma1 + sigma);
    const third = (b / 6) * middle * (-3 + 4 * Math.sin(sigma) ** 2) * (-3 + 4 * middle ** 2);
    const before = sigma;
    sigma = whole + b * Math.sin(sigma) * (middle + (b / 4) * (Math.cos(sigma) * (-1 + 2 * middle ** 2) - third));
    if (Math.abs(sigma - before) < 1e-13) break;
  }
  middle = Math.cos(2 * sigma1 + sigma);
  const [sinSigma, cosSigma] = [Math.sin(sigma), Math.cos(sigma)];
  const across = sinU * sinSigma - cosU * cosSigma * cosStart;
  const lat = Math.atan2(sinU * cosSigma + cosU * sinSigma * cosStart, (1 - FLATTENING) * Math.hypot(sinAlpha, across));
  const lambda = Math.atan2(sinSigma * sinStart, cosU * cosSigma - sinU * sinSigma * cosStart);
  const c = (FLATTENING / 16) * cos2Alpha * (4 + FLATTENING * (4 - 3 * cos2Alpha));
  const span = lambda - (1 - c) * FLATTENING * sinAlpha * (sigma + c * sinSigma * (middle + c * cosSigma * (-1 + 2 * middle ** 2)));
  return [longitude + span / DEGREE, lat / DEGREE];
}
