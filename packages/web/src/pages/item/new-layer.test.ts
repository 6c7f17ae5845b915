import { expect, test } from 'vitest';
import { definitionOf, namesOf } from './new-layer.ts';

test.each([
  [
    ['Street name', 'Height (m)'],
    ['Street_name', 'Height_m'],
  ],
  // what is taken, by another line or by the portal
  [
    ['Code', 'code', 'CODE', 'ObjectID', 'GlobalID'],
    ['Code', 'code_2', 'CODE_3', 'ObjectID_2', 'GlobalID_2'],
  ],
  // no plain letters
  [
    ['الارتفاع', '2024', '5 minutes'],
    ['field_1', 'field_2', 'minutes'],
  ],
  [
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(28), `${'x'.repeat(28)}_2`],
  ],
])('names of the fields %j', (words, names) => {
  expect(namesOf(words.map((each) => ({ words: each })))).toEqual(names);
});

test('a table has no kind of geometry', () => {
  expect(definitionOf('notes', 'table', [{ key: 0, words: ' ', type: 'esriFieldTypeDate' }])).toEqual({
    tables: [{ name: 'notes', type: 'Table', fields: [] }],
  });
});
