import { describe, expect, it } from 'vitest';
import { dataset, datasetsIn, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { esriJsonReader } from './esri-json.ts';
import { geoJsonReader } from './geojson.ts';
import { findReader } from './index-of-formats.ts';

const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const point = (properties: unknown, coordinates: unknown = [1, 2]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
});

describe('what features are called', () => {
  const named = (id: unknown, properties: unknown) => ({ ...point(properties), id });

  it.each<[string, unknown[], string[], unknown[][]]>([
    ['is the column id', [named(7, { a: 'x' })], ['a', 'id'], [['x', 7]]],
    ['is no second column where the property says the same', [named('5', { id: 5 }), named(6, { id: 6 })], ['id'], [[5], [6]]],
    [
      'has a column of its own where the property says something else',
      [named('a1', { id: 5, a: 'x' }), named('6', { id: 6 }), point({ id: 7 })],
      ['id', 'a', 'feature_id'],
      [
        [5, 'x', 'a1'],
        [6, null, '6'],
        [7, null, null],
      ],
    ],
    [
      'takes no name that a property has',
      [named(1, { id: 5 }), named(2, { id: 6, feature_id: 'p' })],
      ['id', 'feature_id', 'feature_id_1'],
      [
        [5, null, 1],
        [6, 'p', 2],
      ],
    ],
  ])('%s', async (_, features, names, values) => {
    const source = dataset('a.geojson', collection(...features));
    const description = await geoJsonReader.describe(source);
    expect(description.fields.map(({ name }) => name)).toEqual(names);
    expect(description.sample).toEqual(values);
    const { rows } = await readAll(geoJsonReader, source, { description });
    expect(rows.map((row) => row.values)).toEqual(values);
    expect((await readAll(geoJsonReader, source)).rows.map((row) => row.values)).toEqual(values);
  });
});

describe('geoJsonReader on real files', () => {
  it('reads nested properties as JSON text, booleans, dates and ids', async () => {
    const source = dataset('geojson/poland_places_nested.geojson');
    const description = await geoJsonReader.describe(source);
    expect(description).toMatchObject({ rowCount: 1503, geometryType: 'esriGeometryPoint', spatialReference: { wkid: 4326 } });
    expect(description.fields.map((f) => `${f.name} ${f.type.slice(13)}`)).toEqual([
      'name String',
      'stats String',
      'alt String',
      'capital SmallInteger',
      'updated Date',
      'empty String',
      'id Integer',
    ]);
    const { rows } = await readAll(geoJsonReader, source, { description });
    expect(rows).toHaveLength(1503);
    expect(rows[0]?.values).toEqual([
      'Warsaw',
      '{"population":1702139,"elevation":113}',
      '["Barsobia","Varsa","Varsava","Varsavia"]',
      1,
      Date.UTC(2022, 2, 9),
      null,
      756135,
    ]);
    expect(rows[0]?.geometry).toEqual({ x: 21.01178, y: 52.22977 });
  });

  it('gives the most common kind of mixed geometries alone when it is asked for rows without a kind, and null geometries', async () => {
    const source = dataset('geojson/mixed_null_collection.geojson');
    const description = await geoJsonReader.describe(source);
    expect(description).toMatchObject({ rowCount: 7, geometryType: 'esriGeometryPoint', hasZ: true });
    const { rows, problems } = await readAll(geoJsonReader, source, { description });
    expect(rows.map((row) => [row.row, row.geometry === null])).toEqual([
      [2, true],
      [3, false],
      [5, false],
      [7, true],
    ]);
    expect(problems).toEqual([
      { row: 1, problem: 'the geometry is a polygon, and the layer holds another kind' },
      { row: 4, problem: 'the geometry is a line, and the layer holds another kind' },
      { row: 6, problem: 'the geometry is a set of points, and the layer holds another kind' },
    ]);
  });

  it('reads a single feature, the old crs member and newline-delimited features', async () => {
    expect((await readAll(geoJsonReader, dataset('geojson/single_feature.geojson'))).rows[0]?.values).toEqual(['Lesotho']);
    const norway = await geoJsonReader.describe(dataset('geojson/norway_crs_3857.geojson'));
    expect(norway).toMatchObject({ rowCount: 103, spatialReference: { wkid: 3857 } });
    const { rows } = await readAll(geoJsonReader, dataset('geojson/india_places.geojsonl'));
    expect(rows).toHaveLength(901);
    expect(rows[0]).toEqual({ row: 1, geometry: { x: 72.88261, y: 19.07283 }, values: ['Mumbai', 12691836] });
  });

  it('keeps longitudes beyond 180', async () => {
    const { rows } = await readAll(geoJsonReader, dataset('geojson/fiji_antimeridian.geojson'));
    expect(rows).toHaveLength(1);
  });

  it('reads 120,000 features out of an archive', async () => {
    const [source] = await datasetsIn('geojson/places_120k.geojson.zip');
    if (!source) throw new Error('no dataset');
    let count = 0;
    for await (const batch of geoJsonReader.features(source)) count += batch.filter((row) => 'wkb' in row).length;
    expect(count).toBe(120_000);
  });
});

