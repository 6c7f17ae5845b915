// Query polygons that would hold up the database are told apart from drawn ones.
import { writeWkb } from '@graticule/geo/convert/wkb';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../testing/processor-time.ts';
import { isTangled, isTangledWkb, MAX_STORED_CROSSINGS } from './tangle.rules.ts';

const random = (count: number): number[][] => {
  let seed = 1;
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: count }, () => [next(), next()]);
};
const circle = (count: number, x = 0, y = 0): number[][] =>
  Array.from({ length: count + 1 }, (_, i) => [x + Math.cos((i / count) * 2 * Math.PI), y + Math.sin((i / count) * 2 * Math.PI)]);

describe('tangled rings', () => {
  it.each([100, 500, 2_000, 100_000])('of %i random corners are found, in no time', (count) => {
    const started = processorMs();
    expect(isTangled([random(count)])).toBe(true);
    expect(processorMs() - started).toBeLessThan(1000);
  });

  it('are neither drawn shapes, nor a bow tie, nor many islands', () => {
    expect(isTangled([])).toBe(false);
    expect(isTangled([circle(50_000)])).toBe(false);
    expect(
      isTangled([
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ]),
    ).toBe(false);
    expect(isTangled(Array.from({ length: 1_000 }, (_, i) => circle(30, (i % 40) * 3, Math.floor(i / 40) * 3)))).toBe(false);
  });

  it('of features may cross each other more often than those of queries', () => {
    const crossing = random(60);
    expect(isTangled([crossing])).toBe(true);
    expect(isTangled([crossing], MAX_STORED_CROSSINGS)).toBe(false);
    expect(isTangled([random(200)], MAX_STORED_CROSSINGS)).toBe(true);
    const wkb = (ring: number[][]): Uint8Array =>
      writeWkb({ kind: 'polygon', polygons: [[ring]], hasZ: false, hasM: false }, { srid: null });
    expect([random(60), random(200), circle(50_000)].map((ring) => isTangledWkb(wkb(ring)))).toEqual([false, true, false]);
  });

  it('are no reason to refuse the shape of a whole country, with more sides beside each other than queries may have', () => {
    // A comb of long teeth: each side lies beside all others, and none crosses another.
    const teeth = Array.from({ length: 4_500 }, (_, i) => [[0, i], [1000, i + 0.25], [0, i + 0.5]]).flat(); // biome-ignore format: one tooth
    const ring = [...teeth, [-1, 4_500], [-1, 0], [0, 0]];
    expect(isTangled([ring])).toBe(true);
    expect(isTangledWkb(writeWkb({ kind: 'polygon', hasZ: false, hasM: false, polygons: [[ring]] }, { srid: null }))).toBe(false);
  });
});
