// Spherical Web Mercator (EPSG:3857) from and to degrees.

/** Half the width of the Web Mercator square in metres. */
export const WEB_MERCATOR_LIMIT = 20037508.342789244;

const RADIUS = WEB_MERCATOR_LIMIT / Math.PI;
const DEGREE = Math.PI / 180;
/** Latitudes beyond it are kept here: the poles are infinitely far away on the map. */
export const MAX_LATITUDE = 89.99;

/** Metres east of a longitude in degrees. */
export function mercatorX(longitude: number): number {
  return longitude * DEGREE * RADIUS;
}

/** Metres north of a latitude in degrees; latitudes are cut at ±89.99. */
export function mercatorY(latitude: number): number {
  const cut = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return Math.log(Math.tan(Math.PI / 4 + (cut * DEGREE) / 2)) * RADIUS;
}

/** Degrees `[longitude, latitude]` to metres `[x, y]`. */
export function toWebMercator(longitude: number, latitude: number): [number, number] {
  return [mercatorX(longitude), mercatorY(latitude)];
}

/** Longitude in degrees of metres east. */
export function longitudeOf(x: number): number {
  return x * DEGREES_OF_METRE;
}

const DEGREES_OF_METRE = 180 / WEB_MERCATOR_LIMIT;
/** Steps of the table for a radius, and how many it reaches north and south: to 88 degrees. */
const STEPS = 128;
const REACH = 4 * STEPS;
const STEPS_OF_METRE = STEPS / RADIUS;
/** Numbers of an entry: the latitude at its place, and the factors of the first to fifth power of the distance to it in steps. */
const WIDTH = 6;
const latitudes = latitudeTable();

/**
 * Latitude in degrees of metres north, to 1e-13 degrees. It is the costliest step of most replies, so an exponential and an arc
 * tangent for each position are replaced by five terms of the series at the nearest of a thousand places.
 */
export function latitudeOf(y: number): number {
  const steps = y * STEPS_OF_METRE;
  if (!(steps > -REACH && steps < REACH)) return latitudeByFormula(y / RADIUS);
  const table = latitudes;
  const nearest = (steps + (REACH + 0.5)) | 0;
  const d = steps - (nearest - REACH);
  const at = nearest * WIDTH;
  const far = (table[at + 3] as number) + d * ((table[at + 4] as number) + d * (table[at + 5] as number));
  return (table[at] as number) + d * ((table[at + 1] as number) + d * ((table[at + 2] as number) + d * far));
}

function latitudeByFormula(radii: number): number {
  return (2 * Math.atan(Math.exp(radii)) - Math.PI / 2) / DEGREE;
}

/** The derivatives of the latitude follow from its cosine and sine. */
function latitudeTable(): Float64Array {
  const table = new Float64Array((2 * REACH + 1) * WIDTH);
  for (let step = -REACH; step <= REACH; step++) {
    const radii = step / STEPS;
    const cosine = 1 / Math.cosh(radii);
    const sine = Math.tanh(radii);
    const s2 = sine * sine;
    const terms = [
      2 * Math.atan(Math.tanh(radii / 2)),
      cosine,
      (-cosine * sine) / 2,
      (cosine * (2 * s2 - 1)) / 6,
      (cosine * sine * (5 - 6 * s2)) / 24,
      (cosine * (5 - 28 * s2 + 24 * s2 * s2)) / 120,
    ];
    for (const [power, term] of terms.entries()) table[(step + REACH) * WIDTH + power] = term / DEGREE / STEPS ** power;
  }
  return table;
}

/** Metres `[x, y]` to degrees `[longitude, latitude]`. */
export function fromWebMercator(x: number, y: number): [number, number] {
  return [longitudeOf(x), latitudeOf(y)];
}
