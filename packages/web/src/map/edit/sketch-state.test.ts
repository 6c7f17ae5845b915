// Steps of drawing, forth and back.
import { expect, test } from 'vitest';
import { emptyShape, vertexCount } from './shape.ts';
import { added, finished, inserted, moved, redone, removed, startSketch, undone } from './sketch-state.ts';

test('a line is drawn, finished and taken back step by step', () => {
  let state = startSketch(emptyShape('line'), true);
  expect(finished(state)).toBe(state);
  state = finished(added(added(state, [0, 0]), [1, 1]));
  expect(state.isDrawing).toBe(false);
  state = inserted(state, { part: 0, index: 0 }, [0.5, 0.5]);
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
  const dragged = moved(moved(moved(start, ref, [1, 0]), ref, [2, 0], true), ref, [3, 0], true);
  expect(dragged.shape.parts[0]?.[0]?.at).toEqual([3, 0]);
  expect(undone(dragged).shape).toBe(start.shape);
});

test('a vertex that the shape needs stays', () => {
  const state = startSketch({ kind: 'line', parts: [[{ at: [0, 0] }, { at: [1, 1] }]] }, false);
  expect(removed(state, { part: 0, index: 0 })).toBe(state);
});
