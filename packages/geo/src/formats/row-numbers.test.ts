// Rows are found again by the numbers of features.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowNumbers } from './row-numbers.ts';

it('finds the row of every feature, whatever rows were left out', () => {
  const rows = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (steps, first) => {
      const numbers = new RowNumbers();
      let row = 0;
      const given = steps.map((step, i) => {
        row += step;
        numbers.note(first + i, row);
        return row;
      });
      expect(given.map((_, i) => numbers.rowOf(first + i))).toEqual(given);
    }),
  );
});
