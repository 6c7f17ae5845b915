// Clauses made from what people choose and type.
import type { FieldType, WireField } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { type Condition, conditionsOf, numberIn, whereClause } from './where-clause.ts';

const field = (name: string, type: FieldType): WireField => ({ name, type, alias: name, sqlType: '', domain: null, defaultValue: null });
const fields = [field('name', 'esriFieldTypeString'), field('pop', 'esriFieldTypeInteger'), field('seen', 'esriFieldTypeDate')];
const where = (name: string, condition: Condition, value = '') => whereClause({ field: name, condition, value }, fields);

test('without a filter every row counts', () => {
  expect(whereClause(undefined, fields)).toBe('1=1');
});

test('quotes and wildcards stand for themselves', () => {
  expect(where('name', 'is', "O'Hare' OR 1=1 --")).toBe("name = 'O''Hare'' OR 1=1 --'");
  expect(where('name', 'contains', "50%_!'")).toBe("UPPER(name) LIKE UPPER('%50!%!_!!''%') ESCAPE '!'");
});

test('a field that the layer does not have gives no clause', () => {
  expect(where('1=1 OR name', 'empty')).toBeUndefined();
});

test('numbers and days are checked', () => {
  expect(where('pop', 'above', '1,5')).toBe('pop >= 1.5');
  expect(where('pop', 'is', '1 OR 1=1')).toBeUndefined();
  expect(where('seen', 'below', '2024-02-29')).toBe("seen <= TIMESTAMP '2024-02-29 23:59:59'");
  expect(where('seen', 'above', "2024-02-29' --")).toBeUndefined();
  expect(numberIn('1e400')).toBeUndefined();
});

test('rows without a value are not what was named', () => {
  expect(where('pop', 'is-not', '3')).toBe('(pop <> 3 OR pop IS NULL)');
  expect(where('pop', 'empty')).toBe('pop IS NULL');
});

test('every kind of field has conditions', () => {
  expect(conditionsOf(field('a', 'esriFieldTypeGUID'))).toContain('is');
  expect(conditionsOf(field('a', 'esriFieldTypeDate'))).not.toContain('contains');
});
