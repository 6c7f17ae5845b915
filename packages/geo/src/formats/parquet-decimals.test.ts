// Decimals of GeoParquet within other values, which become text with every digit.
import { expect, it } from 'vitest';
import { ENCODING, type MadeChunk, type MadeElement, madeParquet, numbered, plain } from '../../testing/made-parquet.ts';
import { readAll } from '../../testing/read-fixture.ts';
import { parquetReader } from './parquet.ts';

/** What the type was called in the first version of the format. */
const DECIMAL = 5;
const bytesOf = (whole: bigint): Buffer => Buffer.from(BigInt.asUintN(128, whole).toString(16).padStart(32, '0'), 'hex');
const wide = (name: string, scale: number, more: Partial<MadeElement> = {}): MadeElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted: DECIMAL,
  scale,
  precision: 38,
  ...more,
});
const wides = (...values: bigint[]): Buffer => plain.texts(...values.map(bytesOf));
const text = async (schema: readonly MadeElement[], columns: readonly MadeChunk[]) => {
  const main = madeParquet('a.parquet', schema, [{ rows: 1, columns }]);
  const description = await parquetReader.describe({ main });
  expect({ types: new Set(description.fields.map(({ type }) => type)), warnings: description.warnings }).toEqual({
    types: new Set(['esriFieldTypeString']),
    warnings: [],
  });
  return (await readAll(parquetReader, { main }, { description })).rows[0]?.values;
};

it('in lists, also of lists, and where the file names values by their numbers', async () => {
  const schema: MadeElement[] = [
    { name: 'l', converted: 3, children: 1 },
    { name: 'list', repetition: 'repeated', children: 1 },
    wide('element', 4),
    { name: 'll', converted: 3, children: 1 },
    { name: 'list', repetition: 'repeated', children: 1 },
    { name: 'element', converted: 3, children: 1 },
    { name: 'list', repetition: 'repeated', children: 1 },
    { name: 'element', type: 'INT64', converted: DECIMAL, scale: 18, precision: 18 },
    wide('r', 0, { repetition: 'repeated' }),
  ];
  const columns: MadeChunk[] = [
    {
      path: ['l', 'list', 'element'],
      type: 'BYTE_ARRAY',
      dictionary: { values: wides(12_345_678_901_234_567_890n, -5000n), count: 2 },
      pages: [
        {
          values: numbered([0, 1, 0]),
          encoding: ENCODING.RLE_DICTIONARY,
          count: 4,
          repetitions: [0, 1, 1, 1],
          definitions: [3, 3, 2, 3],
        },
      ],
    },
    {
      path: ['ll', 'list', 'element', 'list', 'element'],
      type: 'INT64',
      pages: [
        {
          values: plain.int64(123_456_789_012_345_678n, -(10n ** 17n), 1n),
          count: 3,
          repetitions: [0, 2, 1],
          definitions: [5, 5, 5],
        },
      ],
    },
    {
      path: ['r'],
      type: 'BYTE_ARRAY',
      pages: [{ values: wides(10n ** 20n + 1n, -7n), count: 2, repetitions: [0, 1], definitions: [1, 1] }],
    },
  ];
  expect(await text(schema, columns)).toEqual([
    '[1234567890123456.789,-0.5,null,1234567890123456.789]',
    '[[0.123456789012345678,-0.1],[1e-18]]',
    '[100000000000000000001,-7]',
  ]);
});

it('in structs, whatever numbers stand beside them', async () => {
  const schema: MadeElement[] = [
    { name: 's', children: 4 },
    { name: 'd', type: 'DOUBLE' },
    { name: 'price', type: 'INT32', converted: DECIMAL, scale: 2, precision: 9 },
    wide('exact', 20),
    { name: 'none', type: 'INT32', converted: DECIMAL, scale: 2, precision: 9 },
  ];
  const there = { count: 1, definitions: [2] };
  const columns: MadeChunk[] = [
    { path: ['s', 'd'], type: 'DOUBLE', pages: [{ values: plain.double(0.1 + 0.2), ...there }] },
    { path: ['s', 'price'], type: 'INT32', pages: [{ values: plain.int32(35), ...there }] },
    { path: ['s', 'exact'], type: 'BYTE_ARRAY', pages: [{ values: wides(-12_345_678_901_234_567_891n), ...there }] },
    { path: ['s', 'none'], type: 'INT32', pages: [{ values: Buffer.alloc(0), count: 1, definitions: [1] }] },
  ];
  expect(await text(schema, columns)).toEqual(['{"d":0.30000000000000004,"price":0.35,"exact":-0.12345678901234567891,"none":null}']);
});

