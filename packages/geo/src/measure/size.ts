// Lengths and areas: planar in map units, geodesic in metres from degrees.
import { esriToShape } from '../convert/esri-json.ts';
import { ringArea2 } from '../convert/shape.ts';
import type { EsriGeometry, Position } from '../esri/geometry.ts';
import { isPolygon, isPolyline } from '../esri/geometry.ts';
import { FLATTENING, SEMI_MAJOR, SEMI_MINOR } from './ellipsoid.ts';

const DEGREE = Math.PI / 180;
const ECCENTRICITY2 = FLATTENING * (2 - FLATTENING);
const ECCENTRICITY = Math.sqrt(ECCENTRICITY2);

/** Planar length of a path in map units. */
export function planarLength(path: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1] as Position, path[i] as Position];
    sum += Math.hypot((b[0] as number) - (a[0] as number), (b[1] as number) - (a[1] as number));
  }
  return sum;
}

/** Geodesic length in metres of a path in degrees, on the WGS 84 ellipsoid. */
export function geodesicLength(path: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) sum += geodesicDistance(path[i - 1] as Position, path[i] as Position);
  return sum;
}

/**
 * Metres between two places in degrees (Vincenty's inverse formula, good to a millimetre).
 * Nearly opposite places, where it finds no answer, are measured on the sphere: within half a percent.
 */
export function geodesicDistance(from: Position, to: Position): number {
  const [lon1, lat1, lon2, lat2] = [from[0], from[1], to[0], to[1]].map((n) => (n as number) * DEGREE) as [number, number, number, number];
  const span = Math.atan2(Math.sin(lon2 - lon1), Math.cos(lon2 - lon1));
  const u1 = Math.atan((1 - FLATTENING) * Math.tan(lat1));
  const u2 = Math.atan((1 - FLATTENING) * Math.tan(lat2));
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  let lambda = span;
  for (let round = 0; round < 100; round++) {
    const sinSigma = Math.hypot(cosU2 * Math.sin(lambda), cosU1 * sinU2 - sinU1 * cosU2 * Math.cos(lambda));
    if (sinSigma === 0) return 0;
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * Math.cos(lambda);
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosU1 * cosU2 * Math.sin(lambda)) / sinSigma;
    const cos2Alpha = 1 - sinAlpha * sinAlpha;
    // On the equator the middle of the line has no latitude.
    const cosMiddle = cos2Alpha === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cos2Alpha;
    const c = (FLATTENING / 16) * cos2Alpha * (4 + FLATTENING * (4 - 3 * cos2Alpha));
    const before = lambda;
    const middle2 = -1 + 2 * cosMiddle * cosMiddle;
    lambda = span + (1 - c) * FLATTENING * sinAlpha * (sigma + c * sinSigma * (cosMiddle + c * cosSigma * middle2));
    if (Math.abs(lambda - before) < 1e-12) return vincentyArc(cos2Alpha, { sigma, sinSigma, cosSigma, cosMiddle });
  }
  return sphericalDistance(lat1, lat2, span);
}

function vincentyArc(cos2Alpha: number, arc: { sigma: number; sinSigma: number; cosSigma: number; cosMiddle: number }): number {
  const { sigma, sinSigma, cosSigma, cosMiddle } = arc;
  const u2 = (cos2Alpha * (SEMI_MAJOR ** 2 - SEMI_MINOR ** 2)) / SEMI_MINOR ** 2;
  const a = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
  const b = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
  const third = (b / 6) * cosMiddle * (-3 + 4 * sinSigma ** 2) * (-3 + 4 * cosMiddle ** 2);
  const delta = b * sinSigma * (cosMiddle + (b / 4) * (cosSigma * (-1 + 2 * cosMiddle ** 2) - third));
  return SEMI_MINOR * a * (sigma - delta);
}

function sphericalDistance(lat1: number, lat2: number, span: number): number {
  const half = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(span / 2) ** 2;
  return 2 * ((2 * SEMI_MAJOR + SEMI_MINOR) / 3) * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Planar area of a closed ring in square map units, without sign. */
export function planarArea(ring: readonly Position[]): number {
  return Math.abs(ringArea2(ring)) / 2;
}

/**
 * Area in square metres of a closed ring in degrees, without sign: on the sphere that has the same area as the ellipsoid
 * between any two latitudes. Edges count as straight lines in longitude and that sphere's sine of latitude, which for
 * edges of some kilometres is exact to parts per million. Rings around a pole are not measured rightly.
 */
export function geodesicArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1] as Position, ring[i] as Position];
    const span = ((b[0] as number) - (a[0] as number)) * DEGREE;
    sum += Math.atan2(Math.sin(span), Math.cos(span)) * (authalicHeight(a[1] as number) + authalicHeight(b[1] as number));
  }
  return Math.abs(sum) / 2;
}

/** Square metres per radian of longitude between the equator and a latitude. */
function authalicHeight(latitude: number): number {
  const sine = Math.sin(latitude * DEGREE);
  const e = ECCENTRICITY * sine;
  return ((SEMI_MAJOR ** 2 * (1 - ECCENTRICITY2)) / 2) * (sine / (1 - e * e) + Math.atanh(e) / ECCENTRICITY);
}

/** Length and area of a geometry: paths and rings count for length, rings less their holes for area. */
export function sizeOf(geometry: EsriGeometry, kind: 'planar' | 'geodesic'): { length: number; area: number } {
  const lengthOf = kind === 'planar' ? planarLength : geodesicLength;
  const areaOf = kind === 'planar' ? planarArea : geodesicArea;
  if (isPolyline(geometry)) return { length: geometry.paths.reduce((sum, path) => sum + lengthOf(path), 0), area: 0 };
  if (!isPolygon(geometry)) return { length: 0, area: 0 };
  const shape = esriToShape(geometry);
  const polygons = shape.kind === 'polygon' ? shape.polygons : [];
  const area = polygons.reduce((sum, rings) => rings.reduce((inner, ring, i) => inner + (i === 0 ? areaOf(ring) : -areaOf(ring)), sum), 0);
  return { length: polygons.flat().reduce((sum, ring) => sum + lengthOf(ring), 0), area };
}
