// GeoParquet as other programs write it: packed in every way, geometries as bytes or as separate coordinates, named by a key or by their type.
import { describe, expect, it } from 'vitest';
import { dataset, fixture, readAll } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { type DatasetSource, FormatError } from './format-reader.ts';
import { parquetReader, parquetReaderWithin } from './parquet.ts';
import { ParquetColumn, type PhysicalType } from './parquet-column.ts';
import { ParquetFile } from './parquet-file.ts';

const PLACES = [
  ['Utrecht', 5.12222, 52.09083],
  ['Genève', 6.14569, 46.20222],
  ['القاهرة', 31.24967, 30.06263],
  ['Suva', 178.44149, -18.14161],
  ['Nowhere', null, null],
] as const;

/** The rows of the files of places: each fifth without a geometry. */
const expected = Array.from({ length: 60 }, (_, i) => {
  const [name, x, y] = PLACES[i % PLACES.length] as (typeof PLACES)[number];
  return { values: [`${name} ${i}`, i], place: x === null ? null : [x + i / 1000, (y as number) + i / 1000] };
});

async function placesIn(path: string): Promise<typeof expected> {
  const { rows, problems } = await readAll(parquetReader, dataset(path));
  expect(problems).toEqual([]);
  return rows.map(({ geometry, values }) => ({
    values: values as [string, number],
    place: geometry !== null && 'x' in geometry ? [geometry.x as number, geometry.y as number] : null,
  }));
}

describe('GeoParquet of other programs', () => {
  it.each(['zstd', 'gzip', 'brotli', 'lz4_raw'])('is read where it is packed with %s', async (codec) => {
    expect(await placesIn(`parquet/places_${codec}.parquet`)).toEqual(expected);
  });

  it.each(['point', 'own_type', 'own_type_srid', 'own_type_projjson', 'both', 'geography'])(
    'gives the places of places_%s.parquet',
    async (name) => {
      expect(await placesIn(`parquet/places_${name}.parquet`)).toEqual(expected);
    },
  );

  it.each([
    ['own_type', 4326],
    ['own_type_srid', 25832],
    ['own_type_projjson', 25832],
    ['both', 4326],
    ['geography', 4326],
  ])('has the reference system of places_%s.parquet', async (name, wkid) => {
    const described = await parquetReader.describe(dataset(`parquet/places_${name}.parquet`), {});
    expect(described).toMatchObject({ geometryType: 'esriGeometryPoint', spatialReference: { wkid } });
  });

  it('gives polygons with holes and parts, and lines with heights, of separate coordinates', async () => {
    const plots = await readAll(parquetReader, dataset('parquet/plots_multipolygon.parquet'));
    expect(plots.problems).toEqual([]);
    expect(plots.rows.map(({ geometry }) => geometry && 'rings' in geometry && geometry.rings.length)).toEqual([3, 1, null]);
    const ways = await readAll(parquetReader, dataset('parquet/ways_linestring.parquet'));
    expect(ways.rows.map(({ geometry }) => geometry && 'paths' in geometry && geometry.paths)).toEqual([
      [
        [
          [0, 0, 1],
          [1, 1, 2],
          [2, 0, 3],
        ],
      ],
      [
        [
          [5, 5, 0],
          [6, 6, 0],
        ],
      ],
    ]);
  });

  it('gives rows or an error of the file where bytes of a packed one were changed', async () => {
    const reader = parquetReaderWithin(5_000);
    const whole = await fixture('parquet/places_zstd.parquet').read(0, 2_464);
    const outcomes = new Set<string>();
    for (let at = 4; at < whole.length; at += 97) {
      const bytes = Uint8Array.from(whole);
      bytes[at] = (bytes[at] as number) ^ 0xff;
      const outcome = await readAll(reader, { main: memorySource('places.parquet', bytes) }).then(
        () => 'rows',
        (error: unknown) => {
          if (!(error instanceof FormatError)) throw error;
          return 'error';
        },
      );
      outcomes.add(outcome);
    }
    expect([...outcomes].sort()).toEqual(['error', 'rows']);
  });
});

