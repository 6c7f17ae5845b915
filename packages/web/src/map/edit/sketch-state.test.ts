// Steps of drawing, forth and back.
import { expect, test } from 'vitest';
import { emptyShape, vertexCount } from './shape.ts';
import {
  added,
  finished,
  inserted,
  isDrawingMore,
  moved,
  partBegun,
  partGivenUp,
  partRemoved,
  redone,
  removed,
  type SketchState,
  settled,
  startSketch,
  undone,
} from './sketch-state.ts';

test('a line is drawn, finished and taken back step by step', () => {
  let state = startSketch(emptyShape('line'), true);
  expect(finished(state)).toBe(state);
  state = finished(added(added(state, { at: [0, 0] }), { at: [1, 1] }));
  expect(state.isDrawing).toBe(false);
  state = inserted(state, { part: 0, index: 0 }, { at: [0.5, 0.5] });
  expect(state.chosen).toEqual({ part: 0, index: 1 });
  state = removed(state, { part: 0, index: 1 });
  expect(vertexCount(state.shape)).toBe(2);
  expect(vertexCount(undone(state).shape)).toBe(3);
  state = undone(undone(undone(undone(state))));
  expect(vertexCount(state.shape)).toBe(0);
  // nothing is left: it is drawn anew
  expect(state.isDrawing).toBe(true);
  expect(undone(state)).toBe(state);
  expect(vertexCount(redone(redone(state)).shape)).toBe(2);
});

test('a vertex that is dragged over many places is one step', () => {
  const start = startSketch({ kind: 'point', parts: [[{ at: [0, 0] }]] }, false);
  const ref = { part: 0, index: 0 };
  const dragged = moved(moved(moved(start, ref, { at: [1, 0] }), ref, { at: [2, 0] }, true), ref, { at: [3, 0] }, true);
  expect(dragged.shape.parts[0]?.[0]?.at).toEqual([3, 0]);
  expect(undone(dragged).shape).toBe(start.shape);
});

test('a vertex that the shape needs stays', () => {
  const state = startSketch({ kind: 'line', parts: [[{ at: [0, 0] }, { at: [1, 1] }]] }, false);
  expect(removed(state, { part: 0, index: 0 })).toBe(state);
});

const at = (x: number, y: number) => ({ at: [x, y] as const });
const ringOf = (state: SketchState, ...places: [number, number][]): SketchState =>
  places.reduce((drawn, [x, y]) => added(drawn, at(x, y)), state);

test('a hole is drawn in an area that is finished, and given up without a trace', () => {
  const whole = finished(ringOf(startSketch(emptyShape('polygon'), true), [0, 0], [9, 0], [9, 9], [0, 9]));
  // outlines run clockwise
  expect(whole.shape.parts[0]?.map(({ at: place }) => place)).toEqual([
    [0, 9],
    [9, 9],
    [9, 0],
    [0, 0],
  ]);
  const begun = ringOf(partBegun(whole), [2, 2], [2, 4]);
  expect(isDrawingMore(begun)).toBe(true);
  expect(finished(begun)).toBe(begun);
  expect(partGivenUp(begun)).toEqual({ ...whole, chosen: undefined });
  const holed = finished(added(begun, at(4, 2)));
  expect(holed.isDrawing).toBe(false);
  expect(holed.shape.parts).toHaveLength(2);
  // and holes the other way
  expect(holed.shape.parts[1]?.map(({ at: place }) => place)).toEqual([
    [4, 2],
    [2, 4],
    [2, 2],
  ]);
  expect(partRemoved(holed, 1).shape.parts).toEqual(whole.shape.parts);
  expect(partRemoved(whole, 0)).toBe(whole);
});

test('steps of a second line are taken back into drawing it, and then out of it', () => {
  const first = finished(ringOf(startSketch(emptyShape('line'), true), [0, 0], [1, 1]));
  const second = finished(ringOf(partBegun(first), [5, 5], [6, 6]));
  const back = undone(second);
  expect([back.isDrawing, back.shape.parts.map((part) => part.length)]).toEqual([true, [2, 1]]);
  const out = undone(undone(back));
  expect([out.isDrawing, out.shape]).toEqual([false, first.shape]);
  expect(redone(redone(redone(out)))).toEqual(second);
});

test('a part that has no vertex yet is not saved, and finishing it ends the drawing', () => {
  const first = finished(ringOf(startSketch(emptyShape('line'), true), [0, 0], [1, 1]));
  const begun = partBegun(first);
  expect(settled(begun)).toEqual({ shape: first.shape, isDrawing: false });
  expect(finished(begun)).toEqual({ ...first, chosen: undefined });
  const points = finished(ringOf(startSketch(emptyShape('multipoint'), true), [0, 0]));
  expect(finished(partBegun(points)).past).toEqual(points.past);
  expect(vertexCount(ringOf(partBegun(points), [1, 1], [2, 2]).shape)).toBe(3);
});
