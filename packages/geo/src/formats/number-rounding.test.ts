// Numbers with more digits than a number of 64 bits keeps, and moments finer than a millisecond: which lose some, and how each format tells of them.
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../testing/zip-of.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import { esriJsonReader } from './esri-json.ts';
import { excelReader } from './excel.ts';
import { featureCollectionReader } from './feature-collection.ts';
import type { FormatReader, ReadOptions } from './format-reader.ts';
import { geoJsonReader } from './geojson.ts';
import { kmlReader } from './kml.ts';
import { isRounded } from './number-rounding.ts';

describe('a number loses digits', () => {
  it.each([
    ['1.5', false],
    ['123456789012345.678', true],
    ['12345678901234.5', false],
    ['0.1234567890123456', false],
    ['0.30000000000000004', false],
    ['0.3000000000000000444', false],
    ['0.3000000000000000440', false],
    ['0.30000000000000004441', false],
    ['0.30000000000000004449', true],
    ['-0.123456789012345678', true],
    ['0.1234567890123456780000000', true],
    ['1.50000000000000000000000', false],
    ['00000000000000000001.5', false],
    ['.123456789012345678', true],
    ['1.234567890123456e30', false],
    ['1.234567890123456789e30', true],
    ['1.234567890123456e-400', true],
    ['1.234567890123456e400', false],
    ['0.1000000000000000055511151231257827', false],
    ['0.1000000000000000055511151231257828', true],
    [`0.${'123456789'.repeat(20)}`, true],
    ['12345678901234567890', false],
    ['1234567890.1234567', false],
    ['12,345,678,901,234.5', false],
    ['no number at all, but long', false],
    [`1.${'0'.repeat(1_000_000)}1`, true],
    [`${'0'.repeat(1_000_000)}1.${'0'.repeat(1_000_000)}`, false],
    [`0.${'0'.repeat(300)}1${'0'.repeat(1_000_000)}`, false],
  ])('%s: %s', (text, isLost) => {
    // Whole numbers are told of in another way: their columns become text.
    expect(isRounded(text) && !/^\d+$/.test(text)).toBe(isLost);
  });
});

const LONG = '0.12345678901234567890';
const bytes = (name: string, content: string | Uint8Array) => ({
  main: memorySource(name, typeof content === 'string' ? new TextEncoder().encode(content) : content),
});

