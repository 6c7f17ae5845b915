// Round trips: what a writer writes, the reader of the format gives back.
import { describe, expect, it } from 'vitest';
import { encodedLayer } from '../../testing/encoded-layer.ts';
import { readAll } from '../../testing/read-fixture.ts';
import { geoJsonToWkb } from '../convert/geojson.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import { writeCsv } from './csv-writer.ts';
import { shortNames } from './dbf-writer.ts';
import type { DatasetSource, FormatReader } from './format-reader.ts';
import type { WrittenLayer } from './format-writer.ts';
import { geoJsonReader } from './geojson.ts';
import { writeGeoJson } from './geojson-writer.ts';
import { kmlReader } from './kml.ts';
import { writeKml } from './kml-writer.ts';
import { shapefileReader } from './shapefile.ts';
import { mostShapefileRows, type ShapefileFiles, type WritableFile, type WrittenShapefile, writeShapefile } from './shapefile-writer.ts';

const POLYGON = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
      [
        [2, 2],
        [2, 4],
        [4, 4],
        [4, 2],
        [2, 2],
      ],
    ],
    [
      [
        [20, 20],
        [30, 20],
        [30, 30],
        [20, 20],
      ],
    ],
  ],
};
const DAY = Date.UTC(2024, 1, 29);
const MOMENT = Date.UTC(2024, 1, 29, 12, 34, 56, 789);

function layerOf(geometries: readonly unknown[], type: WrittenLayer['geometryType'], day: number): WrittenLayer {
  const wkbs = geometries.map((geometry) => (geometry === null ? null : geoJsonToWkb(geometry, { srid: null })));
  const rows = [
    ['Zürich "die", <Stadt> & 𝒳\nzwei', 1.5, -7, day],
    [null, null, null, null],
    ['plain', -0.0000026658957009203735, 2_000_000_000, Date.UTC(1900, 0, 1)],
  ];
  return {
    name: 'Places & more',
    geometryType: type,
    hasZ: false,
    displayField: 'label',
    fields: [
      { name: 'label', type: 'esriFieldTypeString' },
      { name: 'size_of_it', type: 'esriFieldTypeDouble' },
      { name: 'size_of_it_too', type: 'esriFieldTypeInteger' },
      { name: 'since', type: 'esriFieldTypeDate' },
    ],
    async *rows() {
      yield rows.slice(0, 2).map((values, i) => ({ wkb: wkbs[i] ?? null, values }));
      yield rows.slice(2).map((values, i) => ({ wkb: wkbs[i + 2] ?? null, values }));
    },
  };
}

