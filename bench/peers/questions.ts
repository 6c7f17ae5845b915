// What all servers of the comparison are asked about.
import { seededRandom } from '../../packages/server/testing/crash/seeded-random.ts';
import { places } from '../data.ts';

/** Tiles of places that the data have, as clients ask for them. */
export function someTiles(count: number): { z: number; x: number; y: number }[] {
  const random = seededRandom(101);
  const spots = [...places(20_000)];
  return Array.from({ length: count }, () => {
    const z = random.integer(0, 12);
    const { lon, lat } = random.pick(spots);
    const size = 2 ** z;
    const radians = (Math.max(-84, Math.min(84, lat)) * Math.PI) / 180;
    const x = Math.max(0, Math.min(size - 1, Math.floor(((lon + 180) / 360) * size)));
    return { z, x, y: Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * size) };
  });
}

/** Boxes around such places as texts, so many degrees wide. */
export function someBoxes(count: number, [smallest, largest]: readonly [number, number]): string[] {
  const random = seededRandom(201);
  const spots = [...places(20_000)];
  return Array.from({ length: count }, () => {
    const { lon, lat } = random.pick(spots);
    const half = (smallest * (largest / smallest) ** random.next()) / 2;
    return [lon - half, Math.max(-84, lat - half), lon + half, Math.min(84, lat + half)].map((value) => value.toFixed(5)).join(',');
  });
}
