// Names of columns become valid and unique, however many are alike.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validFieldNames } from './field-names.ts';

it('gives names that are taken the first free number', () => {
  expect(validFieldNames(['a', 'A', 'a_2', 'a', 'a_2', 'objectid', 'ObjectID', 'objectid'])).toEqual([
    'a',
    'A_1',
    'a_2',
    'a_3',
    'a_2_1',
    'objectid_',
    'ObjectID_2',
    'objectid_3',
  ]);
  const long = 'a'.repeat(31);
  const names = validFieldNames([...Array<string>(12).fill(long), `${'a'.repeat(29)}_1`]);
  expect(names.slice(-3)).toEqual([`${'a'.repeat(28)}_10`, `${'a'.repeat(28)}_11`, `${'a'.repeat(28)}_12`]);
});

it('gives every column another name', () => {
  const name = fc.constantFrom(
    'a',
    'A',
    'a_1',
    'a_10',
    'shape',
    'Shape_',
    'shape_2',
    '',
    'ß'.repeat(40),
    `${'ß'.repeat(29)}_1`,
    '𝒜'.repeat(20),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 60 }), (names) => {
      const valid = validFieldNames(names).map((one) => one.toLowerCase());
      expect(new Set(valid).size).toBe(names.length);
      expect(Math.max(0, ...valid.map(({ length }) => length))).toBeLessThanOrEqual(31);
    }),
  );
});

it.each([
  ['the same', () => 'name'],
  ['alike at their beginning', (i: number) => `${'n'.repeat(29)}${i % 90}`],
])('takes no longer for each of many that are %s', (_, nameOf) => {
  const began = performance.now();
  expect(new Set(validFieldNames(Array.from({ length: 20_000 }, (_, i) => nameOf(i)))).size).toBe(20_000);
  expect(performance.now() - began).toBeLessThan(2000);
});
