// The state of drawing and reshaping: the shape, the chosen vertex, and the steps that can be taken back.
import { directed, removePart } from './rings.ts';
import {
  addVertex,
  insertVertex,
  isComplete,
  moveShape,
  moveVertex,
  type Place,
  removeVertex,
  type Shape,
  type Spot,
  type VertexRef,
  vertexCount,
  withNewPart,
  withoutEmptyParts,
} from './shape.ts';

/** What one step begins or ends with. */
interface Step {
  shape: Shape;
  /** Clicks add vertices to the last part; afterwards vertices are moved. */
  isDrawing: boolean;
}

/** What is drawn now. */
export interface SketchState extends Step {
  chosen?: VertexRef | undefined;
  past: readonly Step[];
  future: readonly Step[];
}

const MOST_STEPS = 100;

export function startSketch(shape: Shape, isDrawing: boolean): SketchState {
  return { shape, isDrawing, past: [], future: [] };
}

const stepOf = ({ shape, isDrawing }: SketchState): Step => ({ shape, isDrawing });

function changed(state: SketchState, shape: Shape, more: Partial<SketchState> = {}): SketchState {
  return { ...state, ...more, shape, past: [...state.past.slice(1 - MOST_STEPS), stepOf(state)], future: [] };
}

/** A vertex more at the end; a point and points go on being drawn until they are finished. */
export function added(state: SketchState, spot: Spot): SketchState {
  return changed(state, addVertex(state.shape, spot), { chosen: undefined });
}

/** One step of undo, however far the vertex goes: `isSameMove` says that it is on its way already. */
export function moved(state: SketchState, ref: VertexRef, spot: Spot, isSameMove = false): SketchState {
  const shape = moveVertex(state.shape, ref, spot);
  return isSameMove ? { ...state, shape } : changed(state, shape, { chosen: ref });
}

/** A vertex more on the way behind another, which is then chosen. */
export function inserted(state: SketchState, behind: VertexRef, spot: Spot): SketchState {
  return changed(state, insertVertex(state.shape, behind, spot), { chosen: { part: behind.part, index: behind.index + 1 } });
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

/** Without a part and its holes; the same state where there is no other. */
export function partRemoved(state: SketchState, part: number): SketchState {
  const shape = removePart(state.shape, part);
  return shape ? changed(state, shape, { chosen: undefined }) : state;
}

/** Another part is drawn: inside an area it becomes a hole. Points go on being points of the one part. */
export function partBegun(state: SketchState): SketchState {
  const { shape } = state;
  if (state.isDrawing || shape.kind === 'point') return state;
  return changed(state, shape.kind === 'multipoint' ? shape : withNewPart(shape), { isDrawing: true, chosen: undefined });
}

/** Whether a part is being drawn beside others that are finished. */
export function isDrawingMore({ shape, isDrawing }: SketchState): boolean {
  return isDrawing && shape.kind !== 'multipoint' && shape.parts.length > 1;
}

/** Without the part that is being drawn beside others. */
export function partGivenUp(state: SketchState): SketchState {
  if (!isDrawingMore(state)) return state;
  const shape = { ...state.shape, parts: state.shape.parts.slice(0, -1) };
  const before = state.past.findLastIndex((step) => !step.isDrawing);
  return { shape, isDrawing: false, past: state.past.slice(0, Math.max(0, before)), future: [] };
}

export function chosen(state: SketchState, ref: VertexRef | undefined): SketchState {
  return { ...state, chosen: ref };
}

/** Drawing is over; the same state while there are too few vertices. */
export function finished(state: SketchState): SketchState {
  if (!state.isDrawing) return state;
  if (isDrawingMore(state) && state.shape.parts.at(-1)?.length === 0) return partGivenUp(state);
  // points that were to become more, and did not
  const before = state.past.at(-1);
  if (before && !before.isDrawing && before.shape === state.shape) return { ...undone(state), future: [] };
  return isComplete(state.shape) ? { ...state, shape: directed(state.shape), isDrawing: false } : state;
}

/** What is saved now: a part without a vertex is none. */
export function settled(state: SketchState): Step {
  const shape = withoutEmptyParts(state.shape);
  return shape === state.shape ? stepOf(state) : { shape, isDrawing: false };
}

/** One step back. A shape that has no vertex left is drawn anew. */
export function undone(state: SketchState): SketchState {
  const before = state.past.at(-1);
  if (!before) return state;
  const isDrawing = before.isDrawing || vertexCount(before.shape) === 0;
  return { shape: before.shape, isDrawing, past: state.past.slice(0, -1), future: [stepOf(state), ...state.future] };
}

export function redone(state: SketchState): SketchState {
  const [next, ...future] = state.future;
  return next ? { ...next, past: [...state.past, stepOf(state)], future } : state;
}
