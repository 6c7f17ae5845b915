// Which fields are calculated, and names within expressions.
import type { WireField } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { isWritable } from '../../features/edit-rights.ts';
import { nameInSql, withName } from './calculation.ts';

test.each([
  ['esriFieldTypeString', undefined, true],
  ['esriFieldTypeGUID', true, true],
  ['esriFieldTypeDate', true, true],
  ['esriFieldTypeDate', false, false],
  ['esriFieldTypeOID', undefined, false],
  ['esriFieldTypeGlobalID', true, false],
])('a field of type %s that is editable: %s, is calculated: %s', (type, editable, expected) => {
  expect(isWritable({ type, editable } as WireField)).toBe(expected);
});

test.each([
  ['height', 'height'],
  ['höhe_2', 'höhe_2'],
  ['order', 'order'],
  ['end', '"end"'],
  ['Date', '"Date"'],
  ['2nd', '"2nd"'],
  ['a "b"', '"a ""b"""'],
])('the field %s is written %s', (name, expected) => {
  expect(nameInSql(name)).toBe(expected);
});

test.each([
  ['into nothing', '|', 'n|'],
  ['behind an operator', '2 * |', '2 * n|'],
  ['within parentheses', 'UPPER(|)', 'UPPER(n|)'],
  ['behind a word', 'height|', 'height n|'],
  ['before a word', '|height', 'n| height'],
  ['in the place of what is chosen', 'a + |other| - 1', 'a + n| - 1'],
])('a name comes %s', (_, text, expected) => {
  const [before = '', chosen = '', behind] = text.split('|');
  const [from, to] = behind === undefined ? [before.length, before.length] : [before.length, before.length + chosen.length];
  const made = withName(behind === undefined ? before + chosen : before + chosen + behind, from, to, 'n');
  expect(`${made.text.slice(0, made.at)}|${made.text.slice(made.at)}`).toBe(expected);
});