async function textOfAll(pieces: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

class MemoryFile implements WritableFile {
  bytes = Buffer.alloc(0);
  async append(bytes: Uint8Array): Promise<void> {
    this.bytes = Buffer.concat([this.bytes, bytes]);
  }
  async rewrite(bytes: Uint8Array): Promise<void> {
    this.bytes.set(bytes);
  }
}

async function shapefile(layer: WrittenLayer): Promise<{ source: DatasetSource; written: WrittenShapefile }> {
  const files = { shp: new MemoryFile(), shx: new MemoryFile(), dbf: new MemoryFile() } satisfies ShapefileFiles;
  const written = await writeShapefile(layer, files);
  const part = (extension: 'shx' | 'dbf') => memorySource(`a.${extension}`, files[extension].bytes);
  const companions = { shx: part('shx'), dbf: part('dbf'), cpg: memorySource('a.cpg', Buffer.from('UTF-8')) };
  return { source: { main: memorySource('a.shp', files.shp.bytes), companions }, written };
}

async function roundTrip(reader: FormatReader, source: DatasetSource): Promise<{ values: unknown[]; geometry: unknown }[]> {
  const description = await reader.describe(source, { wkid: 4326 });
  const { rows, problems } = await readAll(reader, source, { wkid: 4326, description });
  expect(problems).toEqual([]);
  const wanted = ['label', 'size_of_it', 'since'].map((name) => description.fields.findIndex((field) => field.name === name));
  const integer = description.fields.findIndex((field) => /^size_of_(it_too|_1)$/.test(field.name));
  return rows.map(({ values, geometry }) => ({ values: [...wanted, integer].map((at) => values[at]), geometry }));
}

const expected = (day: number): unknown[][] => [
  ['Zürich "die", <Stadt> & 𝒳\nzwei', 1.5, day, -7],
  [null, null, null, null],
  ['plain', -0.0000026658957009203735, Date.UTC(1900, 0, 1), 2_000_000_000],
];

describe('writers', () => {
  const geometries = [
    POLYGON,
    null,
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 1],
        ],
      ],
    },
  ];

  it('give back every feature, attribute, null and moment as GeoJSON', async () => {
    const bytes = await textOfAll(writeGeoJson(encodedLayer(layerOf(geometries, 'esriGeometryPolygon', MOMENT))));
    const rows = await roundTrip(geoJsonReader, { main: memorySource('a.geojson', bytes) });
    expect(rows.map((row) => row.values)).toEqual(expected(MOMENT));
    expect((rows[0]?.geometry as { rings: unknown[] } | undefined)?.rings).toHaveLength(3);
    expect(rows[1]?.geometry).toBeNull();
  });

  it('give back every feature, attribute, null and moment as KML', async () => {
    const bytes = await textOfAll(writeKml('doc', [layerOf(geometries, 'esriGeometryPolygon', MOMENT)]));
    const rows = await roundTrip(kmlReader, { main: memorySource('a.kml', bytes) });
    expect(rows.map((row) => row.values)).toEqual(expected(MOMENT));
    expect((rows[0]?.geometry as { rings: unknown[] } | undefined)?.rings).toHaveLength(3);
    expect(rows[1]?.geometry).toBeNull();
  });

  it('give back every feature, attribute, null and moment as CSV with well-known text', async () => {
    const bytes = await textOfAll(writeCsv(encodedLayer(layerOf(geometries, 'esriGeometryPolygon', MOMENT))));
    const rows = await roundTrip(csvReader, { main: memorySource('a.csv', bytes) });
    expect(rows.map((row) => row.values)).toEqual(expected(MOMENT));
    expect((rows[0]?.geometry as { rings: unknown[] } | undefined)?.rings).toHaveLength(3);
    expect(rows[1]?.geometry).toBeNull();
  });

  it('write points of CSV files as x and y', async () => {
    const points = [1, 2, 3].map((x) => ({ type: 'Point', coordinates: [x, 47.123456789] }));
    const bytes = await textOfAll(writeCsv(encodedLayer(layerOf(points, 'esriGeometryPoint', MOMENT))));
    expect(new TextDecoder().decode(bytes).split('\r\n')[0]).toBe('x,y,label,size_of_it,size_of_it_too,since');
    const rows = await roundTrip(csvReader, { main: memorySource('a.csv', bytes) });
    expect(rows.map((row) => row.geometry)).toMatchObject([1, 2, 3].map((x) => ({ x, y: 47.123456789 })));
  });

  it.each([
    ['esriGeometryPolygon', geometries],
    ['esriGeometryPoint', [{ type: 'Point', coordinates: [1, 2] }, null, { type: 'Point', coordinates: [3, 4] }]],
    [
      'esriGeometryMultipoint',
      [
        {
          type: 'MultiPoint',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
        null,
        { type: 'MultiPoint', coordinates: [[5, 6]] },
      ],
    ],
    [
      'esriGeometryPolyline',
      [
        {
          type: 'MultiLineString',
          coordinates: [
            [
              [1, 2],
              [3, 4],
            ],
            [
              [5, 6],
              [7, 8],
            ],
          ],
        },
        null,
        {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    ],
  ] as const)('give back every feature, attribute, null and day of %s as a shapefile', async (type, shapes) => {
    const { source, written } = await shapefile(layerOf(shapes, type, DAY));
    const renamed = ['size_of_it_too → size_of__1'];
    expect(written).toEqual({ rows: 3, textsCut: 0, renamed, withoutTimes: [] });
    const rows = await roundTrip(shapefileReader, source);
    expect(rows.map((row) => row.values)).toEqual(expected(DAY));
    const back = rows.map((row) => row.geometry);
    expect(back[1]).toBeNull();
    const again = await readAll(geoJsonReader, {
      main: memorySource('b.geojson', await textOfAll(writeGeoJson(encodedLayer(layerOf(shapes, type, DAY))))),
    });
    const sorted = (geometry: unknown): unknown =>
      JSON.stringify(geometry)
        .match(/-?[\d.]+,-?[\d.]+/g)
        ?.sort();
    expect(back.map(sorted)).toEqual(again.rows.map((row) => sorted(row.geometry)));
  });

  it('tell which days of a shapefile had times', async () => {
    const { written } = await shapefile(layerOf(geometries, 'esriGeometryPolygon', MOMENT));
    expect(written.withoutTimes).toEqual(['since']);
  });

  it('call whole numbers beyond 32 bits no `int` in KML, which other programs cut', async () => {
    const layer: WrittenLayer = {
      ...layerOf([], 'esriGeometryPoint', DAY),
      fields: [{ name: 'counted', type: 'esriFieldTypeBigInteger' }],
      async *rows() {
        yield [{ wkb: null, values: [9_007_199_254_740_991] }];
      },
    };
    const bytes = await textOfAll(writeKml('doc', [layer]));
    expect(Buffer.from(bytes).toString()).toContain('<SimpleField name="counted" type="double"/>');
    const { fields, sample } = await kmlReader.describe({ main: memorySource('a.kml', bytes) });
    expect([fields.find(({ name }) => name === 'counted')?.type, sample[0]?.includes(9_007_199_254_740_991)]).toEqual([
      'esriFieldTypeBigInteger',
      true,
    ]);
  });

  it('count the texts with control characters that KML cannot hold', async () => {
    const values = ['bell \u0007', 'tab\tand\nline', 'plain', '\uffff', null];
    let lost = 0;
    const layer: WrittenLayer = {
      ...layerOf([], 'esriGeometryPoint', DAY),
      fields: [{ name: 'label', type: 'esriFieldTypeString' }],
      async *rows() {
        yield values.map((value) => ({ wkb: null, values: [value] }));
      },
    };
    const bytes = await textOfAll(writeKml('doc', [layer], () => lost++));
    expect(lost).toBe(2);
    const { rows } = await readAll(kmlReader, { main: memorySource('a.kml', bytes) });
    const label = (await kmlReader.describe({ main: memorySource('a.kml', bytes) })).fields.findIndex(({ name }) => name === 'label');
    expect(rows.map((row) => row.values[label])).toEqual(['bell ', 'tab\tand\nline', 'plain', null, null]);
  });

  it('keep fields of KML that are called like its elements empty where they are', async () => {
    const layer: WrittenLayer = {
      ...layerOf([], 'esriGeometryPoint', DAY),
      displayField: 'code',
      fields: ['code', 'name', 'folder', 'description'].map((name) => ({ name, type: 'esriFieldTypeString' })),
      async *rows() {
        yield [
          { wkb: null, values: ['A', 'Anna', 'f', 'd'] },
          { wkb: null, values: ['B', null, null, null] },
          { wkb: null, values: [null, 'C', null, null] },
        ];
      },
    };
    const source = { main: memorySource('a.kml', await textOfAll(writeKml('doc', [layer]))) };
    const description = await kmlReader.describe(source);
    expect(description.fields.map(({ name }) => name)).toEqual(['code', 'name', 'folder', 'description']);
    expect(description.warnings).toEqual([]);
    expect((await readAll(kmlReader, source, { description })).rows.map(({ values }) => values)).toEqual([
      ['A', 'Anna', 'f', 'd'],
      ['B', null, null, null],
      [null, 'C', null, null],
    ]);
  });

  it('keep the lines and spaces around texts of KML', async () => {
    const values = ['\n  indented\nx  ', '  spaced ', 'two\nlines', ' \r\n', '   ', 'plain'];
    const layer: WrittenLayer = {
      ...layerOf([], 'esriGeometryPoint', DAY),
      displayField: 'none',
      fields: [{ name: 'label', type: 'esriFieldTypeString' }],
      async *rows() {
        yield values.map((value) => ({ wkb: null, values: [value] }));
      },
    };
    const bytes = await textOfAll(writeKml('doc', [layer]));
    const { rows } = await readAll(kmlReader, { main: memorySource('a.kml', bytes) });
    expect(rows.map((row) => row.values)).toEqual(values.map((value) => [value]));
    // The mark is no part of KML, so it stands only where it is needed.
    expect(new TextDecoder().decode(bytes).match(/xml:space="preserve"/g)).toHaveLength(3);
  });

  it('cut texts of shapefiles between letters, count them, and make names unique', async () => {
    const layer = layerOf([null], 'esriGeometryPoint', DAY);
    const long = {
      ...layer,
      fields: layer.fields.slice(0, 1),
      rows: async function* () {
        yield [{ wkb: null, values: ['é'.repeat(200)] }];
      },
    };
    const { source, written } = await shapefile(long);
    expect(written).toEqual({ rows: 1, textsCut: 1, renamed: [], withoutTimes: [] });
    expect((await readAll(shapefileReader, source, { wkid: 4326 })).rows[0]?.values).toEqual(['é'.repeat(127)]);
    expect(shortNames(['population_2020', 'population_2021', 'POPULATION', 'Größenklasse'])).toEqual([
      'population',
      'populati_1',
      'POPULATI_2',
      'Größenkl',
    ]);
  });
});

it('a shapefile has room for as many rows as its table, whose texts take 254 bytes each, has in 2 GB', () => {
  const text = { name: 'note', alias: 'note', type: 'esriFieldTypeString' as const };
  expect(mostShapefileRows([text])).toBe(Math.floor((2 ** 31 - 1) / 255));
  expect(mostShapefileRows([text, { name: 'n', alias: 'n', type: 'esriFieldTypeInteger' }])).toBe(Math.floor((2 ** 31 - 1) / 266));
});