describe('geoJsonReader on faulty files', () => {
  it.each([
    ['cut_off', 'The file ends in the middle of feature 16. It was probably cut off'],
    ['trailing_comma', 'a comma stands before the closing bracket of the features (line 1, character 2956, after 24 features)'],
    ['html_named', 'The file is a web page or XML, not JSON.'],
  ])('says what is wrong with %s.geojson', async (name, message) => {
    await expect(geoJsonReader.describe(dataset(`malformed/${name}.geojson`))).rejects.toThrow(message);
  });

  it.each([
    ['', 'a.geojson is empty.'],
    [' \n ', 'The file is empty.'],
    ['hello', 'The file is not JSON.'],
    ['{"a":1}', 'The file is JSON, but not GeoJSON: it has no features.'],
    ['{"type":"Topology","objects":{}}', 'TopoJSON is not read.'],
    ['{"type":"FeatureCollection","features":[{"type":}]}', 'feature 1 is not valid (line 1, character'],
    ['{"type":"FeatureCollection",\n"features":[]\n} x', 'there is something behind the end of the JSON (line 3, character 3'],
    ['{"type":"FeatureCollection" "features":[]}', '“,” is expected (line 1, character 29'],
  ])('says what is wrong with %j', async (text, message) => {
    await expect(geoJsonReader.describe(dataset('a.geojson', text))).rejects.toThrow(message);
  });

  it('repairs open rings and names the rings that are none', async () => {
    const { rows, problems } = await readAll(geoJsonReader, dataset('malformed/self_intersecting.geojson'));
    expect(rows.map((row) => row.values[0])).toEqual(['bow tie', 'unclosed', 'wrong winding', 'hole outside']);
    expect(problems).toEqual([
      { row: 5, problem: 'a ring must have at least 4 positions' },
      { row: 6, problem: 'the geometry is a line, and the layer holds another kind' },
    ]);
  });

  it('asks for the coordinate system where the coordinates are not degrees', async () => {
    const metres = dataset('m.geojson', collection(point({ a: 1 }, [500000, 5000000])));
    expect((await geoJsonReader.describe(metres)).spatialReference).toBeNull();
    await expect(readAll(geoJsonReader, metres)).rejects.toThrow('Choose the coordinate system');
    expect((await readAll(geoJsonReader, metres, { wkid: 25832 })).rows).toHaveLength(1);
  });

  it('reads properties named like those of every object, and text that no database keeps', async () => {
    const odd = JSON.parse('{"constructor":"a","__proto__":"b","zero":"x\\u0000y","bad\\u0000name":1}');
    const { rows } = await readAll(geoJsonReader, dataset('a.geojson', collection(point(odd), point({ other: 1 }))));
    expect(rows.map((row) => row.values)).toEqual([
      ['a', 'b', 'xy', null],
      [null, null, null, 1],
    ]);
  });

  it('reads other encodings than UTF-8, and warns', async () => {
    const text = collection(point({ n: 'Málaga' }));
    const latin1 = { main: memorySource('a.geojson', Buffer.from(text, 'latin1')) };
    expect(warningsOf(await geoJsonReader.describe(latin1))[0]).toContain('The text is not UTF-8');
    const utf16 = { main: memorySource('a.geojson', Buffer.from(`\uFEFF${text}`, 'utf16le')) };
    for (const source of [latin1, utf16]) expect((await readAll(geoJsonReader, source)).rows[0]?.values).toEqual(['Málaga']);
  });

  it('reads members before and after the features, and an empty collection', async () => {
    const crs = { type: 'name', properties: { name: 'EPSG:25832' } };
    const after = dataset(
      'a.geojson',
      `{"type":"FeatureCollection","features":[${JSON.stringify(point({}))}],"crs":${JSON.stringify(crs)}}`,
    );
    expect((await geoJsonReader.describe(after)).spatialReference).toEqual({ wkid: 25832 });
    expect(await geoJsonReader.describe(dataset('a.geojson', collection()))).toMatchObject({ rowCount: 0, fields: [] });
  });
});

it.each([
  ['of the vendor', { type: 'name', properties: { name: 'urn:ogc:def:crs:ESRI::102008' } }, { wkid: 102_008 }],
  ['of the vendor as an address', { type: 'name', properties: { name: 'http://www.opengis.net/def/crs/ESRI/0/54030' } }, { wkid: 54_030 }],
  ['as it stood before 2008', { type: 'EPSG', properties: { code: 25_832 } }, { wkid: 25_832 }],
  ['of nobody', { type: 'name', properties: { name: 'urn:ogc:def:crs:MINE::1234' } }, null],
])('the number of a coordinate system %s is read', async (_, crs, expected) => {
  const text = JSON.stringify({ type: 'FeatureCollection', crs, features: [point({})] });
  expect((await geoJsonReader.describe(dataset('a.geojson', text))).spatialReference).toEqual(expected);
});

