// Tests cite only rows that the specification has.
import { expect, it } from 'vitest';
import { citations, specificationRows } from '../specification.ts';

it('every row that a test cites is in docs/spec/requirements.tsv', () => {
  const rows = specificationRows();
  expect(rows.size).toBeGreaterThan(900);
  expect(citations().filter(({ id }) => !rows.has(id))).toEqual([]);
});
