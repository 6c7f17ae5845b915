// Numbers of JSON with more digits than are kept: whole ones beyond 2^53, and decimals.
import { describe, expect, it } from 'vitest';
import { memorySource } from './byte-source.ts';
import { esriJsonReader } from './esri-json.ts';
import { featureCollectionReader } from './feature-collection.ts';
import type { FormatReader } from './format-reader.ts';
import { geoJsonReader } from './geojson.ts';
import { jsonText, parseForText, parseJson, roundedMembers } from './json-numbers.ts';

it('are read to the last digit, and nothing else is changed', () => {
  const text = '{"id":9223372036854775807,"a":[12345678901234567890],"b":{"c":-9007199254740993},"d":1e20,"e":0.1234567890123456}';
  const value = parseJson(text) as { id: unknown; a: unknown };
  expect(value).toEqual({
    id: 9223372036854775807n,
    a: [12345678901234567890n],
    b: { c: -9007199254740993n },
    d: 1e20,
    e: 0.1234567890123456,
  });
  expect(jsonText({ id: value.id, text: 'x' })).toBe('{"id":9223372036854775807,"text":"x"}');
  // As programs write large numbers that have no more digits.
  expect(parseJson('[{"a": 12345678901234567000, "b": 100000000000000000000}]')).toEqual([{ a: 12345678901234567000, b: 1e20 }]);
});

it('of thousands of digits are numbers as ever: reading them all would hold up everybody', () => {
  const { a, b } = parseJson(`{"a": ${'9'.repeat(100)}, "b": ${'9'.repeat(2_000_000)}}`) as Record<string, unknown>;
  expect(a).toBe(10n ** 100n - 1n);
  expect(b).toBe(Number.POSITIVE_INFINITY);
});

describe('decimals that lose digits are found', () => {
  const LONG = '0.12345678901234567891';

  it.each([
    ['a text with a range', '"depth: [0,5)"'],
    ['a text with a list that does not end', '"see:[1"'],
    ['a text that ends a list', '"a]:b"'],
    ['a text with quotes', String.raw`"so \"it\": [1"`],
    ['a text that ends with a backslash', String.raw`"C:[\\"`],
    ['a text with backslashes before a quote', String.raw`"\\\":[\\\\"`],
    ['a list with such texts', String.raw`["a:[", "b\":[", [1, "]"], {"c": "}:["}]`],
    ['a text called like a place', '"\\"coordinates\\":[1"'],
    ['places', '{"type":"Point","coordinates":[0.1,0.2]}'],
    ['nothing', 'null'],
  ])('behind %s', (_, before) => {
    for (const [text, holderOf] of [
      [`{"class":${before},"v":${LONG}}`, (value: unknown) => value],
      [`{"class":${before} , "v" : [1, ${LONG}]}`, (value: unknown) => value],
      [`{"class":${before},"w":{"v":\n${LONG}}}`, (value: unknown) => (value as { w: unknown }).w],
      [`{${before.startsWith('"') ? before : '"n"'}:1,"v":${LONG}}`, (value: unknown) => value],
    ] as const) {
      expect(roundedMembers(holderOf(parseJson(text)) as object)).toEqual(['v']);
      expect(jsonText(parseForText(text))).toContain(LONG);
    }
  });

  it('within texts are none', () => {
    for (const text of [`{"a":"b:${LONG}","v":1}`, `{"a":"b\\":${LONG}","v":1}`, `{"a":["x:[${LONG}"],"v":1}`])
      expect(roundedMembers(parseJson(text) as object)).toEqual([]);
  });

  it('in a time that grows with the text alone', () => {
    const count = 300_000;
    for (const part of ['"a:[":"b:[",', '"a":[],', '"a":["\\\\\\"[:"],', '"\\\\\\\\":0,']) {
      const text = `{${part.repeat(count)}"v":${LONG}}`;
      const start = performance.now();
      expect(roundedMembers(parseJson(text) as object)).toEqual(['v']);
      expect(performance.now() - start).toBeLessThan(5_000);
    }
  });
});

