// Curves in well-known binary, as GDAL writes them, become lines that keep close to them.
import { expect, it } from 'vitest';
import type { Position } from '../esri/geometry.ts';
import { pathOfArcs } from './arcs.ts';
import { ringArea2, type Shape } from './shape.ts';
import { readWkb } from './wkb.ts';

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
const HALF_TURN = '01080000000300000000000000000000000000000000000000000000000000f03f000000000000f03f00000000000000400000000000000000';
const WITH_HEIGHTS =
  '01f003000003000000000000000000000000000000000000000000000000000000000000000000f03f000000000000f03f0000000000001440000000000000004000000000000000000000000000002440';
const STRAIGHT_ON = '0102000000020000000000000000000040000000000000000000000000000008400000000000000000';
const CIRCLE =
  '01080000000500000000000000000000000000000000000000000000000000f03f000000000000f03f00000000000000400000000000000000000000000000f03f000000000000f0bf00000000000000000000000000000000';
const HOLE =
  '010200000004000000000000000000e03f0000000000000000000000000000f03f000000000000e03f000000000000f83f0000000000000000000000000000e03f0000000000000000';
const TRIANGLE =
  '010300000001000000040000000000000000002440000000000000244000000000000024400000000000002640000000000000264000000000000026400000000000002440' +
  '0000000000002440';

const lengthOf = (path: readonly Position[]): number =>
  path.slice(1).reduce((sum, [x = 0, y = 0], i) => sum + Math.hypot(x - (path[i]?.[0] ?? 0), y - (path[i]?.[1] ?? 0)), 0);
const pathsOf = (shape: Shape): Position[][] => (shape.kind === 'polyline' ? shape.paths : []);
const areaOf = (shape: Shape): number =>
  shape.kind !== 'polygon'
    ? 0
    : shape.polygons.reduce((sum, [outer = [], ...holes]) => {
        const inner = holes.reduce((all, ring) => all + Math.abs(ringArea2(ring)) / 2, 0);
        return sum + Math.abs(ringArea2(outer)) / 2 - inner;
      }, 0);

it('a circular string is half a turn in many steps, from its first position to its last', () => {
  const shape = readWkb(bytes(HALF_TURN));
  const [path = []] = pathsOf(shape);
  expect(shape.hadCurves).toBe(true);
  expect([path[0], path.at(-1)]).toEqual([
    [0, 0],
    [2, 0],
  ]);
  expect(lengthOf(path)).toBeCloseTo(Math.PI, 2);
  for (const [x = 0, y = 0] of path) expect(Math.hypot(x - 1, y)).toBeCloseTo(1, 9);
  expect(Math.max(...path.map(([, y = 0]) => y))).toBeCloseTo(1, 3);
});

it('heights rise evenly along an arc', () => {
  const [path = []] = pathsOf(readWkb(bytes(WITH_HEIGHTS)));
  expect([path[0]?.[2], path.at(-1)?.[2]]).toEqual([0, 10]);
  const heights = path.map(([, , z = Number.NaN]) => z);
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
});

it('a compound curve is one path, a multicurve two', () => {
  const compound = readWkb(bytes(`010900000002000000${HALF_TURN}${STRAIGHT_ON}`));
  expect(pathsOf(compound).map(lengthOf)).toEqual([expect.closeTo(Math.PI + 1, 2)]);
  expect(pathsOf(compound)[0]?.filter(([x]) => x === 2)).toHaveLength(1);
  const several = readWkb(bytes(`010b00000002000000${HALF_TURN}${STRAIGHT_ON}`));
  expect(pathsOf(several).map(lengthOf)).toEqual([expect.closeTo(Math.PI, 2), 1]);
});

it('a curve polygon has the area of its circle without its hole, a multisurface that of its parts', () => {
  expect(areaOf(readWkb(bytes(`010a00000002000000${CIRCLE}${HOLE}`)))).toBeCloseTo(Math.PI - 0.25, 2);
  expect(areaOf(readWkb(bytes(`010c00000002000000010a00000001000000${CIRCLE}${TRIANGLE}`)))).toBeCloseTo(Math.PI + 0.5, 2);
});

it.each([
  ['a point in a compound curve', `010900000001000000010100000000000000000000000000000000000000`],
  ['a compound curve in another', `010900000001000000010900000001000000${HALF_TURN}`],
  ['a multisurface in another', `010c00000001000000010c00000000000000`],
  ['a curve that ends early', `0108000000030000000000`],
])('%s is refused', (_, hex) => {
  expect(() => readWkb(bytes(hex))).toThrow(expect.objectContaining({ name: 'GeometryError' }));
});

it('a triangle is a polygon, and other kinds that no layer holds are refused by their names', () => {
  const [head, tail] = ['01', TRIANGLE.slice(10)];
  expect(readWkb(bytes(`${head}11000000${tail}`))).toEqual(readWkb(bytes(TRIANGLE)));
  const refused = { f8030000: 'TIN', '0f000000': 'POLYHEDRALSURFACE', '20000000': '32' };
  for (const [type, name] of Object.entries(refused))
    expect(() => readWkb(bytes(`01${type}00000000`))).toThrow(`the geometry type ${name} is not supported`);
});

it('strings of very many positions stay as they are', () => {
  const many = Array.from({ length: 20_001 }, (_, i): Position => [i, i % 2]);
  expect(pathOfArcs(many)).toEqual(many);
});
