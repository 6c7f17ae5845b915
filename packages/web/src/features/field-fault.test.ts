// What is wrong with typed values.
import type { WireField } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { type FieldFault, fieldFault } from './field-fault.ts';

const field = (type: WireField['type'], more: Partial<WireField> = {}): WireField => ({
  name: 'f',
  type,
  alias: 'F',
  sqlType: '',
  domain: null,
  defaultValue: null,
  ...more,
});
const range = { type: 'range', name: 'r', range: [0, 10] } as const;
const list = { type: 'codedValue', name: 'l', codedValues: [{ name: 'Yes', code: 1 }] } as const;

test.each<[string, WireField, FieldFault | undefined]>([
  ['', field('esriFieldTypeString'), 'required'],
  ['12', field('esriFieldTypeString', { length: 1 }), 'long'],
  ['1.5', field('esriFieldTypeInteger'), 'whole'],
  ['1.5', field('esriFieldTypeDouble'), undefined],
  // what is typed with a comma is read where it is typed
  ['1,5', field('esriFieldTypeDouble'), 'number'],
  ['11', field('esriFieldTypeDouble', { domain: { ...range, range: [0, 10] } }), 'range'],
  ['ten', field('esriFieldTypeDouble'), 'number'],
  ['2', field('esriFieldTypeInteger', { domain: { ...list, codedValues: [...list.codedValues] } }), 'choice'],
  ['1', field('esriFieldTypeInteger', { domain: { ...list, codedValues: [...list.codedValues] } }), undefined],
  ['yesterday', field('esriFieldTypeDate'), 'date'],
  ['2024-02-29', field('esriFieldTypeDate'), undefined],
])('%s', (text, of, fault) => {
  expect(fieldFault(text, of, true)).toBe(fault);
});
