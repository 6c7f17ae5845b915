// Whether what is near to a shape lies on both sides of the date line.
import { positionsOf, type Shape } from '@graticule/geo/convert/shape';
import { fromWebMercator } from '@graticule/geo/project/web-mercator';

/** Less than a degree of latitude anywhere. */
const METRES_OF_DEGREE = 110_000;

/** Whether what is as near to a shape in metres of Web Mercator reaches over the date line, unless that is half of the globe. */
export function reachesOver(shape: Shape, metres: number): boolean {
  const places = positionsOf(shape).map(([x = 0, y = 0]) => fromWebMercator(x, y));
  const { west, east, isCut } = sidesOf(places.map(([longitude]) => longitude));
  const reach = metres / METRES_OF_DEGREE;
  const latitude = Math.min(89, Math.max(...places.map((place) => Math.abs(place[1]))) + reach);
  const across = reach / Math.cos((latitude * Math.PI) / 180);
  return (isCut || west - across < -180 || east + across > 180) && east - west + 2 * across < 180;
}

/** Longitudes of the sides of a shape. What was cut at the date line lies on both of its sides, and its longitudes go on beyond it. */
function sidesOf(longitudes: readonly number[]): { west: number; east: number; isCut: boolean } {
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  if (west > -179.999 || east < 179.999) return { west, east, isCut: false };
  const beyond = longitudes.map((longitude) => longitude + (longitude < 0 ? 360 : 0));
  const [first, last] = [Math.min(...beyond), Math.max(...beyond)];
  return last - first < east - west ? { west: first, east: last, isCut: true } : { west, east, isCut: false };
}