async function read(reader: FormatReader, text: string) {
  const source = { main: memorySource('a.json', new TextEncoder().encode(text)) };
  const description = await reader.describe(source);
  const rows = [];
  for await (const batch of reader.features(source, { description })) {
    for (const row of batch) rows.push('values' in row ? row.values : row.problem.code);
  }
  return { fields: description.fields.map(({ name, type }) => [name, type]), codes: description.warnings.map(({ code }) => code), rows };
}

const TEXTS = [
  ['id', 'esriFieldTypeString'],
  ['size', 'esriFieldTypeDouble'],
];

it('a column with such numbers becomes text, in GeoJSON and in feature sets that say what it should be', async () => {
  const geojson = [
    { id: '9223372036854775807', size: '1.5' },
    { id: '-3', size: '100000000000000000000' },
  ].map(({ id, size }) => `{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"id":${id},"size":${size}}}`);
  const rows = [
    ['9223372036854775807', 1.5],
    ['-3', 1e20],
  ];
  const collection = `{"type":"FeatureCollection","features":[${geojson.join(',')}]}`;
  expect(await read(geoJsonReader, collection)).toEqual({ fields: TEXTS, codes: ['numbers-too-long'], rows });
  const set =
    '{"geometryType":"esriGeometryPoint","fields":[{"name":"id","type":"esriFieldTypeBigInteger"},{"name":"size","type":"esriFieldTypeDouble"}],' +
    '"features":[{"attributes":{"id":9223372036854775807,"size":1.5}},{"attributes":{"id":-3,"size":100000000000000000000}}]}';
  expect(await read(esriJsonReader, set)).toEqual({ fields: TEXTS, codes: ['numbers-too-long'], rows });
  const layers = `{"layers":[{"layerDefinition":{"name":"a"},"featureSet":${set}}]}`;
  expect(await read(featureCollectionReader, layers)).toEqual({ fields: TEXTS, codes: ['numbers-too-long'], rows });
});

it('fields of feature sets whose values do not keep to their type get one that holds them', async () => {
  const set =
    '{"geometryType":"esriGeometryPoint","fields":[{"name":"s","type":"esriFieldTypeSmallInteger"},{"name":"i","type":"esriFieldTypeInteger"},' +
    '{"name":"f","type":"esriFieldTypeSingle"},{"name":"d","type":"esriFieldTypeDate"}],' +
    '"features":[{"attributes":{"s":70000,"i":5000000000,"f":0.1,"d":1e18}},{"attributes":{"s":1,"i":"a","f":-2.5,"d":0}}]}';
  expect(await read(esriJsonReader, set)).toEqual({
    fields: [
      ['s', 'esriFieldTypeInteger'],
      ['i', 'esriFieldTypeBigInteger'],
      ['f', 'esriFieldTypeSingle'],
      ['d', 'esriFieldTypeDate'],
    ],
    codes: [],
    rows: [
      [70_000, 5_000_000_000, 0.1, null],
      [1, null, -2.5, 0],
    ],
  });
});

it('words for numbers that JSON has not are no value, and counted', async () => {
  const point = '"geometry":{"type":"Point","coordinates":[1,2]}';
  const geojson = `{"type":"FeatureCollection","features":[{"type":"Feature",${point},"properties":{"a":NaN}},{"type":"Feature",${point},"properties":{"a":1.5}}]}`;
  const told = { fields: [['a', 'esriFieldTypeDouble']], codes: ['no-numbers'], rows: [[null], [1.5]] };
  expect(await read(geoJsonReader, geojson)).toEqual(told);
  const set =
    '{"geometryType":"esriGeometryPoint","fields":[{"name":"a","type":"esriFieldTypeDouble"}],"features":[{"attributes":{"a":-Infinity}},{"attributes":{"a":1.5}}]}';
  expect(await read(esriJsonReader, set)).toEqual(told);
  expect(await read(featureCollectionReader, `{"layers":[{"layerDefinition":{"name":"a"},"featureSet":${set}}]}`)).toEqual(told);
  await expect(read(featureCollectionReader, `{"layers":[{"layerDefinition":{"name":NaN},"featureSet":${set},}]}`)).rejects.toThrow(
    'not JSON',
  );
});
