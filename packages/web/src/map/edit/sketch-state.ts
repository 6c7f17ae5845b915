// The state of drawing and reshaping: the shape, the chosen vertex, and the steps that can be taken back.
import {
  addVertex,
  insertVertex,
  isComplete,
  moveShape,
  moveVertex,
  type Place,
  removeVertex,
  type Shape,
  type VertexRef,
  vertexCount,
} from './shape.ts';

/** What is drawn now. */
export interface SketchState {
  shape: Shape;
  /** Clicks add vertices; afterwards vertices are moved. */
  isDrawing: boolean;
  chosen?: VertexRef | undefined;
  past: readonly Shape[];
  future: readonly Shape[];
}

const MOST_STEPS = 100;

export function startSketch(shape: Shape, isDrawing: boolean): SketchState {
  return { shape, isDrawing, past: [], future: [] };
}

function changed(state: SketchState, shape: Shape, more: Partial<SketchState> = {}): SketchState {
  return { ...state, ...more, shape, past: [...state.past.slice(1 - MOST_STEPS), state.shape], future: [] };
}

/** A vertex more at the end; a point and points go on being drawn until they are finished. */
export function added(state: SketchState, at: Place): SketchState {
  return changed(state, addVertex(state.shape, at), { chosen: undefined });
}

/** One step of undo, however far the vertex goes: `isSameMove` says that it is on its way already. */
export function moved(state: SketchState, ref: VertexRef, at: Place, isSameMove = false): SketchState {
  const shape = moveVertex(state.shape, ref, at);
  return isSameMove ? { ...state, shape } : changed(state, shape, { chosen: ref });
}

/** A vertex more on the way behind another, which is then chosen. */
export function inserted(state: SketchState, behind: VertexRef, at: Place): SketchState {
  return changed(state, insertVertex(state.shape, behind, at), { chosen: { part: behind.part, index: behind.index + 1 } });
}

/** The whole shape elsewhere. */
export function carried(state: SketchState, move: { from: Place; to: Place }, isSameMove = false): SketchState {
  const shape = moveShape(state.shape, move.from, move.to);
  return isSameMove ? { ...state, shape } : changed(state, shape);
}

/** Without the vertex; the same state where the shape needs it. */
export function removed(state: SketchState, ref: VertexRef): SketchState {
  const shape = removeVertex(state.shape, ref);
  return shape ? changed(state, shape, { chosen: undefined }) : state;
}

export function chosen(state: SketchState, ref: VertexRef | undefined): SketchState {
  return { ...state, chosen: ref };
}

/** Drawing is over; the same state while there are too few vertices. */
export function finished(state: SketchState): SketchState {
  return state.isDrawing && isComplete(state.shape) ? { ...state, isDrawing: false } : state;
}

/** One step back. A shape that has no vertex left is drawn anew. */
export function undone(state: SketchState): SketchState {
  const before = state.past.at(-1);
  if (!before) return state;
  const isDrawing = state.isDrawing || vertexCount(before) === 0;
  return { shape: before, isDrawing, past: state.past.slice(0, -1), future: [state.shape, ...state.future] };
}

export function redone(state: SketchState): SketchState {
  const [next, ...future] = state.future;
  return next ? { ...state, shape: next, chosen: undefined, past: [...state.past, state.shape], future } : state;
}
