// GeoParquet as other programs write it: types of old, other encodings, several groups and pages, values within values, boxes and words left out.
import { describe, expect, it } from 'vitest';
import { ENCODING, type MadeChunk, type MadeElement, madeParquet, numbered, plain } from '../../testing/made-parquet.ts';
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

describe('encodings and groups', () => {
  const texts: MadeElement = { name: 's', type: 'BYTE_ARRAY', converted: UTF8 };
  const chunk = (more: Omit<MadeChunk, 'path' | 'type'>): MadeChunk => ({ path: ['s'], type: 'BYTE_ARRAY', ...more });

  it.each([
    ['of today', ENCODING.RLE_DICTIONARY],
    ['of before', 2],
  ])('values by the numbers %s of a list are read beside pages of values as they are, with those that are missing', async (_, encoding) => {
    const pages = [
      { values: numbered([0, 1, 0]), count: 4, encoding, definitions: [1, 0, 1, 1] },
      { values: plain.texts('zz'), count: 2, definitions: [0, 1] },
    ];
    const columns = [chunk({ dictionary: { values: plain.texts('a', 'b'), count: 2 }, pages })];
    const { values } = await read(madeParquet('a.parquet', [texts], [{ rows: 6, columns }]));
    expect(values.flat()).toEqual(['a', null, 'b', 'a', null, 'zz']);
  });

  it('differences of numbers, and lengths of texts before their letters, are read', async () => {
    // Blocks of 128 in 4 parts, three values, the first, and a difference that is the same for all.
    const differences = (first: number, step: number): Buffer => Buffer.of(128, 1, 4, 3, first * 2, step * 2, 0, 0, 0, 0);
    const schema: MadeElement[] = [
      { name: 'n', type: 'INT32', repetition: 'required' },
      { ...texts, repetition: 'required' },
    ];
    const columns: MadeChunk[] = [
      { path: ['n'], type: 'INT32', pages: [{ values: differences(5, 7), count: 3, encoding: ENCODING.DELTA_BINARY_PACKED }] },
      chunk({
        pages: [
          { values: Buffer.concat([differences(1, 1), Buffer.from('abbccc')]), count: 3, encoding: ENCODING.DELTA_LENGTH_BYTE_ARRAY },
        ],
      }),
    ];
    expect((await read(madeParquet('a.parquet', schema, [{ rows: 3, columns }]))).values).toEqual([
      [5, 'a'],
      [12, 'bb'],
      [19, 'ccc'],
    ]);
  });

  it('groups of rows follow one another, also where one has none, and columns may have no value at all', async () => {
    const schema: MadeElement[] = [{ name: 'n', type: 'INT32', repetition: 'required' }, texts];
    const group = (...numbers: number[]) => ({
      rows: numbers.length,
      columns: [
        { path: ['n'], type: 'INT32' as const, pages: [{ values: plain.int32(...numbers), count: numbers.length }] },
        chunk({ pages: [{ values: Buffer.alloc(0), count: numbers.length, definitions: numbers.map(() => 0) }] }),
      ],
    });
    const empty = { rows: 0, columns: group().columns.map((column) => ({ ...column, pages: [] })) };
    const { values } = await read(madeParquet('a.parquet', schema, [group(1, 2), empty, group(3)]));
    expect(values).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
  });
});

