import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GeometryError } from '../esri/geometry-error.ts';
import { fromWebMercator } from '../project/web-mercator.ts';
import { shapeToEsri } from './esri-json.ts';
import { geoJsonToWkb, shapeToGeoJson } from './geojson.ts';
import { JsonBytes } from './json-bytes.ts';
import { JsonGeometry, type JsonGeometryOptions } from './json-geometry.ts';
import { mapPositions } from './reduce-positions.ts';
import { readWkb, writeWkb } from './wkb.ts';

function written(wkb: Uint8Array, options: JsonGeometryOptions): unknown {
  const out = new JsonBytes(4);
  const padded = new Uint8Array([1, 2, 3, ...wkb, 9]);
  new JsonGeometry(out, options).write(new DataView(padded.buffer), 3, wkb.length);
  return JSON.parse(new TextDecoder().decode(out.written()));
}

const coordinate = fc.double({ min: -2e7, max: 2e7, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6);
const position = fc.tuple(coordinate, coordinate);
const ring = fc.array(position, { minLength: 3, maxLength: 8 }).map((list) => [...list, list[0] as [number, number]]);
const geometry = fc.oneof(
  position.map((coordinates) => ({ type: 'Point', coordinates })),
  fc.array(position, { minLength: 1, maxLength: 4 }).map((coordinates) => ({ type: 'MultiPoint', coordinates })),
  fc.array(position, { minLength: 2, maxLength: 6 }).map((coordinates) => ({ type: 'LineString', coordinates })),
  fc
    .array(fc.array(position, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((coordinates) => ({ type: 'MultiLineString', coordinates })),
  fc.array(ring, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: 'Polygon', coordinates })),
  fc
    .array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
    .map((coordinates) => ({ type: 'MultiPolygon', coordinates })),
);

describe('JsonGeometry', () => {
  it('writes what the converters by way of objects write, in both forms', () => {
    fc.assert(
      fc.property(geometry, (given) => {
        const wkb = geoJsonToWkb(given);
        const shape = readWkb(wkb);
        expect(written(wkb, { form: 'geojson', z: false })).toEqual(JSON.parse(JSON.stringify(shapeToGeoJson(shape))));
        expect(written(wkb, { form: 'esri', z: false })).toEqual(JSON.parse(JSON.stringify(shapeToEsri(shape))));
      }),
      { numRuns: 300 },
    );
  });

  it('turns metres into degrees on the way', () => {
    fc.assert(
      fc.property(position, ([x, y]) => {
        const options = { form: 'geojson', z: false, toDegrees: true } as const;
        const { coordinates } = written(geoJsonToWkb({ type: 'Point', coordinates: [x, y] }), options) as { coordinates: number[] };
        const [longitude, latitude] = fromWebMercator(x, y);
        expect(Math.abs((coordinates[0] ?? Number.NaN) - longitude)).toBeLessThan(1e-9);
        expect(Math.abs((coordinates[1] ?? Number.NaN) - latitude)).toBeLessThan(1e-9);
      }),
    );
  });

  it('writes heights only where they are wanted', () => {
    const wkb = geoJsonToWkb({ type: 'Point', coordinates: [1, 2, 3.5] });
    expect(written(wkb, { form: 'geojson', z: true })).toEqual({ type: 'Point', coordinates: [1, 2, 3.5] });
    expect(written(wkb, { form: 'esri', z: true })).toEqual({ x: 1, y: 2, z: 3.5 });
    expect(written(wkb, { form: 'esri', z: false })).toEqual({ x: 1, y: 2 });
    const line = geoJsonToWkb({
      type: 'LineString',
      coordinates: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
    expect(written(line, { form: 'esri', z: true })).toEqual({
      hasZ: true,
      paths: [
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
      ],
    });
  });

  it('keeps the decimals that are asked for, as the converters by way of objects do', () => {
    const x = 8.123456789012344;
    const y = 47.98765432109876;
    const wkb = geoJsonToWkb({ type: 'Point', coordinates: [x, y] });
    expect(written(wkb, { form: 'esri', z: false })).toEqual({ x: 8.123456789, y: 47.987654321 });
    expect(written(wkb, { form: 'esri', z: false, decimals: 10 })).toEqual({ x: 8.123456789, y: 47.9876543211 });
    expect(written(wkb, { form: 'geojson', z: false, decimals: 12 })).toEqual({
      type: 'Point',
      coordinates: [8.123456789012, 47.987654321099],
    });
    expect(written(wkb, { form: 'esri', z: false, decimals: 15 })).toEqual({ x, y });
    fc.assert(
      fc.property(geometry, fc.integer({ min: 0, max: 15 }), fc.double({ min: 1e-12, max: 1, noNaN: true }), (given, decimals, size) => {
        const shape = mapPositions(readWkb(geoJsonToWkb(given)), (at) => at.map((value) => value * size));
        const bytes = writeWkb(shape);
        const near = (value: unknown): unknown =>
          JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'number' ? expect.closeTo(one, decimals - 0.5) : one));
        for (const form of ['geojson', 'esri'] as const) {
          const expected = (form === 'esri' ? shapeToEsri : shapeToGeoJson)(readWkb(bytes), { decimals });
          const found = written(bytes, { form, z: false, decimals });
          if (decimals > 9) expect(found).toEqual(JSON.parse(JSON.stringify(expected)));
          else expect(found).toEqual(near(expected));
        }
      }),
      // Always the same cases: a ring of which rounding leaves nothing may turn either way.
      { numRuns: 200, seed: 20_241 },
    );
  });

  it('keeps decimals of heights and measures alike', () => {
    const position = [1 / 3, 2 / 3, 1 / 7, 1 / 9];
    const wkb = writeWkb({ kind: 'polyline', hasZ: true, hasM: true, paths: [[position, position]] });
    const kept = position.map((value) => Math.round(value * 1e12) / 1e12);
    expect(written(wkb, { form: 'esri', z: true, m: true, decimals: 12 })).toEqual({ hasZ: true, hasM: true, paths: [[kept, kept]] });
    expect(written(wkb, { form: 'esri', z: false, m: true, decimals: 12 })).toMatchObject({
      hasM: true,
      paths: [[[kept[0], kept[1], kept[3]], expect.anything()]],
    });
  });

  it('writes null for an empty geometry', () => {
    expect(written(new Uint8Array([1, 6, 0, 0, 0, 0, 0, 0, 0]), { form: 'geojson', z: false })).toBeNull();
    expect(written(new Uint8Array([1, 5, 0, 0, 0, 0, 0, 0, 0]), { form: 'esri', z: false })).toBeNull();
  });

  it('refuses bytes that end too early', () => {
    const wkb = geoJsonToWkb({ type: 'Point', coordinates: [1, 2] });
    expect(() => written(wkb.subarray(0, 15), { form: 'geojson', z: false })).toThrow(GeometryError);
  });
});

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

describe('JsonBytes', () => {
  const text = (write: (out: JsonBytes) => void): string => {
    const out = new JsonBytes(2);
    write(out);
    return new TextDecoder().decode(out.written());
  };

  it('writes numbers that read back the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(JSON.parse(text((out) => out.number(value)))).toBe(value === 0 ? 0 : value);
      }),
    );
    expect([Number.NaN, Infinity, -Infinity].map((value) => text((out) => out.number(value)))).toEqual(['null', 'null', 'null']);
  });

  it('rounds to the places asked for, without trailing zeros', () => {
    const cases: [number, number, string][] = [
      [1.25, 1, '1.3'],
      [-0.0000001, 3, '0'],
      [0.999999999999, 9, '1'],
      [-12.5, 9, '-12.5'],
      [20037508.342789244, 9, '20037508.342789244'],
      [7.1, 0, '7'],
      [3e10, 9, '30000000000'],
      [1 / 3, 15, '0.333333333333333'],
      [-179.12345678901235, 15, '-179.12345678901235'],
      [20037508.342789244, 12, '20037508.342789244'],
      [0.1 + 0.2, 10, '0.3'],
      [Number.NaN, 12, 'null'],
    ];
    for (const [value, places, expected] of cases) expect(text((out) => out.decimal(value, places))).toBe(expected);
    fc.assert(
      fc.property(fc.double({ min: -1e8, max: 1e8, noNaN: true }), fc.integer({ min: 0, max: 15 }), (value, places) => {
        const back = JSON.parse(text((out) => out.decimal(value, places))) as number;
        expect(Math.abs(back - value)).toBeLessThanOrEqual(0.5 * 10 ** -places + Math.abs(value) * 1e-15);
      }),
    );
  });

  it('writes any text as the language does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const bytes = new TextEncoder().encode(`ab${value}cd`);
        expect(JSON.parse(text((out) => out.utf8(viewOf(bytes), 2, bytes.length - 4)))).toBe(value);
      }),
    );
    const marked = new TextEncoder().encode('\uFEFF"quoted"');
    expect(JSON.parse(text((out) => out.utf8(viewOf(marked), 0, marked.length)))).toBe('\uFEFF"quoted"');
    const hostile = '</script>"\\\n\u0001';
    const bytes = new TextEncoder().encode(hostile);
    expect(text((out) => out.utf8(viewOf(bytes), 0, bytes.length))).toBe(JSON.stringify(hostile));
  });
});
