// Query polygons that would hold up the database are told apart from drawn ones.
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../testing/processor-time.ts';
import { isTangled } from './tangle.rules.ts';

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
});