it('types of today are read where the file names no others beside them, decimals to their digits', async () => {
  const source = dataset('parquet/numbers_of_today.parquet');
  const description = await parquetReader.describe(source);
  expect(description.fields.map(({ name, type }) => `${name} ${type.slice(13)}`)).toEqual([
    // Of the first version of the format; the others by their types of today alone, in 32 and 64 bits and in bytes.
    'price Double',
    'price_new Double',
    'price_long Double',
    'price_bytes Double',
    'day DateOnly',
    'big BigInteger',
    'doc String',
    'moment Date',
  ]);
  const { rows } = await readAll(parquetReader, source, { description });
  // The second moment is a millionth of a second before 1970, which is of the millisecond before it.
  expect(rows.map(({ values }) => values)).toEqual([
    [0.35, 0.35, 0.035, 0.35, '2022-01-08', 1, '{"a":[1]}', 1_700_000_000_123],
    [115, 115, 11.5, 115, '1969-12-31', 4_294_967_295, 'x', -1],
    [-0.07, -0.07, -0.007, -0.07, '1970-01-01', 7, null, 0],
    [null, null, null, null, null, null, '{"n":2}', null],
    [9_999_999.99, 9_999_999.99, 999_999.999, 9_999_999.99, '2024-10-04', 2, '5', 0],
  ]);
});

/** A file with columns of decimals, each given by its type, its scale and its whole numbers. */
function decimals(
  columns: readonly { name: string; type: PhysicalType; scale: number; values: readonly (number | bigint)[] }[],
): DatasetSource {
  const file = new ParquetFile(
    columns.map(({ name, type }) => ({ name, type, converted: 'TIMESTAMP_MILLIS' })),
    10,
  );
  file.group(
    columns.map(({ type, values }) => {
      const column = new ParquetColumn(type, 10);
      for (const value of values) {
        if (typeof value === 'number') column.number(value);
        else column.part(Buffer.from(BigInt.asUintN(128, value).toString(16).padStart(32, '0'), 'hex'), 0, 16);
      }
      return column;
    }),
  );
  file.finish([]);
  let bytes = Buffer.from(file.take());
  for (const { name, scale } of columns) {
    // The writer has no decimals: another type of as many bytes stands in their place, behind the name.
    const at = bytes.lastIndexOf(Buffer.from([0x18, name.length, ...Buffer.from(name), 0x25, 18, 0]));
    const behind = at + 3 + name.length;
    bytes = Buffer.concat([bytes.subarray(0, behind), Buffer.from([10, 0x15, scale * 2, 0x15, 76]), bytes.subarray(behind + 1)]);
    bytes.writeUInt32LE(bytes.readUInt32LE(bytes.length - 8) + 4, bytes.length - 8);
  }
  return { main: memorySource('a.parquet', bytes) };
}

describe('decimals', () => {
  it('are read to the digit that a number keeps, and those that lose some are counted', async () => {
    const source = decimals([
      { name: 'i', type: 'INT32', scale: 2, values: [35, -7, 1, 1] },
      { name: 'l', type: 'INT64', scale: 3, values: [35, 1234567890123456000, -1, 1234567890123456000] },
      { name: 'b', type: 'BYTE_ARRAY', scale: 20, values: [-1n, 12345678901234567890n, 10n ** 20n, 12345678901234567891n] },
    ]);
    const description = await parquetReader.describe(source);
    expect(description.fields.map(({ type }) => type)).toEqual(new Array(3).fill('esriFieldTypeDouble'));
    expect(description.warnings).toMatchObject([{ code: 'numbers-rounded-here', values: { count: 2, row: 2, columns: 'b' } }]);
    expect((await readAll(parquetReader, source, { description })).rows.map(({ values }) => values)).toEqual([
      [0.35, 0.035, -1e-20],
      [-0.07, 1234567890123456, 0.12345678901234568],
      [0.01, -0.001, 1],
      [0.01, 1234567890123456, 0.12345678901234568],
    ]);
  });

  it('without decimals that a number would change are kept as text', async () => {
    const source = decimals([{ name: 'id', type: 'BYTE_ARRAY', scale: 0, values: [12345678901234567890123n, -5n] }]);
    const description = await parquetReader.describe(source);
    expect(description).toMatchObject({ fields: [{ type: 'esriFieldTypeString' }], warnings: [{ code: 'numbers-too-long' }] });
    expect((await readAll(parquetReader, source, { description })).rows.map(({ values }) => values)).toEqual([
      ['12345678901234567890123'],
      ['-5'],
    ]);
  });
});
