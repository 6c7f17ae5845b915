// Rows are found again by the numbers of features.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowNumbers } from './row-numbers.ts';

it('finds the row of every feature, whatever rows were left out, and whatever numbers', () => {
  const step = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 40 }) },
  );
  const steps = fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 9 }), (given, first) => {
      const numbers = new RowNumbers();
      const expected: [number, number][] = [];
      let [id, row] = [first, 0];
      for (const [later, further] of given) {
        id += later;
        row += further;
        numbers.note(id, row);
        // Known already.
        numbers.note(first, 7);
        expected.push([id, row]);
      }
      expect(expected.map(([one]) => [one, numbers.rowOf(one)])).toEqual(expected);
    }),
  );
});

it('holds millions of rows with a gap behind each in a few bytes a row', () => {
  const numbers = new RowNumbers();
  const before = process.memoryUsage();
  for (let id = 1; id <= 5_000_000; id++) numbers.note(id, id * 2);
  const after = process.memoryUsage();
  const taken = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  expect(taken / 2 ** 20).toBeLessThan(60);
  expect([1, 2, 77, 2_500_001, 5_000_000].map((id) => numbers.rowOf(id))).toEqual([2, 4, 154, 5_000_002, 10_000_000]);
  const began = performance.now();
  for (let id = 1; id <= 5_000_000; id += 5) numbers.rowOf(id);
  expect(performance.now() - began).toBeLessThan(2000);
});
