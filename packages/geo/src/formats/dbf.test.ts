import { describe, expect, it } from 'vitest';
import { readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { encodingOfCodePage, encodingOfLanguageDriver, readDbfHeader } from './dbf.ts';
import { surveyDbf } from './dbf-survey.ts';
import { dbfReader } from './dbf-table.ts';
import { shapefileReader } from './shapefile.ts';

interface Column {
  name: string;
  kind: string;
  length: number;
  decimals?: number;
}

/** A table with one record for each list of cells, as bytes or text. */
function table(columns: Column[], records: (string | Uint8Array)[][], languageDriver = 0, flags: string[] = []): Uint8Array {
  const recordLength = 1 + columns.reduce((sum, column) => sum + column.length, 0);
  const headerLength = 33 + columns.length * 32;
  const bytes = Buffer.alloc(headerLength + records.length * recordLength + 1, 0x20);
  bytes.fill(0, 0, headerLength);
  bytes[0] = 3;
  bytes.writeUInt32LE(records.length, 4);
  bytes.writeUInt16LE(headerLength, 8);
  bytes.writeUInt16LE(recordLength, 10);
  bytes[29] = languageDriver;
  for (const [i, column] of columns.entries()) {
    const at = 32 + i * 32;
    bytes.write(column.name, at, 'latin1');
    bytes.write(column.kind, at + 11, 'latin1');
    bytes[at + 16] = column.length;
    bytes[at + 17] = column.decimals ?? 0;
  }
  bytes[headerLength - 1] = 0x0d;
  for (const [r, cells] of records.entries()) {
    let at = headerLength + r * recordLength;
    bytes.write(flags[r] ?? ' ', at++, 'latin1');
    for (const [c, cell] of cells.entries()) {
      bytes.set(typeof cell === 'string' ? Buffer.from(cell, 'utf8') : cell, at);
      at += columns[c]?.length ?? 0;
    }
  }
  return bytes;
}

/** Null shapes to go with a table. */
function nullShapes(count: number): Uint8Array {
  const bytes = Buffer.alloc(100 + count * 12);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(bytes.length / 2, 24);
  bytes.writeInt32LE(1, 32);
  for (let i = 0; i < count; i++) {
    bytes.writeInt32BE(i + 1, 100 + i * 12);
    bytes.writeInt32BE(2, 104 + i * 12);
  }
  return bytes;
}

const source = (dbf: Uint8Array, count: number, cpg?: string) => ({
  main: memorySource('t.shp', nullShapes(count)),
  companions: { dbf: memorySource('t.dbf', dbf), ...(cpg !== undefined && { cpg: memorySource('t.cpg', Buffer.from(cpg)) }) },
});

describe('dBASE values', () => {
  it('are read for every kind of column', async () => {
    const int = Buffer.alloc(4);
    int.writeInt32LE(-5);
    const double = Buffer.alloc(8);
    double.writeDoubleLE(2.5);
    const time = Buffer.alloc(8);
    time.writeInt32LE(2440588 + 1, 0);
    time.writeInt32LE(1000, 4);
    const columns = [
      { name: 'TEXT', kind: 'C', length: 8 },
      { name: 'SMALL', kind: 'N', length: 4 },
      { name: 'WHOLE', kind: 'N', length: 9 },
      { name: 'DEC', kind: 'N', length: 8, decimals: 2 },
      { name: 'FLOAT', kind: 'F', length: 12, decimals: 3 },
      { name: 'DAY', kind: 'D', length: 8 },
      { name: 'YES', kind: 'L', length: 1 },
      { name: 'INT', kind: 'I', length: 4 },
      { name: 'DOUBLE', kind: 'O', length: 8 },
      { name: 'TIME', kind: '@', length: 8 },
      { name: 'WIDE', kind: 'N', length: 15 },
      { name: 'MEMO', kind: 'M', length: 10 },
    ];
    const full = [' ab', '  12', '  -7', '1.25', '1e3', '20240229', 'T', int, double, time, '5000000000', '1'];
    const empty = ['', '****', '', '*****', '', '00000000', '?', Buffer.alloc(4), Buffer.alloc(8), Buffer.alloc(8), '', ''];
    const { rows } = await readAll(shapefileReader, source(table(columns, [full, empty]), 2));
    expect(rows.map((row) => row.values)).toEqual([
      [' ab', 12, -7, 1.25, 1000, Date.UTC(2024, 1, 29), 1, -5, 2.5, 86_401_000, 5_000_000_000],
      [null, null, null, null, null, null, null, 0, 0, null, null],
    ]);
    const description = await shapefileReader.describe(source(table(columns, [full, empty]), 2));
    expect(description.fields.map((f) => f.type.slice(13))).toEqual(
      'String SmallInteger Integer Double Double Date SmallInteger Integer Double Date BigInteger'.split(' '),
    );
    expect(warningsOf(description)).toContain('Columns whose content is not in the table are left out: MEMO.');
  });

  it('leaves out deleted records', async () => {
    const { rows } = await readAll(shapefileReader, source(table([{ name: 'A', kind: 'C', length: 1 }], [['x'], ['y']], 0, ['*']), 2));
    expect(rows.map((row) => [row.row, row.values])).toEqual([[2, ['y']]]);
  });
});

it('whole numbers beyond 2^53 stay whole as text, and their column is named', async () => {
  const long = { name: 'PARCEL', kind: 'N', length: 20 };
  const bytes = table(
    [long, { name: 'COUNT', kind: 'N', length: 18 }],
    [
      [' 9223372036854775807', '              1234'],
      ['-09007199254740993', '                 *'],
      ['', ''],
    ],
  );
  const { rows } = await readAll(shapefileReader, source(bytes, 3));
  const description = await shapefileReader.describe(source(bytes, 3));
  expect(description.fields.map(({ type }) => type)).toEqual(['esriFieldTypeString', 'esriFieldTypeInteger']);
  expect(description.warnings[0]).toMatchObject({ code: 'numbers-too-long', values: { columns: 'PARCEL' } });
  expect(rows.map(({ values }) => values)).toEqual([
    ['9223372036854775807', 1234],
    ['-9007199254740993', null],
    [null, null],
  ]);
});

it.each([
  [4, ['   1', ' 1.5'], 'Double', [1, 1.5]],
  [9, ['      1.7', '      2.2'], 'Double', [1.7, 2.2]],
  [9, ['    12.0', '        7'], 'Integer', [12, 7]],
  [9, ['      9e9', '        7'], 'BigInteger', [9e9, 7]],
  [14, ['  5000000000.5', '            12'], 'Double', [5000000000.5, 12]],
  [14, ['       12,75', '         -1e20'], 'Double', [12.75, -1e20]],
  [14, ['        *.***', '             2'], 'Integer', [null, 2]],
  [20, ['9223372036854775807', '1.5'], 'String', ['9223372036854775807', '1.5']],
])('columns of %i digits for whole numbers that hold %j are of type %s', async (length, cells, type, values) => {
  const bytes = table(
    [{ name: 'A', kind: 'N', length }],
    cells.map((cell) => [cell]),
  );
  const alone = { main: memorySource('t.dbf', bytes) };
  const description = await dbfReader.describe(alone);
  expect(description.fields[0]?.type).toBe(`esriFieldType${type}`);
  expect(description.warnings.map(({ code }) => code)).toEqual(type === 'String' ? ['numbers-too-long'] : []);
  expect((await readAll(dbfReader, alone, { description })).rows.map((row) => row.values[0])).toEqual(values);
});

it('whole numbers that 32 bits hold are integers, to the least of them', async () => {
  const typeOf = async (value: string): Promise<string | undefined> =>
    (await dbfReader.describe({ main: memorySource('t.dbf', table([{ name: 'A', kind: 'N', length: 11 }], [[value]])) })).fields[0]?.type;
  for (const value of ['-2147483648', ' 2147483647']) expect(await typeOf(value)).toBe('esriFieldTypeInteger');
  for (const value of ['-2147483649', ' 2147483648']) expect(await typeOf(value)).toBe('esriFieldTypeBigInteger');
});

describe('encodings of tables', () => {
  const column = [{ name: 'A', kind: 'C', length: 6 }];
  const read = async (bytes: Uint8Array, driver: number, cpg?: string, encoding?: string) =>
    (await readAll(shapefileReader, source(table(column, [[bytes]], driver), 1, cpg), encoding ? { encoding } : {})).rows[0]?.values[0];

  it.each([
    ['windows-1251 by its language driver', [0xcc, 0xee], 201, undefined, 'Мо'],
    ['GBK by .cpg', [0xb1, 0xb1, 0xbe, 0xa9], 0, 'GBK', '北京'],
    ['Shift-JIS by code page 932', [0x93, 0x8c, 0x8b, 0x9e], 0, '932', '東京'],
    ['Big5 by .cpg', [0xa5, 0x78, 0xa5, 0x5f], 0, 'BIG5', '台北'],
    ['ISO-8859-2 by its number', [0xb1, 0xea], 0, '88592', 'ąę'],
    ['code page 437 by its language driver', [0x81, 0x9b], 0x01, undefined, 'ü¢'],
    ['code page 850 by its language driver', [0x81, 0xb5], 0x02, undefined, 'üÁ'],
    ['code page 852 by its language driver', [0xa5, 0x88], 0x64, undefined, 'ął'],
    ['code page 857 by its language driver', [0x98, 0x8d], 0x6b, undefined, 'İı'],
    ['code page 861 by its language driver', [0x8d, 0x95], 0x67, undefined, 'Þþ'],
    ['code page 865 by its language driver', [0x9b, 0x9d], 0x66, undefined, 'øØ'],
    ['code page 737 by its language driver', [0x80, 0x98], 0x6a, undefined, 'Αα'],
    ['code page 850 by .cpg', [0x84, 0x9b], 0x57, 'OEM 850', 'äø'],
    ['code page 852 by .cpg', [0xa5, 0x88], 0x57, 'IBM852', 'ął'],
    ['code page 855 by .cpg', [0xdd, 0xe1], 0, '855', 'Пр'],
    ['code page 869 by .cpg', [0x9b], 0, 'cp869', 'ά'],
    ['UTF-8 without any sign', [0xc3, 0xa9], 0, undefined, 'é'],
    ['windows-1252 where nothing else fits', [0xe9, 0x74], 0, undefined, 'ét'],
    ['UTF-8 cut at the width of the column', [0x61, 0x62, 0x63, 0x64, 0x65, 0xc3], 0, 'UTF-8', 'abcde'],
  ])('%s', async (_, bytes, driver, cpg, text) => {
    expect(await read(Uint8Array.from(bytes), driver, cpg)).toBe(text);
  });

  it('are known by the language drivers of all countries', () => {
    const drivers = { 8: 'ibm865', 9: 'ibm437', 10: 'ibm850', 11: 'ibm437', 28: 'ibm863', 34: 'ibm852', 36: 'ibm860' };
    const others = { 55: 'ibm850', 87: 'windows-1252', 101: 'ibm866', 134: 'ibm737', 136: 'ibm857', 200: 'windows-1250', 0: null };
    for (const [driver, encoding] of Object.entries({ ...drivers, ...others }))
      expect([driver, encodingOfLanguageDriver(Number(driver))]).toEqual([driver, encoding]);
  });

  it('can be chosen', async () => {
    expect(await read(Uint8Array.from([0xe1]), 0, 'UTF-8', 'windows-1253')).toBe('α');
  });

  it('understand what .cpg files say', () => {
    const said = [
      'UTF-8',
      'utf8',
      '65001',
      '1252',
      'ANSI 1251',
      'cp1250',
      'ISO-8859-1',
      'ISO 8859-15',
      '8859_2',
      'CP936',
      '950',
      '437',
      'cp850',
      'OEM 866',
      'EUC_KR',
      'nonsense',
      '',
    ];
    expect(said.map(encodingOfCodePage)).toEqual([
      'utf-8',
      'utf-8',
      'utf-8',
      'windows-1252',
      'windows-1251',
      'windows-1250',
      'windows-1252',
      'iso-8859-15',
      'iso-8859-2',
      'gbk',
      'big5',
      'ibm437',
      'ibm850',
      'ibm866',
      'euc-kr',
      null,
      null,
    ]);
  });
});

describe('tables without shapes', () => {
  const columns = [
    { name: 'NAME', kind: 'C', length: 4 },
    { name: 'SIZE', kind: 'N', length: 12 },
  ];
  const alone = (bytes: Uint8Array) => ({ main: memorySource('Codes.dbf', bytes), companions: {} });

  it('are read in batches, without their deleted records', async () => {
    const bytes = table(
      columns,
      [...'abcde'].map((name, i) => [name, String(i)]),
      0,
      ['', '*'].map((flag) => flag || ' '),
    );
    const source = alone(bytes);
    const description = await dbfReader.describe(source, { sampleSize: 2 });
    expect(description).toMatchObject({
      format: 'dbf',
      name: 'Codes',
      geometryType: null,
      spatialReference: null,
      sample: [
        ['a', 0],
        ['c', 2],
      ],
      warnings: [],
    });
    expect(description.fields).toEqual([
      { name: 'NAME', alias: 'NAME', type: 'esriFieldTypeString', length: 4 },
      { name: 'SIZE', alias: 'SIZE', type: 'esriFieldTypeInteger' },
    ]);
    const { rows } = await readAll(dbfReader, source, { description, batchSize: 2 });
    expect(rows.map(({ row, geometry, values }) => [row, geometry, ...values])).toEqual([
      [1, null, 'a', 0],
      [3, null, 'c', 2],
      [4, null, 'd', 3],
      [5, null, 'e', 4],
    ]);
    expect((await readAll(dbfReader, source)).rows).toEqual(rows);
  });

  it('may have no rows, and are refused when nothing is in them or they are cut off', async () => {
    expect(await dbfReader.describe(alone(table(columns, [])))).toMatchObject({ rowCount: 0, sample: [] });
    await expect(dbfReader.describe(alone(new Uint8Array(0)))).rejects.toThrow('Codes.dbf');
    await expect(dbfReader.describe(alone(table(columns, [['a', '1']]).subarray(0, -3)))).rejects.toThrow('Codes.dbf is cut off');
  });
});

describe('damaged tables', () => {
  it('are refused with the name of the file', async () => {
    const good = table([{ name: 'A', kind: 'C', length: 1 }], [['x'], ['y']]);
    const decoder = new TextDecoder();
    expect(() => readDbfHeader(good.subarray(0, 20), 't.dbf', decoder)).toThrow('t.dbf is cut off');
    expect(() => readDbfHeader(new Uint8Array(200), 't.dbf', decoder)).toThrow('t.dbf is not a dBASE table');
    await expect(surveyDbf(memorySource('t.dbf', good.subarray(0, 66)), undefined, {})).rejects.toThrow(
      't.dbf is cut off: it has 66 of 69 bytes.',
    );
    good[48] = 200;
    expect(() => readDbfHeader(good, 't.dbf', decoder)).toThrow('its columns are longer than its rows');
  });
});

it('decimals with more digits than are read are counted, and those that programs write out are not', async () => {
  const bytes = table(
    [
      { name: 'A', kind: 'N', length: 24, decimals: 15 },
      { name: 'B', kind: 'F', length: 22, decimals: 20 },
    ],
    [
      ['       0.100000000000000', '0.10000000000000000555'],
      ['       1.234567890123457', '1.50000000000000000000'],
      ['123456.123456789012345', '0.12345678901234567890'],
      ['               *********', ''],
    ],
    0,
    ['', '', '', '*'],
  );
  const description = await dbfReader.describe({ main: memorySource('t.dbf', bytes) });
  expect(description.warnings).toMatchObject([{ code: 'numbers-rounded-here', values: { count: 2, row: 3, columns: 'A, B' } }]);
});

it('records that were deleted are neither counted nor do they tell what the others are', async () => {
  const bytes = table(
    [
      { name: 'A', kind: 'N', length: 9 },
      { name: 'B', kind: 'C', length: 2 },
    ],
    [
      ['1', 'a'],
      ['1.5', 'ä'],
      ['2', 'b'],
    ],
    0,
    ['', '*', ''],
  );
  const alone = { main: memorySource('t.dbf', bytes) };
  expect(await dbfReader.describe(alone)).toMatchObject({
    rowCount: 2,
    fields: [{ type: 'esriFieldTypeInteger' }, {}],
    encoding: 'windows-1252',
  });
  expect(await shapefileReader.describe(source(bytes, 3))).toMatchObject({ rowCount: 2 });
});
