import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GeometryError } from './geometry-error.ts';
import { MAX_VERTICES, parseGeometry } from './parse-geometry.ts';

describe('parseGeometry', () => {
  it('reads short text', () => {
    expect(parseGeometry('1.5,-2')).toEqual({ geometry: { x: 1.5, y: -2 }, geometryType: 'esriGeometryPoint' });
    expect(parseGeometry(' -1, -2 ,3,4e2')).toEqual({
      geometry: { xmin: -1, ymin: -2, xmax: 3, ymax: 400 },
      geometryType: 'esriGeometryEnvelope',
    });
  });

  it('tells the type from the members and keeps the spatial reference', () => {
    const sr = { spatialReference: { wkid: 102100 } };
    expect(parseGeometry('{"x":1,"y":2,"spatialReference":{"wkid":102100}}').geometry).toEqual({ x: 1, y: 2, ...sr });
    expect(parseGeometry({ points: [[1, 2, 3]], hasZ: true, ...sr })).toEqual({
      geometry: { points: [[1, 2, 3]], hasZ: true, ...sr },
      geometryType: 'esriGeometryMultipoint',
    });
    expect(parseGeometry({ rings: [] }).geometryType).toBe('esriGeometryPolygon');
  });

  it.each([
    ['esriGeometryPoint', { x: 1, y: 2 }],
    ['esriGeometryMultipoint', { points: [[1, 2]] }],
    ['esriGeometryPolyline', { paths: [[[1, 2], [3, 4]]] }], // biome-ignore format: one line
    ['esriGeometryPolygon', { rings: [[[0, 0], [0, 1], [1, 1], [0, 0]]] }], // biome-ignore format: one line
    ['esriGeometryEnvelope', { xmin: 1, ymin: 2, xmax: 3, ymax: 4 }],
  ])('SH-123 SH-124 reads %s by its members, with a number or a text of its spatial reference', (geometryType, members) => {
    for (const spatialReference of [{ wkid: 4326 }, { wkt: 'PROJCS["Local"]' }]) {
      const geometry = { ...members, spatialReference };
      expect(parseGeometry(geometry)).toEqual({ geometry, geometryType });
      expect(parseGeometry(JSON.stringify(geometry), geometryType as never)).toEqual({ geometry, geometryType });
    }
  });

  it('closes open rings and puts the corners of envelopes in order', () => {
    const open = [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
    ];
    expect(parseGeometry({ rings: [open] }).geometry).toEqual({ rings: [[...open, [0, 0]]] });
    expect(parseGeometry('3,4,1,2').geometry).toEqual({ xmin: 1, ymin: 2, xmax: 3, ymax: 4 });
  });

  it.each([
    ['no geometry', 'hello'],
    ['an empty text', ''],
    ['three numbers', '1,2,3'],
    ['NaN in short text', 'NaN,1'],
    ['hexadecimal numbers', '0x10,1'],
    ['broken JSON', '{"x":1'],
    ['a list', [1, 2]],
    ['null', null],
    ['text for a number', { x: '1', y: 2 }],
    ['NaN', { x: Number.NaN, y: 2 }],
    ['infinity', { xmin: 0, ymin: 0, xmax: Number.POSITIVE_INFINITY, ymax: 1 }],
    [
      'a ring of three points',
      {
        rings: [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    ],
    ['a path of one point', { paths: [[[0, 0]]] }],
    ['a position of one number', { points: [[1]] }],
    ['rings that are no list', { rings: 'x' }],
    ['a spatial reference that is no object', { x: 1, y: 1, spatialReference: 4326 }],
  ])('refuses %s', (_, value) => {
    expect(() => parseGeometry(value)).toThrow(GeometryError);
  });

  it('refuses a geometry that does not fit its type, and unknown types', () => {
    expect(() => parseGeometry('1,2', 'esriGeometryEnvelope')).toThrow('not of type esriGeometryEnvelope');
    expect(() => parseGeometry('1,2', 'esriGeometryCircle')).toThrow('“esriGeometryCircle” is not a type of geometry');
  });

  it('refuses more vertices than the limit over all parts', () => {
    const half = Array.from({ length: MAX_VERTICES / 2 }, (_, i) => [i, i]);
    expect(parseGeometry({ paths: [half, half] }).geometryType).toBe('esriGeometryPolyline');
    expect(() =>
      parseGeometry({
        paths: [
          half,
          half,
          [
            [0, 0],
            [1, 1],
          ],
        ],
      }),
    ).toThrow('more than 100000 vertices');
  });

  it('answers any value with a geometry or a GeometryError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.record({ rings: fc.jsonValue() })), (value) => {
        try {
          parseGeometry(value);
        } catch (error) {
          expect(error).toBeInstanceOf(GeometryError);
        }
      }),
    );
  });
});
