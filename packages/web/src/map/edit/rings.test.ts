// Outlines and holes, told by how rings lie in each other.
import { expect, test } from 'vitest';
import { directed, isHole, removePart } from './rings.ts';
import type { Shape, Vertex } from './shape.ts';

/** A square that runs clockwise, or the other way. */
function square(west: number, south: number, side: number, isBack = false): Vertex[] {
  const ring: Vertex[] = [
    { at: [west, south] },
    { at: [west, south + side] },
    { at: [west + side, south + side] },
    { at: [west + side, south] },
  ];
  return isBack ? ring.toReversed() : ring;
}
const area = (...parts: Vertex[][]): Shape => ({ kind: 'polygon', parts });

test('a ring in a ring is a hole, an island in it is an outline again, whichever way they were drawn', () => {
  const shape = area(square(0, 0, 10), square(2, 2, 6), square(4, 4, 1), square(20, 0, 5, true));
  expect(shape.parts.map((_, i) => isHole(shape, i))).toEqual([false, true, false, false]);
  expect(directed(shape).parts).toEqual([square(0, 0, 10), square(2, 2, 6, true), square(4, 4, 1), square(20, 0, 5)]);
});

test('a shape that is right already stays the same', () => {
  const shape = area(square(0, 0, 10), square(2, 2, 6, true));
  expect(directed(shape)).toBe(shape);
  const line: Shape = { kind: 'line', parts: [square(0, 0, 10, true)] };
  expect(directed(line)).toBe(line);
});

test('a hole may touch the outline around it, and a neighbour may share its edge', () => {
  // two of its four vertices lie on the outline
  const touching = area(square(0, 0, 10), [{ at: [0, 3] }, { at: [5, 3] }, { at: [10, 5] }, { at: [5, 7] }]);
  expect(isHole(touching, 1)).toBe(true);
  const beside = area(square(0, 0, 10), square(10, 0, 10));
  expect([isHole(beside, 0), isHole(beside, 1)]).toEqual([false, false]);
});

test('an outline that was turned inside out by dragging is an outline again when it is saved', () => {
  const shape = area(square(0, 0, 10), square(20, 0, 5, true));
  expect(directed(shape).parts[1]).toEqual(square(20, 0, 5));
});

test('the holes of an outline go with it, islands in them stay', () => {
  const [outer, hole, island, other] = [square(0, 0, 10), square(2, 2, 6, true), square(4, 4, 1), square(20, 0, 5)];
  const shape = area(outer, hole, island, other);
  expect(removePart(shape, 0)?.parts).toEqual([island, other]);
  expect(removePart(shape, 1)?.parts).toEqual([outer, island, other]);
  expect(removePart(area(outer, hole), 0)).toBeUndefined();
  expect(removePart({ kind: 'line', parts: [outer, hole] }, 0)?.parts).toEqual([hole]);
});
