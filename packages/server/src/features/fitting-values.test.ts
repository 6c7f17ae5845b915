// Values that fields of whole numbers cannot hold: their rows are left out, and the others are loaded.
import type { ColumnBatch } from '@graticule/geo/formats/format-reader';
import { RowNumbers } from '@graticule/geo/formats/row-numbers';
import { describe, expect, it } from 'vitest';
import type { DatabaseHandle } from '../platform/db/database.ts';
import type { StoredField } from '../schema/features.ts';
import { isFitting, unfitValue } from './fitting-values.rules.ts';
import type { HostedLayer } from './layers.rules.ts';
import { ColumnLoad } from './load-columns.ts';

const field = (name: string, type: StoredField['type']): StoredField => ({
  name,
  alias: name,
  column: name,
  type,
  nullable: true,
  editable: true,
});

describe('a field of whole numbers', () => {
  it.each([
    ['esriFieldTypeSmallInteger', [0, -32768, 32767, '12', null, Number.NaN], [1.5, 32768, -32769, 'x']],
    ['esriFieldTypeInteger', [2147483647, -2147483648, 7n, undefined], [1.7, 2147483648, '1.5', true]],
    [
      'esriFieldTypeBigInteger',
      [5e9, 9223372036854775807n, '-9223372036854775808', -(2 ** 63)],
      [5000000000.5, 2 ** 63, '9223372036854775808'],
    ],
    ['esriFieldTypeDouble', [1.7, 'x', 1e300], []],
  ] as const)('%s holds no others', (type, fitting, others) => {
    for (const value of fitting) expect([value, isFitting({ type }, value)]).toEqual([value, true]);
    for (const value of others) expect([value, isFitting({ type }, value)]).toEqual([value, false]);
  });

  it('is named with the value', () => {
    const fields = [field('small', 'esriFieldTypeInteger'), field('big', 'esriFieldTypeBigInteger')];
    expect(unfitValue(fields, [1, 2])).toBeUndefined();
    expect(unfitValue(fields, [1, 5000000000.5])?.text).toBe('“5000000000.5” in the column big is not a number of that kind');
  });
});

it('rows that come by column are left out where a value does not fit', async () => {
  const layer = { table: 'l_0', geometryType: null, fields: [field('big', 'esriFieldTypeBigInteger')] } as unknown as HostedLayer;
  let ids = 1;
  const load = new ColumnLoad({} as DatabaseHandle, layer, {
    srid: 4326,
    ranks: null,
    takeIds: (count) => {
      ids += count;
      return ids - count;
    },
    numbers: new RowNumbers(),
    unsure: null,
  });
  const batch: ColumnBatch = {
    count: 3,
    rows: Float64Array.from([1, 2, 3]),
    places: { kind: 'none' },
    columns: [{ kind: 'any', values: [12, 5000000000.5, null] }],
    bytes: new Uint8Array(0),
    problems: [],
  };
  expect(await load.add(batch)).toMatchObject([{ row: 2, reason: { code: 'value-no-number' } }]);
  expect(ids).toBe(3);
});
