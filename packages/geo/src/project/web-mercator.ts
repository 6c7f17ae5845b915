// Spherical Web Mercator (EPSG:3857) from and to degrees.

/** Half the width of the Web Mercator square in metres. */
export const WEB_MERCATOR_LIMIT = 20037508.342789244;

const RADIUS = WEB_MERCATOR_LIMIT / Math.PI;
const DEGREE = Math.PI / 180;
const MAX_LATITUDE = 89.99;

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
  return x / RADIUS / DEGREE;
}

/** Latitude in degrees of metres north. */
export function latitudeOf(y: number): number {
  return (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) / DEGREE;
}

/** Metres `[x, y]` to degrees `[longitude, latitude]`. */
export function fromWebMercator(x: number, y: number): [number, number] {
  return [longitudeOf(x), latitudeOf(y)];
}
