// Names beside a name that is taken.
import { expect, test } from 'vitest';
import { nextFileName } from './file-names.ts';

test.each([
  ['roads.csv', 'roads (2).csv'],
  ['roads (2).csv', 'roads (3).csv'],
  ['roads.shp.zip', 'roads (2).shp.zip'],
  ['city.GDB.zip', 'city (2).GDB.zip'],
  ['README', 'README (2)'],
  ['.csv', '.csv (2)'],
])('%s gives %s', (name, next) => {
  expect(nextFileName(name)).toBe(next);
});