describe('values within others become text with every digit', () => {
  it('lists, written with an element around their values or without', async () => {
    const list: MadeElement[] = [
      { name: 'l', converted: 3, children: 1 },
      { name: 'list', repetition: 'repeated', children: 1 },
      { name: 'element', type: 'BYTE_ARRAY', converted: UTF8 },
    ];
    const page = { values: plain.texts('a', 'b'), count: 4, repetitions: [0, 1, 0, 0], definitions: [3, 3, 1, 0] };
    const columns: MadeChunk[] = [{ path: ['l', 'list', 'element'], type: 'BYTE_ARRAY', pages: [page] }];
    expect((await read(madeParquet('a.parquet', list, [{ rows: 3, columns }]))).values).toEqual([['["a","b"]'], ['[]'], [null]]);

    const old = (element: Omit<MadeElement, 'name' | 'repetition'>, type: MadeChunk['type'], values: Buffer) =>
      read(
        madeParquet(
          'a.parquet',
          [{ name: 'r', repetition: 'repeated', ...element }],
          [{ rows: 2, columns: [{ path: ['r'], type, pages: [{ values, count: 3, repetitions: [0, 1, 0], definitions: [1, 1, 0] }] }] }],
        ),
      );
    expect(await old({ type: 'INT32' }, 'INT32', plain.int32(1, 2))).toMatchObject({ fields: ['r String'], values: [['[1,2]'], [null]] });
    const decimals = await old({ type: 'INT32', converted: 5, scale: 2, precision: 9 }, 'INT32', plain.int32(35, 199));
    expect(decimals).toMatchObject({ fields: ['r String'], values: [['[0.35,1.99]'], [null]] });
  });

  it('structs and maps', async () => {
    const schema: MadeElement[] = [
      { name: 'st', children: 2 },
      { name: 'x', type: 'INT64' },
      { name: 't', type: 'INT64', converted: 10 },
      { name: 'm', converted: 1, children: 1 },
      { name: 'key_value', repetition: 'repeated', children: 2 },
      { name: 'key', type: 'BYTE_ARRAY', converted: UTF8, repetition: 'required' },
      { name: 'value', type: 'INT32' },
    ];
    const whole = { count: 1, definitions: [2] };
    const pair = { count: 2, repetitions: [0, 1] };
    const columns: MadeChunk[] = [
      { path: ['st', 'x'], type: 'INT64', pages: [{ values: plain.int64(9_007_199_254_740_993n), ...whole }] },
      { path: ['st', 't'], type: 'INT64', pages: [{ values: plain.int64(1_700_000_000_123_456n), ...whole }] },
      { path: ['m', 'key_value', 'key'], type: 'BYTE_ARRAY', pages: [{ values: plain.texts('k', 'j'), ...pair, definitions: [2, 2] }] },
      { path: ['m', 'key_value', 'value'], type: 'INT32', pages: [{ values: plain.int32(1), ...pair, definitions: [3, 2] }] },
    ];
    expect((await read(madeParquet('a.parquet', schema, [{ rows: 1, columns }]))).values).toEqual([
      ['{"x":9007199254740993,"t":"2023-11-14T22:13:20.123456Z"}', '{"k":1,"j":null}'],
    ]);
  });
});