it('in the keys and values of maps', async () => {
  const map = (name: string, key: MadeElement): MadeElement[] => [
    { name, converted: 1, children: 1 },
    { name: 'key_value', repetition: 'repeated', children: 2 },
    { ...key, name: 'key', repetition: 'required' },
    wide('value', 1),
  ];
  const pair = { count: 2, repetitions: [0, 1] };
  const chunks = (name: string, type: MadeChunk['type'], keys: Buffer): MadeChunk[] => [
    { path: [name, 'key_value', 'key'], type, pages: [{ values: keys, ...pair, definitions: [2, 2] }] },
    { path: [name, 'key_value', 'value'], type: 'BYTE_ARRAY', pages: [{ values: wides(10n ** 18n + 1n), ...pair, definitions: [3, 2] }] },
  ];
  const long: MadeElement = { name: 'key', type: 'INT64', converted: DECIMAL, scale: 2, precision: 18 };
  expect(
    await text(
      [...map('a', long), ...map('b', wide('key', 4))],
      [
        ...chunks('a', 'INT64', plain.int64(35, -123_456_789_012_345_678n)),
        ...chunks('b', 'BYTE_ARRAY', wides(12_345_678_901_234_567_890n, -5n)),
      ],
    ),
  ).toEqual(['{"0.35":100000000000000000.1,"-1234567890123456.78":null}', '{"1234567890123456.789":100000000000000000.1,"-0.0005":null}']);
});

it('but for those in values that say their type themselves, which are numbers of few digits', async () => {
  const schema: MadeElement[] = [
    { name: 'v', isVariant: true, children: 3 },
    { name: 'metadata', type: 'BYTE_ARRAY', repetition: 'required' },
    { name: 'value', type: 'BYTE_ARRAY' },
    wide('typed_value', 2, { type: 'FIXED_LEN_BYTE_ARRAY', length: 16 }),
  ];
  const columns: MadeChunk[] = [
    { path: ['v', 'metadata'], type: 'BYTE_ARRAY', pages: [{ values: plain.texts(Buffer.of(1, 0, 0)), count: 1, definitions: [1] }] },
    { path: ['v', 'value'], type: 'BYTE_ARRAY', pages: [{ values: Buffer.alloc(0), count: 1, definitions: [1] }] },
    { path: ['v', 'typed_value'], type: 'FIXED_LEN_BYTE_ARRAY', pages: [{ values: bytesOf(35n), count: 1, definitions: [2] }] },
  ];
  expect(await text(schema, columns)).toEqual(['0.35']);
});

it('in coordinates', async () => {
  const coordinate = (name: string): MadeElement => ({ name, type: 'INT32', converted: DECIMAL, scale: 5, precision: 9 });
  const there = { count: 1, definitions: [2] };
  const columns: MadeChunk[] = [
    { path: ['geometry', 'x'], type: 'INT32', pages: [{ values: plain.int32(1_234_567), ...there }] },
    { path: ['geometry', 'y'], type: 'INT32', pages: [{ values: plain.int32(-35), ...there }] },
  ];
  const geo = JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry: { encoding: 'point' } } });
  const schema = [{ name: 'geometry', children: 2 }, coordinate('x'), coordinate('y')];
  const main = madeParquet('a.parquet', schema, [{ rows: 1, columns }], { geo });
  expect((await readAll(parquetReader, { main })).rows[0]?.geometry).toEqual({ x: 12.34567, y: -0.00035 });
});
