// Names of columns that the portal would refuse, each told at its column.
import type { AnalyzeReply, PublishColumn } from '@graticule/contract/content/publishing';
import { expect, test } from 'vitest';
import { columnsByPart, fieldNameOf, isFieldName } from './column-faults.ts';

const fields = (...names: string[]) => names.map((name) => ({ name }));
const analysis = { publishParameters: { name: 'x', layerInfo: { fields: fields('zip', 'name', 'größe') } } } as AnalyzeReply;

test.each<[string, PublishColumn[], Record<string, string>]>([
  ['nothing said', [], {}],
  ['a free name', [{ name: 'zip', newName: 'plz' }], {}],
  ['the name of another column, in other letters', [{ name: 'zip', newName: 'NAME' }], { zip: 'twice', name: 'twice' }],
  [
    'the same new name twice',
    [
      { name: 'zip', newName: 'a' },
      { name: 'name', newName: 'A' },
    ],
    { zip: 'twice', name: 'twice' },
  ],
  [
    'the name of a column that is left out',
    [
      { name: 'zip', newName: 'name' },
      { name: 'name', skip: true },
    ],
    {},
  ],
  [
    'names that change places',
    [
      { name: 'zip', newName: 'name' },
      { name: 'name', newName: 'zip' },
    ],
    {},
  ],
  ['no name', [{ name: 'zip', newName: '' }], { zip: 'long' }],
  ['a blank', [{ name: 'zip', newName: 'post code' }], { zip: 'long' }],
  ['a name of the portal', [{ name: 'zip', newName: 'ObjectId' }], { zip: 'reserved' }],
  ['its own name again', [{ name: 'größe', newName: 'größe' }], {}],
  ['a column that is left out', [{ name: 'zip', newName: '7', skip: true }], {}],
])('%s', (_, columns, faults) => {
  expect(Object.fromEntries(columnsByPart(analysis, { columns })[0]?.faults ?? [])).toEqual(faults);
});

test('each dataset has names of its own; the kinds of geometry of one are one', () => {
  const datasets = [
    { part: 'towns', fields: fields('a', 'b') },
    { part: 'towns', fields: fields('a', 'b') },
    { part: 'rivers', fields: fields('a', 'b') },
  ];
  const parts = columnsByPart({ publishParameters: { name: 'x', datasets } } as unknown as AnalyzeReply, {
    columns: [{ name: 'a', newName: 'b', dataset: 'rivers' }],
  });
  expect(parts.map(({ dataset, faults }) => [dataset, [...faults.keys()]])).toEqual([
    ['towns', []],
    ['rivers', ['a', 'b']],
  ]);
});

test.each([
  ['height_2', true],
  ['2height', false],
  ['größe', false],
])('%s is the name of a field: %s', (name, is) => {
  expect(isFieldName(name)).toBe(is);
});

test.each([
  ['Lanes à gauche', 'Lanes_a_gauche'],
  ['2024 roads', 'roads'],
  ['x'.repeat(40), 'x'.repeat(31)],
  ['2024', ''],
  ['الارتفاع', ''],
])('a field with the words %s is called %s', (words, name) => {
  expect(fieldNameOf(words)).toBe(name);
  expect(isFieldName(fieldNameOf(words))).toBe(name !== '');
});