describe('positions of more than three numbers', () => {
  it('are read with their heights, and the rest is told of', async () => {
    const source = dataset('a.geojson', collection(point({ a: 1 }, [1, 2, 3, 4]), point({ a: 2 }, [5, 6, 7])));
    const description = await geoJsonReader.describe(source);
    expect(warningsOf(description)).toEqual(['Positions have more than three numbers: what stands behind the height is left out.']);
    expect((await readAll(geoJsonReader, source, { description })).rows.map((row) => row.geometry)).toEqual([
      { x: 1, y: 2, z: 3 },
      { x: 5, y: 6, z: 7 },
    ]);
    expect((await geoJsonReader.describe(dataset('a.geojson', collection(point({}, [1, 2, 3]))))).warnings).toEqual([]);
  });
});

describe('numbers that are too large', () => {
  it('are told where they are left out', async () => {
    const text = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1e400,"m":1},"geometry":null}]}';
    expect(warningsOf(await geoJsonReader.describe(dataset('a.geojson', text)))).toContain(
      'Values that do not fit the type of their column are left out: 1, in n.',
    );
    const set = '{"geometryType":"esriGeometryPoint","features":[{"attributes":{"n":-1e999}}]}';
    expect(warningsOf(await esriJsonReader.describe(dataset('a.json', set)))).toContain(
      'Values that do not fit the type of their column are left out: 1, in n.',
    );
  });
});

describe('what stands beside properties', () => {
  it('is told, of features and of the file, where it is no part of the format', async () => {
    const feature = { type: 'Feature', id: 1, bbox: [1, 2, 1, 2], properties: { a: 1 }, geometry: { type: 'Point', coordinates: [1, 2] } };
    const text = (features: object[], more: object): string => JSON.stringify({ type: 'FeatureCollection', name: 'x', ...more, features });
    expect((await geoJsonReader.describe(dataset('a.geojson', text([feature], { bbox: [1, 2, 1, 2] })))).warnings).toEqual([]);
    const others = [
      { ...feature, when: { start: '2020' } },
      { ...feature, title: 'T', properties: ['a'] },
    ];
    expect(warningsOf(await geoJsonReader.describe(dataset('a.geojson', text(others, { metadata: { title: 'All' } }))))).toEqual([
      'Parts of features that stand beside their properties are left out: when, title, properties.',
      'What the file says of itself is left out: metadata.',
    ]);
  });
});

describe('esriJsonReader', () => {
  it('reads typed fields and leaves out the object ids', async () => {
    const source = dataset('geojson/esri_featureset.json');
    expect(await findReader(source.main)).toBe(esriJsonReader);
    const description = await esriJsonReader.describe(source);
    expect(description).toMatchObject({ rowCount: 153, geometryType: 'esriGeometryPoint', spatialReference: { wkid: 3857 } });
    expect(description.fields.map((f) => f.type.slice(13))).toEqual(['String', 'Integer', 'Date']);
    const { rows } = await readAll(esriJsonReader, source, { description });
    expect(rows).toHaveLength(153);
    expect(rows[1]?.values).toEqual(['Göteborg', 587549, 1660089600000]);
  });

  it('tells of bytes, and of values that no field describes', async () => {
    const fields = [
      { name: 'OBJECTID', type: 'esriFieldTypeOID' },
      { name: 'a', type: 'esriFieldTypeString' },
      { name: 'b', type: 'esriFieldTypeBlob' },
    ];
    const features = [{ attributes: { OBJECTID: 1, a: 'x', b: 'AA==' } }, { attributes: { a: 'y', more: 1, again: null } }];
    const described = (features: object[], fields?: object[]) =>
      esriJsonReader.describe(dataset('a.json', JSON.stringify({ geometryType: 'esriGeometryPoint', fields, features })));
    expect(warningsOf(await described(features, fields))).toEqual([
      'Columns of raw bytes are left out.',
      'Values of features that no field of the file describes are left out: more, again.',
    ]);
    expect((await described([{ attributes: { OBJECTID: 1, a: 'x' } }], fields.slice(0, 2))).warnings).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`c${i}`, i]));
    expect((await described([{ attributes: many }])).warnings.map(({ code }) => code)).toEqual(['too-many-properties']);
  });

  it('is not chosen for GeoJSON', async () => {
    expect(await findReader(dataset('a.json', collection(point({ attributes: {} }))).main)).toBe(geoJsonReader);
  });
});
