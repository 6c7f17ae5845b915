// FlatGeobuf: real files, and files that are cut or damaged.
import { describe, expect, it } from 'vitest';
import { encodedLayer } from '../../testing/encoded-layer.ts';
import { dataset, fixture, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { type FlatFields, sizePrefixed } from './flatbuffer-writer.ts';
import { flatGeobufReader } from './flatgeobuf.ts';
import { writeFlatGeobuf } from './flatgeobuf-writer.ts';
import { FormatError } from './format-reader.ts';
import type { WrittenLayer } from './format-writer.ts';

const counties = (): Promise<Uint8Array> => {
  const file = fixture('vector/us_west_counties.fgb');
  return file.read(0, file.size);
};

describe('flatGeobufReader', () => {
  it('reads features behind the spatial index with their attributes', async () => {
    const source = dataset('vector/us_west_counties.fgb');
    const description = await flatGeobufReader.describe(source);
    expect(description).toMatchObject({ geometryType: 'esriGeometryPolygon', rowCount: 209, spatialReference: { wkid: 4326 } });
    const { rows, problems } = await readAll(flatGeobufReader, source, { description });
    expect([rows.length, problems.length]).toEqual([209, 0]);
    const names = description.fields.map((field) => field.name.toLowerCase());
    expect(rows.some((row) => row.values[names.indexOf('name')] === 'Los Angeles')).toBe(true);
    for (const row of rows) {
      const { rings } = row.geometry as { rings: number[][][] };
      for (const [x = 0, y = 0] of rings.flat()) expect(x > -180 && x < -100 && y > 15 && y < 75).toBe(true);
    }
  });

  it('reads a file with a single feature behind its index, with heights and measures', async () => {
    const source = dataset('vector/one_line_zm.fgb');
    expect(await flatGeobufReader.describe(source)).toMatchObject({
      geometryType: 'esriGeometryPolyline',
      hasZ: true,
      hasM: true,
      rowCount: 1,
    });
    const { rows, problems } = await readAll(flatGeobufReader, source);
    expect(problems).toEqual([]);
    expect(rows[0]?.geometry).toMatchObject({
      paths: [
        [
          [0, 0, 1, 2],
          [1, 1, 3, 4],
        ],
      ],
    });
  });

  it('reads curves as lines with many points, and says so', async () => {
    const source = dataset('vector/one_circle.fgb');
    const description = await flatGeobufReader.describe(source);
    expect(description.geometryType).toBe('esriGeometryPolygon');
    expect(warningsOf(description)).toEqual(['The geometries have curves, which are read as lines with many points.']);
    const { rows } = await readAll(flatGeobufReader, source, { description });
    const { geometry } = rows[0] ?? { geometry: null };
    const [ring = []] = geometry && 'rings' in geometry ? geometry.rings : [];
    expect(ring.length).toBeGreaterThan(50);
    for (const [x = 0, y = 0] of ring) expect(Math.hypot(x - 1, y)).toBeCloseTo(1, 9);
  });

  it('keeps the kind and the system of a file without features', async () => {
    const description = await flatGeobufReader.describe(dataset('vector/no_points.fgb'));
    expect(description).toMatchObject({ geometryType: 'esriGeometryPoint', rowCount: 0, spatialReference: { wkid: 4326 } });
  });

  it('reads triangles, points of which only the height is missing, and the places of systems with heights', async () => {
    const crs: FlatFields = {
      1: { kind: 'int', value: 9518 },
      4: { kind: 'text', value: 'COMPOUNDCRS["a",GEOGCRS["WGS 84"],VERTCRS["h"]]' },
    };
    const shape = (type: number, xy: number[], z: number[]): FlatFields => ({
      0: {
        kind: 'table',
        value: { 1: { kind: 'doubles', value: xy }, 2: { kind: 'doubles', value: z }, 6: { kind: 'byte', value: type } },
      },
    });
    const header: FlatFields = { 3: { kind: 'byte', value: 1 }, 9: { kind: 'short', value: 0 }, 10: { kind: 'table', value: crs } };
    const features = [shape(17, [0, 0, 1, 0, 1, 1, 0, 0], [1, 2, 3, 1]), shape(1, [5, 6], [Number.NaN])];
    const mark = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0);
    const bytes = Buffer.concat([mark, ...[header, ...features].map((each) => Buffer.from(sizePrefixed(each)))]);
    const source = { main: memorySource('a.fgb', bytes) };
    const description = await flatGeobufReader.describe(source);
    expect(description).toMatchObject({
      spatialReference: { wkid: 4326 },
      kinds: [{ type: 'esriGeometryPoint' }, { type: 'esriGeometryPolygon' }],
    });
    const ofKind = async (type: 'esriGeometryPoint' | 'esriGeometryPolygon', layer: 'first' | 'further') =>
      (await readAll(flatGeobufReader, source, { description, kind: { type, layer } })).rows.map(({ geometry }) => geometry);
    expect(await ofKind('esriGeometryPolygon', 'further')).toMatchObject([{ rings: [expect.any(Array)] }]);
    expect(await ofKind('esriGeometryPoint', 'first')).toMatchObject([{ x: 5, y: 6 }]);
  });

  it('says that a file is cut off', async () => {
    const bytes = await counties();
    await expect(readAll(flatGeobufReader, { main: memorySource('a.fgb', bytes.subarray(0, bytes.length - 100)) })).rejects.toThrow(
      /damaged at feature 209/,
    );
    await expect(readAll(flatGeobufReader, { main: memorySource('a.fgb', bytes.subarray(0, 30)) })).rejects.toThrow(
      /its header is not whole/,
    );
    await expect(readAll(flatGeobufReader, { main: memorySource('a.fgb', new Uint8Array(100)) })).rejects.toThrow(/not a FlatGeobuf/);
  });

  it('ends with a clear error or a result whatever bytes are changed', async () => {
    const bytes = await counties();
    let seed = 7;
    for (let run = 0; run < 60; run++) {
      const damaged = Uint8Array.from(bytes);
      for (let i = 0; i < 20; i++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        damaged[8 + (seed % (run % 2 === 0 ? 600 : bytes.length - 8))] = seed >> 8;
      }
      await readAll(flatGeobufReader, { main: memorySource('a.fgb', damaged) }).catch((error: unknown) =>
        expect(error).toBeInstanceOf(FormatError),
      );
    }
  });
});