describe('geometries', () => {
  function wkb(type: number, ...ordinates: number[]): Buffer {
    const bytes = Buffer.alloc(5 + 8 * ordinates.length);
    bytes[0] = 1;
    bytes.writeUInt32LE(type, 1);
    for (const [i, ordinate] of ordinates.entries()) bytes.writeDoubleLE(ordinate, 5 + 8 * i);
    return bytes;
  }

  /** A file with geometries in a column, what it says of them, and other columns. */
  function placed(
    values: readonly Uint8Array[],
    words: Record<string, string>,
    { name = 'geometry', beside = [], chunks = [] }: { name?: string; beside?: MadeElement[]; chunks?: MadeChunk[] } = {},
  ): ByteSource {
    const there = { count: values.length, definitions: values.map(() => 1) };
    const columns: MadeChunk[] = [
      { path: [name], type: 'BYTE_ARRAY', pages: [{ values: plain.texts(...values), ...there }] },
      { path: ['n'], type: 'INT32', pages: [{ values: plain.int32(...values.map((_, i) => i)), ...there }] },
      ...chunks,
    ];
    const schema: MadeElement[] = [{ name, type: 'BYTE_ARRAY' }, { name: 'n', type: 'INT32' }, ...beside];
    return madeParquet('a.parquet', schema, [{ rows: values.length, columns }], words);
  }
  const geo = (about: object = {}) => ({
    geo: JSON.stringify({ version: '1.0.0', primary_column: 'geometry', columns: { geometry: { encoding: 'WKB', ...about } } }),
  });

  it('have heights and measures in either way of writing them', async () => {
    const points = [wkb(1, 5, 6), wkb(1001, 1, 2, 3), wkb(2001, 1, 2, 4), wkb(3001, 1, 2, 3, 4), wkb(0x80000001, 1, 2, 3)];
    expect((await read(placed(points, geo()))).places).toEqual([
      { x: 5, y: 6 },
      { x: 1, y: 2, z: 3 },
      { x: 1, y: 2, m: 4 },
      { x: 1, y: 2, z: 3, m: 4 },
      { x: 1, y: 2, z: 3 },
    ]);
  });

  it('may have boxes beside them, with heights too, which are no columns', async () => {
    for (const ends of [
      ['xmin', 'ymin', 'xmax', 'ymax'],
      ['xmin', 'ymin', 'zmin', 'xmax', 'ymax', 'zmax'],
    ]) {
      const beside: MadeElement[] = [{ name: 'bbox', children: ends.length }, ...ends.map((name) => ({ name, type: 'DOUBLE' as const }))];
      const chunks: MadeChunk[] = ends.map((end) => ({
        path: ['bbox', end],
        type: 'DOUBLE',
        pages: [{ values: plain.double(1), count: 1, definitions: [2] }],
      }));
      const { fields, warnings } = await read(placed([wkb(1, 1, 2)], geo(), { beside, chunks }));
      expect({ fields, warnings }).toEqual({ fields: ['n Integer'], warnings: [] });
    }
  });

  it('are found in columns called so where the file tells of none, and their system has to be chosen', async () => {
    for (const name of ['geometry', 'wkb_geometry', 'GEOM']) {
      const main = placed([wkb(1, 1, 2), wkb(1, 3, 4)], {}, { name });
      const description = await parquetReader.describe({ main });
      expect(description).toMatchObject({ geometryType: 'esriGeometryPoint', spatialReference: null, warnings: [], rowCount: 2 });
      const { rows } = await readAll(parquetReader, { main }, { wkid: 4326 });
      expect(rows.map(({ geometry }) => geometry)).toEqual([
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ]);
    }
    // Other bytes, and other names, stay bytes.
    for (const main of [placed([Buffer.from('none')], {}), placed([wkb(1, 1, 2)], {}, { name: 'raw' })])
      expect(await read(main)).toMatchObject({ fields: ['n Integer'], warnings: [['raw-bytes', {}]], places: [null] });
  });

  /** A file with several columns of bytes, in groups of rows of which each has as many values at its end. */
  function groups(names: readonly string[], all: readonly { rows: number; values: readonly (readonly Uint8Array[])[] }[]): ByteSource {
    return madeParquet(
      'a.parquet',
      names.map((name) => ({ name, type: 'BYTE_ARRAY' as const })),
      all.map(({ rows, values }) => ({
        rows,
        columns: names.map((name, i): MadeChunk => {
          const there = values[i] ?? [];
          const definitions = Array.from({ length: rows }, (_, row) => (row < rows - there.length ? 0 : 1));
          return { path: [name], type: 'BYTE_ARRAY', pages: [{ values: plain.texts(...there), count: rows, definitions }] };
        }),
      })),
    );
  }

  it('are found in any of the columns called so', async () => {
    const kinds = [Buffer.from('round'), Buffer.from('flat')];
    const points = [wkb(1, 1, 2), wkb(1, 3, 4)];
    const places = [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ];
    for (const values of [
      [kinds, points],
      [[], points],
    ]) {
      const main = groups(['shape', 'geom'], [{ rows: 2, values }]);
      expect((await readAll(parquetReader, { main }, { wkid: 4326 })).rows.map(({ geometry }) => geometry)).toEqual(places);
    }
    expect(await read(groups(['shape', 'geom'], [{ rows: 2, values: [kinds, kinds] }]))).toMatchObject({ places: [null, null] });
  });

  it.each([
    ['further rows', [{ rows: 30_000, values: [[wkb(1, 1, 2)]] }]],
    [
      'another group',
      [
        { rows: 2, values: [] },
        { rows: 2, values: [[wkb(1, 1, 2)]] },
      ],
    ],
  ])('are found where the first ones stand in %s', async (_, all) => {
    const description = await parquetReader.describe({ main: groups(['geometry'], all) });
    expect(description).toMatchObject({ geometryType: 'esriGeometryPoint', warnings: [] });
  });

  it('are not looked for without an end', async () => {
    const late = { rows: 50_000, values: [[]] };
    const main = groups(['geometry'], [late, late, late, late, { rows: 1, values: [[wkb(1, 1, 2)]] }]);
    expect(await parquetReader.describe({ main })).toMatchObject({ geometryType: null, rowCount: 200_001 });
  });

  it('name their system as files of before do', async () => {
    const reference = async (crs: unknown) => (await read(placed([wkb(1, 1, 2)], geo({ crs })))).description.spatialReference;
    const wkt =
      'PROJCS["x",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32632"]]';
    expect([await reference('EPSG:3857'), await reference(wkt)]).toMatchObject([{ wkid: 3857 }, { wkid: 32632 }]);
  });
});
