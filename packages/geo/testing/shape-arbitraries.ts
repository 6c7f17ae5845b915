// Random geometries for property tests: valid, of every kind and dimension.
import fc from 'fast-check';
import type { Shape } from '../src/convert/shape.ts';
import type { Position } from '../src/esri/geometry.ts';

const ordinate = fc.double({ min: -1e7, max: 1e7, noNaN: true }).map((n) => n + 0);

const positionOf = (width: number): fc.Arbitrary<Position> => fc.array(ordinate, { minLength: width, maxLength: width });

/** Outer squares far apart, with holes inside them: what no reader may mix up. */
function polygonsOf(width: number): fc.Arbitrary<Position[][][]> {
  const square = (x: number, y: number, size: number, extra: Position, hole: boolean): Position[] => {
    const ring: Position[] = [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ].map((corner) => [...corner, ...extra]);
    return hole ? ring.reverse() : ring;
  };
  const polygon = fc.record({
    holes: fc.integer({ min: 0, max: 3 }),
    extra: fc.array(ordinate, { minLength: width - 2, maxLength: width - 2 }),
  });
  return fc
    .array(polygon, { minLength: 1, maxLength: 4 })
    .map((list) =>
      list.map(({ holes, extra }, i) => [
        square(i * 1000, -i * 10, 900, extra, false),
        ...Array.from({ length: holes }, (_, h) => square(i * 1000 + 10 + h * 100, 20, 50, extra, true)),
      ]),
    );
}

/** Any shape; the outer rings run counter-clockwise, the holes clockwise. */
export const anyShape: fc.Arbitrary<Shape> = fc.tuple(fc.boolean(), fc.boolean()).chain(([hasZ, hasM]) => {
  const width = 2 + Number(hasZ) + Number(hasM);
  const position = positionOf(width);
  const path = fc.array(position, { minLength: 2, maxLength: 8 });
  return fc.oneof(
    position.map((p): Shape => ({ kind: 'point', hasZ, hasM, position: p })),
    fc.array(position, { minLength: 1, maxLength: 8 }).map((positions): Shape => ({ kind: 'multipoint', hasZ, hasM, positions })),
    fc.array(path, { minLength: 1, maxLength: 4 }).map((paths): Shape => ({ kind: 'polyline', hasZ, hasM, paths })),
    polygonsOf(width).map((polygons): Shape => ({ kind: 'polygon', hasZ, hasM, polygons })),
  );
});
