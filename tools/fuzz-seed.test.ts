// Which cases property tests try.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzSeed } from './fuzz-seed.ts';

describe('the seed of property tests', () => {
  it.each([
    [undefined, '2026-05-04T00:00:00Z', 20_260_504],
    ['', '2026-05-04T23:59:59Z', 20_260_504],
    [undefined, '2026-12-31T12:00:00Z', 20_261_231],
    ['7', '2026-05-04T00:00:00Z', 7],
    ['-3', '2026-05-04T00:00:00Z', -3],
  ])('is of the day unless one is given: %s on %s', (given, now, seed) => {
    expect(fuzzSeed({ FUZZ_SEED: given }, new Date(now))).toBe(seed);
  });

  it.each(['x', '1.5', '1e400'])('is refused where %s is no whole number', (given) => {
    expect(() => fuzzSeed({ FUZZ_SEED: given })).toThrow(given);
  });

  it('is that of all properties, and a failure names it', () => {
    const seed = fuzzSeed();
    expect(fc.readConfigureGlobal().seed).toBe(seed);
    expect(() => fc.assert(fc.property(fc.nat(), () => false))).toThrow(`seed: ${seed}`);
  });
});
