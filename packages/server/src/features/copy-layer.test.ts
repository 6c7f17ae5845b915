import { expect, it } from 'vitest';
import type { DatabaseHandle } from '../platform/db/database.ts';
import { copyRows } from './copy-layer.store.ts';
import type { HostedLayer } from './layers.rules.ts';

it('refuses whole numbers that no column holds, and stores no others in their place', async () => {
  const asked: string[] = [];
  const pool = { connect: async () => Promise.reject(new Error(`asked${asked.push('connect')}`)) };
  const field = { name: 'id', alias: 'id', column: 'f1_id', type: 'esriFieldTypeBigInteger', nullable: true, editable: true };
  const layer = { table: 'l_0', geometryType: null, fields: [field] } as unknown as HostedLayer;
  const copy = (value: unknown): Promise<void> =>
    copyRows({ pool } as unknown as DatabaseHandle, layer, [{ row: 1, wkb: null, values: [value], drawZoom: 0 }], 1);
  for (const large of [2 ** 63, 2 ** 64, -(2 ** 65), '9223372036854775808']) {
    await expect(copy(large)).rejects.toThrow('does not fit the field id');
  }
  expect(asked).toEqual([]);
  for (const fitting of [-(2 ** 63), 9223372036854775807n, '-1']) await expect(copy(fitting)).rejects.toThrow('asked');
});
