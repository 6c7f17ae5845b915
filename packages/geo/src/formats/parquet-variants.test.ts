// GeoParquet as other programs write it: types of old, other encodings, several groups and pages, values within values, boxes and words left out.
import { describe, expect, it } from 'vitest';
import { type MadeElement, madeParquet, plain } from "../../testing/made-parquet.ts";
import { readAll } from '../../testing/read-fixture.ts';
import type { ByteSource } from './format-reader.ts';
import { parquetReader } from './parquet.ts';

const UTF8 = 0;

async function read(main: ByteSource) {
  const description = await parquetReader.describe({ main });
  const { rows, problems } = await readAll(parquetReader, { main }, { description });
  return {
    fields: description.fields.map(({ name, type }) => `${name} ${type.slice(13)}`),
    values: rows.map(({ values }) => values),
    places: rows.map(({ geometry }) => geometry),
    warnings: description.warnings.map(({ code, values }) => [code, values]),
    description,
    problems,
  };
}

/** A file with one column beside others, of a single group and page. */
function columnOf(element: MadeElement, values: Uint8Array, { count = 1, definitions }: { count?: number; definitions?: number[] } = {}) {
  const { type = 'INT32', name } = element;
  const page = { values, count, definitions: definitions ?? new Array<number>(count).fill(1) };
  return madeParquet('a.parquet', [element], [{ rows: count, columns: [{ path: [name], type, pages: [page] }] }]);
}

describe('moments', () => {
  const at = BigInt(Date.UTC(2024, 0, 1, 10)) * 1_000_000n;
  const times = [at, at + 123_000_000n, at + 123_456_789n, -1n, -86_400_000_000_001n];
  const kept = [0, 123, 123].map((ms) => Date.UTC(2024, 0, 1, 10, 0, 0, ms));

  it('of 96 bits are kept to the millisecond, and those that are finer are told of', async () => {
    const { fields, values, warnings } = await read(columnOf({ name: 'at', type: 'INT96' }, plain.int96(...times), { count: 5 }));
    expect(fields).toEqual(['at Date']);
    expect(values.flat()).toEqual([...kept, -1, -86_400_001]);
    expect(warnings).toEqual([['moments-cut', { count: 3, row: 3, columns: 'at' }]]);
    const whole = await read(columnOf({ name: 'at', type: 'INT96' }, plain.int96(...times.slice(0, 2)), { count: 2 }));
    expect(whole.warnings).toEqual([]);
  });

  it('of 64 bits too', async () => {
    const { values, warnings } = await read(
      columnOf({ name: 'at', type: 'INT64', converted: 10 }, plain.int64(...times.map((time) => time / 1000n)), { count: 5 }),
    );
    expect(values.flat()).toEqual([...kept, 0, -86_400_000]);
    expect(warnings).toEqual([['moments-cut', { count: 1, row: 3, columns: 'at' }]]);
    const before = await read(columnOf({ name: 'at', type: 'INT64', converted: 10 }, plain.int64(-1), { count: 1 }));
    expect([before.values, before.warnings.length]).toEqual([[[-1]], 1]);
  });

  it('times of day that are finer than a millisecond are told of', async () => {
    const { fields, values, warnings } = await read(
      columnOf({ name: 'at', type: 'INT64', converted: 8 }, plain.int64(36_000_123_000, 36_000_123_456), { count: 2 }),
    );
    expect(fields).toEqual(['at TimeOnly']);
    expect(values.flat()).toEqual(['10:00:00.123', '10:00:00.123']);
    expect(warnings).toEqual([['moments-cut', { count: 1, row: 2, columns: 'at' }]]);
  });
});
