import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyShape } from '../../testing/shape-arbitraries.ts';
import type { EsriPolygon } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { shapesOf } from './collections.ts';
import { esriToShape, esriToWkb, shapeToEsri, wkbToEsri } from './esri-json.ts';
import { geoJsonToShape, geoJsonToWkb, shapeToGeoJson, wkbToGeoJson } from './geojson.ts';
import { groupRings } from './group-rings.ts';
import { isEmptyShape, oriented, ringArea2, type Shape } from './shape.ts';
import { readWkb, writeWkb } from './wkb.ts';
import { readWkt } from './wkt.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));
const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

/** Rings the other way round; each ring may begin anywhere in print, so compare as they are written. */
const turned = (shape: Shape): Shape =>
  shape.kind === 'polygon' ? { ...shape, polygons: shape.polygons.map((rings) => rings.map((ring, i) => oriented(ring, i > 0))) } : shape;

describe('round trips', () => {
  it('WKB keeps every shape', () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        expect(readWkb(writeWkb(shape))).toEqual(shape);
      }),
    );
  });

  it('WKB keeps the srid and the multi form', () => {
    fc.assert(
      fc.property(anyShape, fc.integer({ min: 1, max: 999999 }), (shape, srid) => {
        expect(readWkb(writeWkb(shape, { srid, multi: true }))).toEqual({ ...shape, srid });
      }),
    );
  });

  it('Esri JSON keeps every shape and turns its rings', () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        const esri = shapeToEsri(shape);
        expect(esri && esriToShape(esri)).toEqual(turned(shape));
        expect(esri && wkbToEsri(esriToWkb(esri))).toEqual(esri);
      }),
    );
  });

  it('GeoJSON keeps every shape but m', () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        const json = shapeToGeoJson(shape);
        expect(json && wkbToGeoJson(geoJsonToWkb(json))).toEqual(json);
        if (!shape.hasM) expect(geoJsonToShape(json)).toMatchObject({ kind: shape.kind, hasZ: shape.hasZ });
      }),
    );
  });

  it('reads any bytes without hanging: a shape, or an error of its own', () => {
    fc.assert(
      fc.property(anyShape, fc.nat(), fc.nat(255), (shape, at, value) => {
        const wkb = writeWkb(shape);
        wkb[at % wkb.length] = value;
        for (const damaged of [wkb, wkb.subarray(0, at % wkb.length)]) {
          try {
            readWkb(damaged);
          } catch (error) {
            expect(error).toBeInstanceOf(GeometryError);
          }
        }
      }),
    );
  });
});

describe('WKB', () => {
  it('is read in either byte order, ISO and EWKB', () => {
    const point = { kind: 'point', hasZ: false, hasM: false, position: [1, 2] };
    expect(readWkb(bytes('01 01000000 000000000000f03f 0000000000000040'))).toEqual(point);
    expect(readWkb(bytes('00 00000001 3ff0000000000000 4000000000000000'))).toEqual(point);
    expect(readWkb(bytes('01 01000020 e6100000 000000000000f03f 0000000000000040'))).toEqual({ ...point, srid: 4326 });
    const withZ = { ...point, hasZ: true, position: [1, 2, 3] };
    expect(readWkb(bytes('01 e9030000 000000000000f03f 0000000000000040 0000000000000840'))).toEqual(withZ);
    expect(readWkb(bytes('01 01000080 000000000000f03f 0000000000000040 0000000000000840'))).toEqual(withZ);
    expect(readWkb(bytes('01 d1070000 000000000000f03f 0000000000000040 0000000000000840'))).toEqual({ ...withZ, hasZ: false, hasM: true });
  });

  it('gives null for empty geometries', () => {
    expect(wkbToEsri(bytes('01 01000000 000000000000f87f 000000000000f87f'))).toBeNull();
    expect(wkbToGeoJson(bytes('01 06000000 00000000'))).toBeNull();
    expect(wkbToEsri(bytes('01 03000000 00000000'))).toBeNull();
  });

  it('refuses collections', () => {
    expect(() => readWkb(bytes('01 07000000 00000000'))).toThrow('collections of geometries are not supported');
  });
});

