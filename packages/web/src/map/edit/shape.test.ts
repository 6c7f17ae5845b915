// Vertices added, moved and removed.
import { describe, expect, test } from 'vitest';
import {
  addVertex,
  emptyShape,
  insertVertex,
  isComplete,
  moveShape,
  moveVertex,
  removeVertex,
  type Shape,
  vertexCount,
  vertexFrom,
} from './shape.ts';

const line: Shape = {
  kind: 'line',
  parts: [
    [
      { at: [0, 0], held: [0, 0], z: 10, m: 0 },
      { at: [10, 0], held: [1113194.9, 0], z: 20, m: 100 },
    ],
  ],
};
const triangle: Shape = { kind: 'polygon', parts: [[{ at: [0, 0] }, { at: [4, 0] }, { at: [0, 4] }]] };

describe('vertices', () => {
  test('a point has one place, however often it is clicked', () => {
    const twice = addVertex(addVertex(emptyShape('point'), { at: [1, 2] }), { at: [3, 4] });
    expect(twice.parts).toEqual([[{ at: [3, 4] }]]);
  });

  test('a vertex that is moved keeps its height and measure, and loses the numbers of its old place', () => {
    expect(moveVertex(line, { part: 0, index: 1 }, { at: [11, 1] }).parts[0]?.[1]).toEqual({ at: [11, 1], z: 20, m: 100 });
  });

  test('a vertex that is added between two has the height and measure of its place between them', () => {
    const added = insertVertex(line, { part: 0, index: 0 }, { at: [2.5, 0] }).parts[0]?.[1];
    expect(added?.z).toBeCloseTo(12.5);
    expect(added?.m).toBeCloseTo(25);
  });

  test('what lies between unknown measures is unknown', () => {
    const unknown = {
      ...line,
      parts: [
        [
          { at: [0, 0] as const, m: null },
          { at: [10, 0] as const, m: 5 },
        ],
      ],
    };
    expect(insertVertex(unknown, { part: 0, index: 0 }, { at: [5, 0] }).parts[0]?.[1]).toMatchObject({ m: null });
  });

  test('the last edge of an outline, back to its first vertex, takes vertices too', () => {
    expect(insertVertex(triangle, { part: 0, index: 2 }, { at: [0, 2] }).parts[0]?.at(-1)).toEqual({ at: [0, 2] });
  });

  test('a part with too few vertices goes whole, the last one stays', () => {
    expect(removeVertex(triangle, { part: 0, index: 0 })).toBeUndefined();
    const two = { ...triangle, parts: [...triangle.parts, [{ at: [9, 9] as const }, { at: [8, 9] as const }, { at: [9, 8] as const }]] };
    expect(removeVertex(two, { part: 1, index: 2 })).toEqual(triangle);
  });

  test('the next vertex is found through all parts and round', () => {
    const two: Shape = { ...line, parts: [...line.parts, [{ at: [5, 5] }, { at: [6, 6] }]] };
    expect(vertexFrom(two, { part: 0, index: 1 }, 1)).toEqual({ part: 1, index: 0 });
    expect(vertexFrom(two, { part: 1, index: 1 }, 1)).toEqual({ part: 0, index: 0 });
    expect(vertexFrom(two, undefined, -1)).toEqual({ part: 1, index: 1 });
    expect(vertexFrom(emptyShape('line'), undefined, 1)).toBeUndefined();
  });

  test('a shape is complete with as many vertices as its kind needs in each part', () => {
    expect([isComplete(emptyShape('point')), isComplete(line), isComplete({ ...line, kind: 'polygon' })]).toEqual([false, true, false]);
    expect(vertexCount(triangle)).toBe(3);
  });

  test('a shape moved north keeps its form on the map', () => {
    const moved = moveShape(triangle, [0, 0], [10, 60]);
    const [a, b, c] = moved.parts[0] ?? [];
    expect(a?.at[0]).toBeCloseTo(10);
    expect(a?.at[1]).toBeCloseTo(60);
    expect(b?.at[1]).toBeCloseTo(60);
    // in degrees it is flatter there
    expect((c?.at[1] ?? 0) - 60).toBeLessThan(2.1);
  });
});