/** A workbook with one sheet of rows, each the text of its cells. */
function workbookOf(rows: readonly string[]) {
  const sheet = rows.map((cells, i) => `<row r="${i + 1}">${cells}</row>`).join('');
  return bytes(
    'a.xlsx',
    zipOf({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="s" r:id="r0"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r0" Target="worksheets/s0.xml"/></Relationships>',
      'xl/worksheets/s0.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    }),
  );
}

async function toldOf(reader: FormatReader, source: ReturnType<typeof bytes>, options: ReadOptions = {}) {
  const { warnings, fields } = await reader.describe(source, options);
  const told = warnings.filter(({ code }) => code.startsWith('numbers-rounded')).map(({ code, values }) => ({ code, ...values }));
  return { told, types: fields.map(({ type }) => type.slice(13)) };
}

const CSV = `lat,lon,a,b\n1,2,1.5,x\n1,2,${LONG},x\n1,2,${LONG},x\n1,2,2,x\n`;

describe('is told of', () => {
  it('in delimited text, with how many there are and the row of the first; chosen as text its column keeps them', async () => {
    expect(await toldOf(csvReader, bytes('a.csv', CSV))).toEqual({
      told: [{ code: 'numbers-rounded', count: 2, row: 3, columns: 'a' }],
      types: ['Integer', 'Integer', 'Double', 'String'],
    });
    const chosen = { types: { a: 'esriFieldTypeString' } } as const;
    expect((await toldOf(csvReader, bytes('a.csv', CSV), chosen)).told).toEqual([]);
    const numbers = { types: { a: 'esriFieldTypeDouble', b: 'esriFieldTypeDouble' } } as const;
    const both = bytes('a.csv', CSV.replace(`${LONG},x`, `${LONG},${LONG}`));
    expect((await toldOf(csvReader, both, numbers)).told).toEqual([{ code: 'numbers-rounded', count: 3, row: 3, columns: 'a, b' }]);
  });

  it('with commas before decimals', async () => {
    const text = `a;b\n1,5;x\n${LONG.replace('.', ',')};x\n`;
    expect((await toldOf(csvReader, bytes('a.csv', text))).told).toEqual([{ code: 'numbers-rounded', count: 1, row: 3, columns: 'a' }]);
  });

  it('not of columns that are text, nor of numbers as programs write them', async () => {
    const text = `a,b\n0.30000000000000004,${LONG}\n-118.15000000000001,x\n`;
    expect(await toldOf(csvReader, bytes('a.csv', text))).toEqual({ told: [], types: ['Double', 'String'] });
  });

  it('in cells of a workbook', async () => {
    const rows = ['<c t="inlineStr"><is><t>a</t></is></c>', '<c><v>0.10000000000000001</v></c>', `<c><v>${LONG}</v></c>`];
    expect(await toldOf(excelReader, workbookOf(rows))).toEqual({
      told: [{ code: 'numbers-rounded', count: 1, row: 3, columns: 'a' }],
      types: ['Double'],
    });
  });

  it('in cells of a workbook that are longer than any that programs write', async () => {
    const cell = (column: string, value: string): string => `<c r="${column}"><v>${value}</v></c>`;
    const names = ['n', 'm'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('');
    const rows = [
      names,
      // The first spells a number of 64 bits out, and loses nothing.
      cell('A2', '0.1000000000000000055511151231257827') + cell('B2', '1'),
      cell('A3', '0.12345678901234567890123456789') + cell('B3', '2'),
      cell('A4', '3') + cell('B4', '-98765432109876.54321098765432109876'),
    ];
    const source = workbookOf(rows);
    expect(await toldOf(excelReader, source)).toEqual({
      told: [{ code: 'numbers-rounded-here', count: 2, row: 3, columns: 'n, m' }],
      types: ['Double', 'Double'],
    });
    expect((await excelReader.describe(source)).sample).toEqual([
      [0.1, 1],
      [0.12345678901234568, 2],
      [3, -98765432109876.55],
    ]);
  });

  it('in placemarks', async () => {
    const mark = (value: string): string =>
      `<Placemark><ExtendedData><Data name="a"><value>${value}</value></Data></ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark>`;
    const source = bytes('a.kml', `<kml><Document>${mark('1')}${mark(LONG)}</Document></kml>`);
    expect((await toldOf(kmlReader, source)).told).toEqual([{ code: 'numbers-rounded', count: 1, row: 2, columns: 'a' }]);
  });

  it('in GeoJSON, also within other values, and not of places', async () => {
    const point = '{"type":"Point","coordinates":[1.12345678901234567890,2]}';
    const features = [
      `{"type":"Feature","geometry":${point},"properties":{"a":1.5,"b":null}}`,
      `{"type":"Feature","id":7,"geometry":${point},"properties":{"a": ${LONG},"b":{"c":{"d":-${LONG}e5}}}}`,
    ];
    const told = [{ code: 'numbers-rounded-here', count: 2, row: 2, columns: 'a, b' }];
    const text = `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
    expect((await toldOf(geoJsonReader, bytes('a.geojson', text))).told).toEqual(told);
    expect((await toldOf(geoJsonReader, bytes('a.geojsonl', features.join('\n')))).told).toEqual(told);
    expect((await toldOf(geoJsonReader, bytes('a.geojson', text.replaceAll(LONG, '0.5')))).told).toEqual([]);
  });

  it('in lists of GeoJSON, however they are written, and not in those of places', async () => {
    const of = (properties: string, geometry = 'null'): string => `{"type":"Feature","geometry":${geometry},"properties":${properties}}`;
    const told = async (...features: string[]): Promise<unknown[]> =>
      (await toldOf(geoJsonReader, bytes('a.geojsonl', features.join('\n')))).told;
    const one = [{ code: 'numbers-rounded-here', count: 1, row: 2, columns: 'a' }];
    for (const list of [`[${LONG}]`, `[ 1, -${LONG} ]`, `[[0.5],["]",{"b":[${LONG}]}]]`, `["\\"]",${LONG}]`, `[1,${LONG}e-3]`]) {
      expect(await told(of('{"a":1}'), of(`{"a" : ${list}}`))).toEqual(one);
    }
    const places = `{"type":"LineString","coordinates" : [[1.12345678901234567890,2],[3,4.12345678901234567890]]}`;
    expect(await told(of('{"a":[1,0.5]}', places), of('{"a":["1.12345678901234567890","\\\\"]}'))).toEqual([]);
    expect(await told(of('{"a":[0.30000000000000004,-118.15000000000001]}', places))).toEqual([]);
  });

  it('in feature sets and feature collections', async () => {
    const set = `{"geometryType":"esriGeometryPoint","features":[{"attributes":{"a":${LONG}},"geometry":{"x":-118.15000000000001,"y":2}},{"attributes":{"a":1.5}}]}`;
    const told = [{ code: 'numbers-rounded-here', count: 1, row: 1, columns: 'a' }];
    expect((await toldOf(esriJsonReader, bytes('a.json', set))).told).toEqual(told);
    const collection = `{"layers":[{"layerDefinition":{"name":"l"},"featureSet":${set}}]}`;
    expect((await toldOf(featureCollectionReader, bytes('a.json', collection))).told).toEqual(told);
  });
});

describe('moments finer than a millisecond are told of', () => {
  const told = async (reader: FormatReader, source: ReturnType<typeof bytes>, options: ReadOptions = {}) =>
    (await reader.describe(source, options)).warnings.filter(({ code }) => code === 'moments-cut').map(({ values }) => values);

  it('in delimited text, unless they are texts', async () => {
    const text =
      'a,b,c\n2024-01-01 10:00:00.123,2024-01-01 10:00:00.1234,x\n2024-01-01 10:00:00.123000,2024-01-01T10:00:00.123456Z,2024-01-01 10:00:00.123456\n';
    expect(await told(csvReader, bytes('a.csv', text))).toEqual([{ count: 2, row: 2, columns: 'b' }]);
    const types = { b: 'esriFieldTypeString', c: 'esriFieldTypeDate' } as const;
    expect(await told(csvReader, bytes('a.csv', text), { types })).toEqual([{ count: 1, row: 3, columns: 'c' }]);
  });

  it('in GeoJSON', async () => {
    const feature = (when: string): string =>
      `{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"when":"${when}","note":"at 10:00:00.123456"}}`;
    const text = [feature('2024-01-01T10:00:00.5Z'), feature('2024-01-01T10:00:00.1234567+02:00')].join('\n');
    expect(await told(geoJsonReader, bytes('a.geojsonl', text))).toEqual([{ count: 1, row: 2, columns: 'when' }]);
  });
});

it('whole numbers of lists keep every digit too', async () => {
  const text =
    '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1234567890123456789,2]},"properties":{"ids":[9223372036854775807,{"n":9007199254740993}]}}]}';
  const { sample } = await geoJsonReader.describe(bytes('a.geojson', text));
  expect(sample).toEqual([['[9223372036854775807,{"n":9007199254740993}]']]);
});