it('moments finer than a millisecond, and those that are none, are told of', async () => {
  const at = Date.UTC(2024, 0, 1, 10, 0, 0, 123);
  const layer: WrittenLayer = {
    name: 't',
    geometryType: null,
    hasZ: false,
    fields: [
      { name: 'n', type: 'esriFieldTypeInteger' },
      { name: 'at', type: 'esriFieldTypeDate' },
    ],
    async *rows() {
      yield [1, 2].map((n) => ({ wkb: null, values: [n, at + n] }));
    },
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of writeFlatGeobuf(encodedLayer(layer))) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const told = async (): Promise<unknown[]> => {
    const source = { main: memorySource('t.fgb', bytes) };
    const description = await flatGeobufReader.describe(source);
    const { rows } = await readAll(flatGeobufReader, source, { description });
    return [description.warnings.map(({ code, values }) => [code, values]), ...rows.map(({ values }) => values[1])];
  };
  expect(await told()).toEqual([[], at + 1, at + 2]);
  // The second with one digit more in the place of the sign of its zone.
  bytes.write('2024-01-01T10:00:00.1254', bytes.indexOf('2024-01-01T10:00:00.125Z'));
  expect(await told()).toEqual([[['moments-cut', { count: 1, row: 2, columns: 'at' }]], at + 1, at + 2]);
  // A time of day without a day, as GDAL writes it into a column of moments.
  bytes.write('0000-00-00T10:00:00.000Z', bytes.indexOf('2024-01-01T10:00:00.124Z'));
  expect(await told()).toEqual([
    [
      ['values-unfit', { count: 1, columns: 'at' }],
      ['moments-cut', { count: 1, row: 2, columns: 'at' }],
    ],
    null,
    at + 2,
  ]);
});
