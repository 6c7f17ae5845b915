import { describe, expect, it } from 'vitest';
import { holds } from '../../testing/holds.ts';
import type { Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';
import { toWebMercator } from '../project/web-mercator.ts';
import { geodesicBuffer, linesToBuffer } from './geodesic-buffer.ts';
import { joinedPolygons } from './joined-polygons.ts';

const square = (x: number, y: number, side: number): Position[] => [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]; // biome-ignore format: one line
const flat = { hasZ: false, hasM: false };
/** Numbers from 0 to 1 that look thrown, the same in each run. */
const thrown = (at: number): number => Math.abs((Math.sin(at * 12.9898) * 43_758.5453) % 1);

function join(polygons: Position[][][], areas: Position[][][] = []): Promise<Position[][][]> {
  return joinedPolygons(polygons, areas, { grid: 0.001, pause: async () => undefined });
}
const sizeOf = (rings: readonly Position[][]): number => Math.abs(rings.reduce((sum, ring) => sum + areaOf(ring), 0));
const areaOf = (ring: readonly Position[]): number =>
  ring.slice(1).reduce((sum, [x = 0, y = 0], at) => sum + ((ring[at]?.[0] ?? 0) * y - x * (ring[at]?.[1] ?? 0)) / 2, 0);

describe('polygons that are joined', () => {
  it('are one where they overlap or share an edge, and stay apart where they do not', async () => {
    const joined = await join([[square(0, 0, 10)], [square(5, 5, 10)], [square(15, 5, 10)], [square(50, 0, 10)]]);
    expect(joined.map(sizeOf).toSorted((a, b) => a - b)).toEqual([100, 100 + 100 - 25 + 100]);
  });

  it('keep the hole that they leave, and what lies in it', async () => {
    const frame = [[square(0, 0, 30)], [square(0, 0, 10)]].map(([ring]) => [ring ?? []]);
    const ring = [[square(0, 0, 30), square(10, 10, 10)], [square(13, 13, 2)]];
    expect((await join(ring)).map(sizeOf).toSorted((a, b) => a - b)).toEqual([4, 800]);
    expect((await join(frame)).map(sizeOf)).toEqual([900]);
  });

  it('take outer rings and holes of any direction', async () => {
    const ring = [square(0, 0, 30).toReversed(), square(10, 10, 10)];
    expect((await join([ring])).map(sizeOf)).toEqual([800]);
  });

  it('are none where there are none', async () => {
    expect(await join([])).toEqual([]);
    expect(await join([[[]]])).toEqual([]);
    const same: Position[] = [[1, 1], [1, 1], [1, 1], [1, 1]]; // biome-ignore format: one line
    expect(await join([[same], [square(0, 0, 0.0001)]], [[same]])).toEqual([]);
  });

  it('take areas that cross themselves: what an odd number of rings surrounds is inside', async () => {
    const bow: Position[] = [[0, 0], [10, 10], [10, 0], [0, 10], [0, 0]]; // biome-ignore format: one line
    expect((await join([], [[bow]])).reduce((sum, rings) => sum + sizeOf(rings), 0)).toBe(50);
    // Two areas that overlap are both inside.
    expect((await join([], [[square(0, 0, 10)], [square(5, 0, 10)]])).map(sizeOf)).toEqual([150]);
    const twice = [square(0, 0, 30), square(10, 10, 10), square(12, 12, 2)];
    expect((await join([[square(40, 0, 10)]], [twice])).map(sizeOf).toSorted((a, b) => a - b)).toEqual([4, 100, 800]);
  });

  it('let others have their turn meanwhile', async () => {
    let pauses = 0;
    const squares = Array.from({ length: 200 }, (_, at) => [square(at, 0, 5)]);
    const pause = async (): Promise<void> => void pauses++;
    expect((await joinedPolygons(squares, [], { grid: 0.001, pause })).map(sizeOf)).toEqual([204 * 5]);
    expect(pauses).toBeGreaterThan(10);
  });
});

describe('pieces of what is near to a shape', () => {
  const far = (count: number, wide: number): Position[] => Array.from({ length: count }, (_, at) => toWebMercator((thrown(at) - 0.5) * wide, (thrown(at + 0.5) - 0.5) * Math.min(150, wide))); // biome-ignore format: one line
  it.each<[string, Shape, number]>([
    ['a few corners', { kind: 'polyline', paths: [far(6, 100)], ...flat }, 100_000],
    ['a line that crosses itself everywhere', { kind: 'polyline', paths: [far(200, 10)], ...flat }, 10_000],
    ['a line around the world', { kind: 'polyline', paths: [far(40, 350)], ...flat }, 300_000],
    ['edges that nearly meet', { kind: 'polyline', paths: [far(60, 0.0001)], ...flat }, 3],
    ['points', { kind: 'multipoint', positions: far(300, 8), ...flat }, 30_000],
  ])('hold joined what they hold apart: %s', async (_what, shape, metres) => {
    const pieces = geodesicBuffer(linesToBuffer(shape, metres, 1_000), metres);
    const grid = Math.min(1, Math.max(0.001, metres / 1e6));
    const joined = await joinedPolygons(pieces, [], { grid, pause: async () => undefined });
    expect(joined.flat(2).length).toBeLessThan(pieces.flat(2).length);
    const corners = pieces.flat(2);
    let inside = 0;
    for (let round = 0; round < 300; round++) {
      const [x = 0, y = 0] = corners[Math.floor(thrown(round) * corners.length)] ?? [];
      const place: Position = [x + (thrown(round + 0.1) - 0.5) * metres, y + (thrown(round + 0.2) - 0.5) * metres];
      const isInside = holds(pieces, place);
      if (isInside) inside++;
      expect(holds(joined, place), place.join()).toBe(isInside);
    }
    expect(inside).toBeGreaterThan(50);
    expect(inside).toBeLessThan(300);
  });
});
