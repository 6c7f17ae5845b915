// What is typed into the search box of a table, as a clause.
import type { FieldType, LayerInfo, WireField } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { MOST_COLUMNS, searchClause, searchedFields } from './row-search.ts';

const field = (name: string, type: FieldType, more: object = {}) => ({ name, type, alias: name, domain: null, ...more }) as WireField;
const list = (...names: string[]) => ({
  domain: { type: 'codedValue', name: 'l', codedValues: names.map((name, code) => ({ name, code })) },
});
const layerOf = (fields: readonly WireField[], more: object = {}) => ({ fields, ...more }) as LayerInfo;
const clause = (text: string, fields: readonly WireField[], tag = 'en', more: object = {}) =>
  searchClause(text, layerOf(fields, more), fields, tag);
const town = field('town', 'esriFieldTypeString');
const people = field('people', 'esriFieldTypeInteger');
const inTown = (text: string) => `UPPER(town) LIKE UPPER('%${text}%') ESCAPE '!'`;

test.each([
  { text: '  ', gives: undefined },
  { text: ' aa ', gives: inTown('aa') },
  { text: "50%_!' OR 1=1", gives: inTown("50!%!_!!'' OR 1=1") },
  { text: '12', gives: `${inTown('12')} OR people = 12` },
  { text: '1,200', gives: `${inTown('1,200')} OR people = 1200` },
  { text: '1e3; DROP', gives: inTown('1e3; DROP') },
])('"$text" is looked for in texts, numbers exactly', ({ text, gives }) => {
  expect(clause(text, [town, people, field('seen', 'esriFieldTypeDate')])).toBe(gives);
});

test('numbers are read as the language writes them, and keep all of their digits', () => {
  expect(clause('12,5', [people], 'de')).toBe('people = 12.5');
  expect(clause('٣٦', [people], 'ar')).toBe('people = 36');
  expect(clause('9007199254740993', [people])).toBe('people = 9007199254740993');
});

test('words of a list are looked for, not its codes', () => {
  const state = field('state', 'esriFieldTypeInteger', list('Dry', 'Flowing', 'Flooded'));
  expect(clause('FLO', [state])).toBe('(state = 1 OR state = 2)');
  expect(clause('dry', [state])).toBe('state = 0');
  expect(clause('1', [state])).toBe('1=0');
});

test('words of a subtype are looked for in its own rows', () => {
  const kind = field('kind', 'esriFieldTypeInteger');
  const state = field('state', 'esriFieldTypeInteger');
  const types = [
    { id: 1, name: 'Gauge', domains: { state: list('Dry', 'Open water').domain } },
    { id: 2, name: 'Weir', domains: { state: list('Open', 'Closed').domain } },
    { id: 3, name: 'Mill' },
  ];
  const of = { types, typeIdField: 'kind' };
  expect(clause('open', [kind, state], 'en', of)).toBe('(kind = 1 AND state = 1) OR (kind = 2 AND state = 0)');
  expect(clause('weir', [kind, state], 'en', of)).toBe('kind = 2');
  expect(clause('7', [kind, state], 'en', of)).toBe('(kind = 3 AND state = 7)');
});

test('where no column could show the text there is nothing, and not everything', () => {
  expect(clause('aa', [people])).toBe('1=0');
  expect(clause('aa', [])).toBe('1=0');
});

test('a wide table is searched in its first columns only', () => {
  const many = Array.from({ length: MOST_COLUMNS + 5 }, (_, i) => field(`f${i}`, 'esriFieldTypeString'));
  expect(clause('a', many)?.split(' OR ')).toHaveLength(MOST_COLUMNS);
  expect(searchedFields(many).leavesOut).toBe(true);
  expect(searchedFields(many.slice(0, MOST_COLUMNS)).leavesOut).toBe(false);
});
