import { describe, expect, it } from 'vitest';
import type { StoredField } from '../../schema/features.ts';
import { checkedValue, ValueFault } from './values.rules.ts';

const guid = { name: 'tree', type: 'esriFieldTypeGUID', length: 38, nullable: true } as StoredField;

describe('values of fields for ids', () => {
  it.each(['{9B1F0A3C-0000-4000-8000-000000000001}', '9b1f0a3c-0000-4000-8000-000000000001', null])('keep %s as it was sent', (value) => {
    expect(checkedValue(guid, value)).toBe(value);
  });

  it.each(['', 'oak', '{9B1F0A3C-0000-4000-8000-00000000000}', 7])('refuse %j, which is none, and name the field (EDIT-2)', (value) => {
    expect(() => checkedValue(guid, value)).toThrow(ValueFault);
    expect(() => checkedValue(guid, value)).toThrow('tree must be');
  });
});

describe('a value that does not fit', () => {
  const field = (type: string, more: Partial<StoredField> = {}) => ({ name: 'tree', type, nullable: true, ...more }) as StoredField;
  it.each<[StoredField, unknown, string, string]>([
    [field('esriFieldTypeInteger'), 1.5, 'tree must be a whole number, and is 1.5', 'field-unfit'],
    [field('esriFieldTypeSmallInteger'), 40_000, 'tree must be from -32768 to 32767, and is 40000', 'field-unfit'],
    [field('esriFieldTypeDouble'), 'x', "tree must be a number, and is 'x'", 'field-unfit'],
    [field('esriFieldTypeDate'), 'x', "tree must be a date in milliseconds, and is 'x'", 'field-unfit'],
    [field('esriFieldTypeDateOnly'), 'x', "tree must be a date such as 2020-01-31, and is 'x'", 'field-unfit'],
    [field('esriFieldTypeTimeOnly'), 'x', "tree must be a time such as 13:45:00, and is 'x'", 'field-unfit'],
    [field('esriFieldTypeTimestampOffset'), 'x', "tree must be a moment such as 2020-01-31T13:45:00+01:00, and is 'x'", 'field-unfit'],
    [guid, 'x', "tree must be an id such as {9B1F0A3C-0000-4000-8000-000000000001}, and is 'x'", 'field-unfit'],
    [field('esriFieldTypeString'), [1], 'tree must be text, and is [1]', 'field-unfit'],
    [field('esriFieldTypeString'), 'a\u0000', "tree must be text without null characters, and is 'a\u0000'", 'field-unfit'],
    [field('esriFieldTypeString', { length: 2 }), 'abc', 'tree may hold at most 2 characters, and has 3', 'field-long'],
    [field('esriFieldTypeInteger', { nullable: false }), null, 'tree must not be empty', 'field-empty'],
  ])('case %#: is told in words that other sentences take in, and with what to do', (to, value, text, code) => {
    const fault = faultOf(() => checkedValue(to, value));
    expect(fault?.message).toBe(text);
    expect(fault?.fault).toMatchObject({ code, text });
    expect(fault?.told.description.startsWith(`${text}. `)).toBe(true);
    expect(fault?.told.reasons).toMatchObject([{ text: fault?.told.description }]);
  });
});

function faultOf(act: () => unknown): ValueFault | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof ValueFault) return error;
    throw error;
  }
  return undefined;
}
