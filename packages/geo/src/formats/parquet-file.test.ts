// Columns of every physical type, with what repeats and what is not there, are read by another implementation as they were written.
import fc from 'fast-check';
import { type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet';
import { expect, it } from 'vitest';
import { ParquetColumn, type PhysicalType } from './parquet-column.ts';
import { type ParquetField, ParquetFile } from './parquet-file.ts';

const ROWS = 300;
const VALUES: Readonly<Record<PhysicalType, fc.Arbitrary<number | string>>> = {
  INT32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  INT64: fc.maxSafeInteger(),
  FLOAT: fc.float({ noNaN: true }),
  DOUBLE: fc.double({ noNaN: true }),
  BYTE_ARRAY: fc.string({ unit: 'grapheme', maxLength: 80 }),
};

interface Made {
  field: ParquetField;
  values: readonly (number | string | null)[];
}

/** A column whose values are of a few, so that they come again, or all their own. */
const column = (name: string, rows: number): fc.Arbitrary<Made> =>
  fc
    .record({
      type: fc.constantFrom(...(Object.keys(VALUES) as PhysicalType[])),
      isUnique: fc.boolean(),
      nulls: fc.integer({ min: 0, max: 4 }),
    })
    .chain(({ type, isUnique, nulls }) =>
      fc
        .array(VALUES[type], { minLength: 1, maxLength: 40 })
        .chain((few) => {
          const value = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...few) }, { weight: nulls, arbitrary: fc.constant(null) });
          // Runs of the same value are packed another way.
          const run = fc.tuple(value, fc.integer({ min: 1, max: 30 })).map(([each, times]) => Array.from({ length: times }, () => each));
          return fc.array(
            fc.oneof(
              value.map((each) => [each]),
              run,
            ),
            { minLength: rows, maxLength: rows },
          );
        })
        .map((runs) => ({
          field: { name, type, isUnique, ...(type === 'BYTE_ARRAY' ? { converted: 'UTF8' as const } : {}) },
          values: runs.flat().slice(0, rows),
        })),
    );

function write(made: readonly Made[], rowsOfGroup: number): ArrayBuffer {
  const file = new ParquetFile(
    made.map(({ field }) => field),
    rowsOfGroup,
  );
  const columns = made.map(({ field }) => new ParquetColumn(field.type, rowsOfGroup));
  const pieces: Uint8Array[] = [];
  const rows = made[0]?.values.length ?? 0;
  for (let begin = 0; begin < rows; begin += rowsOfGroup) {
    columns.forEach((each, i) => {
      each.clear();
      for (const value of made[i]?.values.slice(begin, begin + rowsOfGroup) ?? []) {
        if (value === null) each.none();
        else if (typeof value === 'number') each.number(value);
        else each.text(value);
      }
    });
    file.group(columns);
    if (begin % 3 === 0) pieces.push(file.take());
  }
  file.finish([{ key: 'said', value: 'Grüße' }]);
  pieces.push(file.take());
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}

async function read(file: ArrayBuffer): Promise<unknown[][]> {
  let rows: unknown[][] = [];
  await parquetRead({ file, onComplete: (all) => (rows = all as unknown as unknown[][]) });
  return rows;
}

it('every value and every missing one comes back from its row, in groups of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(column('a', ROWS), column('b', ROWS), column('c', ROWS)),
      fc.integer({ min: 1, max: 400 }),
      async (made, size) => {
        const rows = await read(write(made, size));
        const plain = rows.map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : (value ?? null))));
        expect(plain).toEqual(Array.from({ length: ROWS }, (_, i) => made.map(({ values }) => values[i])));
      },
    ),
    { numRuns: 150 },
  );
});

function boundsOf(type: PhysicalType, values: Made['values'], more: Partial<ParquetField> = {}): unknown {
  const metadata: FileMetaData = parquetMetadata(write([{ field: { name: 'a', type, ...more }, values }], 8));
  return metadata.row_groups.map(({ columns }) => {
    const { min_value, max_value, null_count } = columns[0]?.meta_data?.statistics ?? {};
    return [min_value, max_value, Number(null_count)];
  });
}

it('groups say what lies between which bounds, and say nothing where that would mislead', () => {
  expect(boundsOf('INT32', [3, -7, null, 12])).toEqual([[-7, 12, 1]]);
  expect(boundsOf('INT64', [2 ** 40, -(2 ** 40), 0])).toEqual([[-(2n ** 40n), 2n ** 40n, 0]]);
  // Whichever zero came first, readers must find the other too.
  expect(boundsOf('DOUBLE', [0, 0.5])).toEqual([[-0, 0.5, 0]]);
  expect(boundsOf('DOUBLE', [-0.5, -0])).toEqual([[-0.5, 0, 0]]);
  expect(boundsOf('DOUBLE', [1, Number.NaN])).toEqual([[undefined, undefined, 0]]);
  expect(boundsOf('BYTE_ARRAY', ['b', 'ä', 'a', 'ab'], { converted: 'UTF8' })).toEqual([['a', 'ä', 0]]);
  expect(boundsOf('BYTE_ARRAY', ['b', 'z'.repeat(65)], { converted: 'UTF8' })).toEqual([[undefined, undefined, 0]]);
  expect(boundsOf('INT32', [null, null])).toEqual([[undefined, undefined, 2]]);
  expect(boundsOf('INT32', [1, 2], { isUnique: true })).toEqual([[undefined, undefined, 0]]);
});

it('a whole number that is none becomes no value', async () => {
  expect(await read(write([{ field: { name: 'a', type: 'INT32' }, values: [1, Number.NaN] }], 8))).toEqual([[1], [null]]);
});

it('values that come again are written once', () => {
  const texts = Array.from({ length: 8000 }, (_, i) => `Strasse ${i % 40} in der Stadt ${'x'.repeat(40)}`);
  const field: ParquetField = { name: 'a', type: 'BYTE_ARRAY', converted: 'UTF8' };
  expect(write([{ field, values: texts }], 8000).byteLength).toBeLessThan(7500);
});

it('a file without rows has its columns and words', async () => {
  const file = write([{ field: { name: 'a', type: 'INT32', isTime: true }, values: [] }], 8);
  const metadata = parquetMetadata(file);
  expect(metadata.schema[1]).toMatchObject({
    name: 'a',
    type: 'INT32',
    logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MILLIS' },
  });
  expect(metadata.key_value_metadata).toEqual([{ key: 'said', value: 'Grüße' }]);
  expect(await read(file)).toEqual([]);
});

it('memory that one huge value took is not kept', () => {
  const kept = new ParquetColumn('BYTE_ARRAY', 4);
  const huge = new Uint8Array(20 * 1024 * 1024);
  kept.part(huge, 0, huge.length);
  kept.clear();
  expect(kept.plain.bytes.length).toBeLessThan(huge.length / 2);
});