describe('Esri JSON', () => {
  it('leaves out z, m and decimals that are not wanted', () => {
    const wkb = writeWkb({
      kind: 'polyline',
      hasZ: true,
      hasM: true,
      paths: [
        [
          [1.2345, 2, 3, 4],
          [5, 6, 7, 8],
        ],
      ],
    });
    expect(wkbToEsri(wkb)).toEqual({
      hasZ: true,
      hasM: true,
      paths: [
        [
          [1.2345, 2, 3, 4],
          [5, 6, 7, 8],
        ],
      ],
    });
    expect(wkbToEsri(wkb, { z: false })).toEqual({
      hasM: true,
      paths: [
        [
          [1.2345, 2, 4],
          [5, 6, 8],
        ],
      ],
    });
    expect(wkbToEsri(wkb, { z: false, m: false, decimals: 2 })).toEqual({
      paths: [
        [
          [1.23, 2],
          [5, 6],
        ],
      ],
    });
    expect(wkbToEsri(writeWkb({ kind: 'point', hasZ: false, hasM: true, position: [1, 2, 9] }))).toEqual({ x: 1, y: 2, m: 9 });
  });

  it('has clockwise outer rings and counter-clockwise holes, whatever comes in', () => {
    for (const rings of [
      [square(0, 0, 9), square(1, 1, 2)],
      [square(0, 0, 9).reverse(), square(1, 1, 2).reverse()],
      [square(0, 0, 9).reverse(), square(1, 1, 2)],
    ]) {
      const esri = wkbToEsri(esriToWkb({ rings })) as EsriPolygon;
      expect(esri.rings.map((ring) => Math.sign(ringArea2(ring)))).toEqual([-1, 1]);
    }
  });

  it('makes envelopes polygons', () => {
    expect(esriToShape({ xmin: 0, ymin: 0, xmax: 2, ymax: 1 })).toMatchObject({ kind: 'polygon', polygons: [[{ length: 5 }]] });
  });
});

describe('groupRings', () => {
  const cw = (x: number, y: number, size: number) => square(x, y, size).reverse();

  it('puts a hole into the smallest outer ring around it', () => {
    const [big, small, hole] = [cw(0, 0, 100), cw(10, 10, 20), square(12, 12, 2)];
    expect(groupRings([big, square(5, 5, 30), small, hole])).toEqual([
      [big, square(5, 5, 30)],
      [small, hole],
    ]);
  });

  it('makes a polygon of a hole that lies in nothing', () => {
    expect(groupRings([cw(0, 0, 5), square(50, 50, 5)])).toHaveLength(2);
  });

  it('goes by nesting where all rings run one way', () => {
    expect(groupRings([square(0, 0, 9), square(1, 1, 2), square(20, 0, 5)]).map((p) => p.length)).toEqual([2, 1]);
  });

  it('takes a hole that touches its outer ring', () => {
    expect(groupRings([cw(0, 0, 10), square(0, 0, 3)])).toHaveLength(1);
  });
});

describe('GeoJSON', () => {
  it('has counter-clockwise outer rings and single forms for single parts', () => {
    const json = wkbToGeoJson(esriToWkb({ rings: [square(0, 0, 9).reverse(), square(1, 1, 2)] }));
    expect(json?.type).toBe('Polygon');
    expect(((json?.coordinates ?? []) as number[][][]).map((ring) => Math.sign(ringArea2(ring)))).toEqual([1, -1]);
    expect(
      wkbToGeoJson(
        esriToWkb({
          paths: [
            [
              [0, 0],
              [1, 1],
            ],
            [
              [2, 2],
              [3, 3],
            ],
          ],
        }),
      )?.type,
    ).toBe('MultiLineString');
  });

  it.each([
    [{ type: 'Point', coordinates: [1] }, 'a position must have two finite numbers'],
    [{ type: 'LineString', coordinates: [[1, 2]] }, 'a line must have at least 2 positions'],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
      'a ring must have at least 4 positions',
    ],
    [{ type: 'Circle', coordinates: [] }, '“Circle” is not a type of geometry'],
    ['x', 'the geometry is not an object'],
  ])('refuses %j', (value, message) => {
    expect(() => geoJsonToShape(value)).toThrow(message);
  });
});

