// Where clauses as filters.
import { featureFilter } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { readWhere } from './where-filter.ts';

const holds = (clause: string, properties: Record<string, unknown>): boolean => {
  const filter = readWhere(clause);
  if (filter === null) throw new Error(`${clause} was not understood`);
  return featureFilter(filter as never, 'layers[0].filter').filter({ zoom: 0 } as never, { type: 1, properties } as never);
};

describe('where clauses', () => {
  test.each([
    ["kind = 'Capital'", { kind: 'Capital' }, { kind: 'Town' }],
    ['population >= 300000', { population: 300000 }, { population: 299999 }],
    ['population > 5 AND population < 10', { population: 7 }, { population: 10 }],
    ["a = 1 OR b = 'x'", { b: 'x' }, { a: 2, b: 'y' }],
    ['NOT (a = 1 OR a = 2)', { a: 3 }, { a: 2 }],
    ["name IN ('A','B')", { name: 'B' }, { name: 'C' }],
    ["name NOT IN ('A')", { name: 'B' }, { name: 'A' }],
    ['n BETWEEN 1 AND 5', { n: 5 }, { n: 6 }],
    ['n IS NULL', {}, { n: 1 }],
    ['n IS NOT NULL', { n: 0 }, {}],
    ["name LIKE 'San%'", { name: 'San José' }, { name: 'Santo'.slice(1) }],
    ["name LIKE '%burg%'", { name: 'Hamburg' }, { name: 'Bremen' }],
    ["name = 'O''Brien'", { name: "O'Brien" }, { name: 'OBrien' }],
    ['"odd name" <> 3', { 'odd name': 4 }, { 'odd name': 3 }],
    ['n = -2.5', { n: -2.5 }, { n: 2.5 }],
  ])('%s', (clause, match, other) => {
    expect([holds(clause, match), holds(clause, other)]).toEqual([true, false]);
  });

  test('a comparison with nothing does not hold', () => {
    expect([holds('n > 0', {}), holds('n <> 0', {}), holds("n NOT LIKE 'a%'", {})]).toEqual([false, false, false]);
  });

  test.each(['', '  ', '1=1', '1 = 1'])('%j holds for everything', (clause) => {
    expect(readWhere(clause)).toBeUndefined();
  });

  test.each([
    "UPPER(name) = 'X'",
    'd > CURRENT_TIMESTAMP',
    "d = DATE '2020-01-01'",
    "name LIKE 'a_b'",
    `${'('.repeat(100)}a = 1${')'.repeat(100)}`,
    `${'NOT '.repeat(100)}a = 1`,
    'a =',
    "'x",
    'a = 1 b',
  ])('%s is left to the server', (clause) => {
    expect(readWhere(clause)).toBeNull();
  });
});
