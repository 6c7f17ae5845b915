// Geometries of layers from and to shapes.
import { describe, expect, test } from 'vitest';
import { type Frame, geometryOf, shapeOf } from './esri-shape.ts';
import { insertVertex, moveVertex, type Shape } from './shape.ts';

const frame = (geometryType: Frame['geometryType'], more: Partial<Frame> = {}): Frame => ({
  geometryType,
  wkid: 3857,
  hasZ: false,
  hasM: false,
  ...more,
});
const read = (geometry: Record<string, unknown>, of: Frame): Shape => {
  const shape = shapeOf(geometry, of);
  if (!shape) throw new Error('there is a shape');
  return shape;
};

describe('geometries of layers', () => {
  test('vertices that are not moved are sent with the numbers that came, all digits of them', () => {
    const of = frame('esriGeometryPolyline');
    const paths = [
      [
        [1489155.123456789, 6894218.987654321],
        [1500000.5, 6900000.25],
      ],
    ];
    const shape = read({ paths }, of);
    expect(geometryOf(shape, of).paths).toEqual(paths);
    const moved = geometryOf(moveVertex(shape, { part: 0, index: 1 }, { at: [10, 50] }), of).paths as number[][][];
    expect(moved[0]?.[0]).toEqual(paths[0]?.[0]);
    expect(moved[0]?.[1]).toEqual([1113194.908, 6446275.841]);
  });

  test('layers in degrees get degrees, to about a millimetre', () => {
    const of = frame('esriGeometryPoint', { wkid: 4326 });
    expect(geometryOf({ kind: 'point', parts: [[{ at: [13.123456789, 52.1] }]] }, of)).toEqual({
      x: 13.12345679,
      y: 52.1,
      spatialReference: { wkid: 4326 },
    });
  });

  test('heights and measures come back with every vertex, and new ones lie between', () => {
    const of = frame('esriGeometryPolyline', { wkid: 4326, hasZ: true, hasM: true });
    const shape = read(
      {
        hasZ: true,
        hasM: true,
        paths: [
          [
            [0, 0, 5, 100],
            [10, 0, 15, 200],
          ],
        ],
      },
      of,
    );
    const { paths, hasZ, hasM } = geometryOf(insertVertex(shape, { part: 0, index: 0 }, { at: [5, 0] }), of);
    expect({ paths, hasZ, hasM }).toEqual({
      hasZ: true,
      hasM: true,
      paths: [
        [
          [0, 0, 5, 100],
          [5, 0, 10, 150],
          [10, 0, 15, 200],
        ],
      ],
    });
  });

  test('unknown measures stay unknown, and measures without heights are not taken for heights', () => {
    const of = frame('esriGeometryPolyline', { wkid: 4326, hasM: true });
    const shape = read(
      {
        hasM: true,
        paths: [
          [
            [0, 0, null],
            [10, 0, 7],
          ],
        ],
      },
      of,
    );
    expect(geometryOf(shape, of).paths).toEqual([
      [
        [0, 0, null],
        [10, 0, 7],
      ],
    ]);
  });

  test('rings are closed, and a single outline runs clockwise whichever way it was drawn', () => {
    const of = frame('esriGeometryPolygon', { wkid: 4326 });
    const drawn: Shape = { kind: 'polygon', parts: [[{ at: [0, 0] }, { at: [4, 0] }, { at: [0, 4] }]] };
    expect(geometryOf(drawn, of).rings).toEqual([
      [
        [0, 4],
        [4, 0],
        [0, 0],
        [0, 4],
      ],
    ]);
    const clockwise = [
      [
        [0, 0],
        [0, 4],
        [4, 0],
        [0, 0],
      ],
    ];
    expect(geometryOf(read({ rings: clockwise }, of), of).rings).toEqual(clockwise);
  });

  test('holes keep their direction', () => {
    const of = frame('esriGeometryPolygon', { wkid: 4326 });
    const rings = [
      [
        [0, 0],
        [0, 9],
        [9, 9],
        [9, 0],
        [0, 0],
      ],
      [
        [2, 2],
        [4, 2],
        [4, 4],
        [2, 2],
      ],
    ];
    expect(geometryOf(read({ rings }, of), of).rings).toEqual(rings);
  });

  test('a feature without a geometry, or with an empty one, has no shape', () => {
    expect(shapeOf(null, frame('esriGeometryPoint'))).toBeUndefined();
    expect(shapeOf({ rings: [] }, frame('esriGeometryPolygon'))).toBeUndefined();
  });
});