describe('readWkt', () => {
  it('reads every kind, with z, m, srid and EMPTY', () => {
    expect(readWkt('POINT (1 2)')).toEqual({ kind: 'point', hasZ: false, hasM: false, position: [1, 2] });
    expect(readWkt('SRID=4326;POINT Z (1 2 3)')).toEqual({ kind: 'point', hasZ: true, hasM: false, position: [1, 2, 3], srid: 4326 });
    expect(readWkt('pointm(1 2 3)')).toMatchObject({ hasZ: false, hasM: true });
    expect(readWkt('MULTIPOINT ((1 2), (3 4))')).toEqual(readWkt('MULTIPOINT(1 2,3 4)'));
    expect(readWkt('MULTILINESTRING((0 0,1 1),(2 2,3 3))')).toMatchObject({ paths: [{ length: 2 }, { length: 2 }] });
    expect(readWkt('POLYGON((0 0,1 0,1 1,0 0))')).toMatchObject({ polygons: [[{ length: 4 }]] });
    expect(readWkt('MULTIPOLYGON EMPTY')).toMatchObject({ polygons: [] });
  });

  it.each([
    '',
    'POINT',
    'POINT(1)',
    'POINT(1 2',
    'POINT(1 2) x',
    'POLYGON((0 0,1 1))',
    'CIRCLE(1 2)',
    'LINESTRING((0 0,1 1))',
    'POINT(a b)',
    'MULTIPOLYGON(((((((',
    'MULTIPOLYGON(0 0,1 1)',
    'POINT((1 2))',
    'MULTIPOINT(((1 2)))',
    'GEOMETRYCOLLECTION(POINT(1 2)',
    'GEOMETRYCOLLECTION((1 2))',
    'COMPOUNDCURVE((0 0,1 1),POINT(1 1))',
    'CURVEPOLYGON((0 0,1 1))',
    `${'GEOMETRYCOLLECTION('.repeat(20)}POINT(1 2)${')'.repeat(20)}`,
  ])('refuses %j', (text) => {
    expect(() => readWkt(text)).toThrow(GeometryError);
  });

  it('reads collections one by one, however they are nested', () => {
    expect(readWkt('SRID=4326;GEOMETRYCOLLECTION(POINT(1 2), GEOMETRYCOLLECTION(LINESTRING Z (0 0 1,1 1 2)),POLYGON EMPTY)')).toEqual([
      { kind: 'point', hasZ: false, hasM: false, position: [1, 2], srid: 4326 },
      {
        kind: 'polyline',
        hasZ: true,
        hasM: false,
        paths: [
          [
            [0, 0, 1],
            [1, 1, 2],
          ],
        ],
        srid: 4326,
      },
      { kind: 'polygon', hasZ: false, hasM: false, polygons: [], srid: 4326 },
    ]);
    expect(readWkt('GEOMETRYCOLLECTION EMPTY')).toEqual([]);
    expect(readWkt('GEOMETRYCOLLECTION M (POINT M (1 2 3))')).toMatchObject([{ hasZ: false, hasM: true }]);
  });

  it('reads curves as lines with many points, triangles and rings', () => {
    const arc = shapesOf(readWkt('CIRCULARSTRING(0 0,1 1,2 0)'))[0];
    const [path = []] = arc?.kind === 'polyline' ? arc.paths : [];
    expect([arc?.hadCurves, path.length > 20, path[0], path.at(-1)]).toEqual([true, true, [0, 0], [2, 0]]);
    for (const [x = 0, y = 0] of path) expect(Math.hypot(x - 1, y)).toBeCloseTo(1, 10);
    const compound = 'COMPOUNDCURVE((0 0,2 0),CIRCULARSTRING(2 0,1 1,0 0))';
    const kinds = [
      [compound, 'polyline', true],
      [`MULTICURVE((0 0,1 1),${compound})`, 'polyline', true],
      ['CURVEPOLYGON(CIRCULARSTRING(0 0,1 1,2 0,1 -1,0 0))', 'polygon', true],
      [`CURVEPOLYGON(${compound})`, 'polygon', true],
      ['MULTISURFACE(((0 0,1 0,1 1,0 0)),CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,0 0)))', 'polygon', true],
      ['MULTISURFACE(((0 0,1 0,1 1,0 0)))', 'polygon', undefined],
      ['TRIANGLE((0 0,1 0,1 1,0 0))', 'polygon', undefined],
      ['LINEARRING(0 0,1 0,1 1,0 0)', 'polyline', undefined],
    ] as const;
    for (const [text, kind, hadCurves] of kinds) {
      const shape = shapesOf(readWkt(text))[0];
      expect([text, shape?.kind, shape?.hadCurves, shape && isEmptyShape(shape)]).toEqual([text, kind, hadCurves, false]);
    }
    expect(readWkt('MULTISURFACE(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))')).toMatchObject({ polygons: [{ length: 1 }, { length: 1 }] });
  });

  it('names the geometries that no layer holds', () => {
    expect(() => readWkt('TIN(((0 0 0,1 0 0,1 1 0,0 0 0)))')).toThrow('the geometry type TIN is not supported');
    expect(() => readWkt('GEOMETRYCOLLECTION(PolyhedralSurface Z EMPTY)')).toThrow('the geometry type POLYHEDRALSURFACE is not supported');
    expect(() => readWkt('tinned (food)')).toThrow('the text is not a geometry in well-known text');
  });
});
