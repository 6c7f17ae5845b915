// What is typed into the search box of a table, as a clause.
import type { FieldType, LayerInfo, WireField } from '@graticule/contract/services/layer';
import { describe, expect, test } from 'vitest';
import { MOST_COLUMNS, rowSearch } from './row-search.ts';

const field = (name: string, type: FieldType, more: object = {}) => ({ name, type, alias: name, domain: null, ...more }) as WireField;
const list = (...names: string[]) => ({
  domain: { type: 'codedValue', name: 'l', codedValues: names.map((name, code) => ({ name, code })) },
});
const layerOf = (fields: readonly WireField[], more: object = {}) => ({ fields, ...more }) as LayerInfo;
const clause = (text: string, fields: readonly WireField[], tag = 'en', more: object = {}) =>
  rowSearch(text, layerOf(fields, more), fields, tag).clause;
const leftOut = (text: string, fields: readonly WireField[]) => rowSearch(text, layerOf(fields), fields, 'en').leavesOut;
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
  expect(clause('FLO', [state])).toBe('state IN (1, 2)');
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
  expect(leftOut('a', many)).toBe('columns');
  expect(leftOut('a', many.slice(0, MOST_COLUMNS))).toBeUndefined();
});

describe('what the server would refuse is not asked', () => {
  const coded = (name: string, count: number, type: FieldType = 'esriFieldTypeInteger', length = 0) =>
    field(name, type, {
      domain: {
        type: 'codedValue',
        name: 'l',
        codedValues: [...Array(count).keys()].map((code) => ({
          name: `value ${code}`,
          code: length ? String(code).padEnd(length, 'x') : code,
        })),
      },
    });
  const columns = [...Array(MOST_COLUMNS).keys()];
  const subtypes = (count: number) => ({
    typeIdField: 'kind',
    types: [...Array(count).keys()].map((id) => ({
      id,
      name: `type ${id}`,
      domains: Object.fromEntries(columns.map((at) => [`f${at}`, coded('', 50 + (id % 7)).domain])),
    })),
  });
  const kind = field('kind', 'esriFieldTypeInteger');
  const wide = columns.map((at) => field(`f${at}`, 'esriFieldTypeInteger'));

  test.each([
    { what: 'many values in many columns', fields: columns.map((at) => coded(`f${at}`, 400)), more: {}, leaves: 'values' },
    { what: 'a very long list', fields: [coded('f', 5_000)], more: {}, leaves: 'values' },
    { what: 'long codes', fields: [coded('f', 400, 'esriFieldTypeString', 200), town], more: {}, leaves: 'values' },
    { what: 'lists of many subtypes', fields: [kind, ...wide], more: subtypes(50), leaves: 'values' },
    { what: 'many subtypes with short lists', fields: [kind, ...wide], more: subtypes(400), leaves: 'values' },
    { what: 'as many values as fit', fields: [coded('f', 400), town], more: {}, leaves: undefined },
  ])('$what', ({ fields, more, leaves }) => {
    const { clause: asked = '', leavesOut } = rowSearch('value', layerOf(fields, more), fields, 'en');
    expect(leavesOut).toBe(leaves);
    expect(asked.length).toBeLessThanOrEqual(15_000);
    expect(asked.split(' OR ').length).toBeLessThanOrEqual(190);
    for (const [list] of asked.matchAll(/IN \([^)]*\)/g)) expect(list.split(',').length).toBeLessThanOrEqual(1_000);
    expect(asked).toMatch(/IN \(|LIKE/);
  });

  test('what is left out of one list leaves the other columns in', () => {
    const fields = [coded('f', 400, 'esriFieldTypeString', 200), town];
    expect(clause('value', fields)).toBe(inTown('value'));
  });
});
