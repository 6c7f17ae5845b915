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
