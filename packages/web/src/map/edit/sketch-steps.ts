// The steps of drawing and reshaping that need no pointer: buttons and keys take them.
import { type Place, type Shape, type VertexRef, vertexAt, vertexFrom } from './shape.ts';
import type { Sight } from './sight.ts';
import {
  added,
  chosen,
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
  startSketch,
  undone,
} from './sketch-state.ts';
import { areTooMany, middleBehind } from './sketch-style.ts';
import type { Snapped } from './snap-index.ts';

/** How far from a vertex a mouse may be, and what is snapped to with keys. @units pixels */
export const MOUSE_PX = 9;
export const KEY_PX = 16;
/** A vertex that is told to snap looks further around. */
const FAR_PX = 60;

/** One shape and its steps. */
export abstract class SketchSteps {
  protected state: SketchState;
  protected readonly sight: Sight;
  protected isWhole = false;
  /** What the last vertex fell on, or the next one would. */
  protected snapped: Snapped | undefined;

  constructor(sight: Sight, shape: Shape, isDrawing: boolean) {
    this.sight = sight;
    this.state = startSketch(sight.near(shape), isDrawing);
  }

  get current(): SketchState {
    return this.state;
  }

  /** Whether there are more vertices in sight than handles could be told apart. */
  get needsZoom(): boolean {
    return areTooMany(this.state.shape, (at) => this.sight.holds(at));
  }

  /** Another state, which is shown and told. */
  protected abstract become(state: SketchState): void;

  /** What a vertex at a place falls on. */
  protected abstract snap(at: Place, reachPx: number): Snapped | undefined;

  /** Escape was pressed with nothing to leave. */
  protected abstract left(): void;

  undo(): void {
    this.become(undone(this.state));
  }

  redo(): void {
    this.become(redone(this.state));
  }

  finish(): void {
    this.become(finished(this.state));
  }

  /** Another part, or a hole. */
  beginPart(): void {
    this.become(partBegun(this.state));
  }

  /** Without the part of the chosen vertex. */
  removePart(): void {
    if (this.state.chosen) this.become(partRemoved(this.state, this.state.chosen.part));
  }

  giveUpPart(): void {
    this.become(partGivenUp(this.state));
  }

  /** Leaves the chosen vertex, the part that is being drawn, or the feature. */
  escape(): void {
    if (this.state.chosen) this.become(chosen(this.state, undefined));
    else if (isDrawingMore(this.state)) this.giveUpPart();
    else this.left();
  }

  /** Adds a vertex in the middle of the map: what a click does, for those who do not click. */
  addAtCentre(isFree = false): void {
    this.place(this.sight.middle, { slack: MOUSE_PX, reach: isFree ? 0 : KEY_PX });
  }

  /** A vertex more; on the last vertex, or the first of an outline, drawing is over. A single point is finished by its place. */
  protected place(at: Place, { slack, reach }: { slack: number; reach: number }): void {
    const { shape } = this.state;
    if (this.isAtEnd(at, slack)) {
      this.finish();
      return;
    }
    this.snapped = reach > 0 ? this.snap(at, reach) : undefined;
    const spot = this.snapped?.spot ?? { at };
    if (this.isAtEnd(spot.at, 1)) {
      this.finish();
      return;
    }
    this.become(added(this.state, spot));
    if (shape.kind === 'point') this.finish();
  }

  private isAtEnd(at: Place, slack: number): boolean {
    const { shape } = this.state;
    if (shape.kind === 'point' || shape.kind === 'multipoint') return false;
    const part = shape.parts.at(-1) ?? [];
    const ends = [part.at(-1), ...(shape.kind === 'polygon' ? [part[0]] : [])];
    return ends.some((vertex) => vertex !== undefined && this.sight.distance(vertex.at, at) <= slack);
  }

  /** Chooses the next or the one before. */
  choose(by: number): void {
    const ref = vertexFrom(this.state.shape, this.state.chosen, by);
    this.snapped = undefined;
    this.become(chosen(this.state, ref));
    const vertex = ref && vertexAt(this.state.shape, ref);
    if (vertex) this.sight.show(vertex.at);
  }

  /** Puts a vertex on a place that was typed. */
  moveVertex(ref: VertexRef, at: Place): void {
    const vertex = vertexAt(this.state.shape, ref);
    // on the turn of the earth where the vertex is
    const turns = vertex ? Math.round((vertex.at[0] - at[0]) / 360) : 0;
    this.snapped = undefined;
    this.become(moved(this.state, ref, { at: [at[0] + 360 * turns, at[1]] }));
  }

  removeChosen(): void {
    if (this.state.chosen) this.become(removed(this.state, this.state.chosen));
  }

  /** Adds a vertex in the middle of the edge behind the chosen one. */
  insertBehindChosen(): void {
    const behind = this.state.chosen;
    const middle = behind && middleBehind(this.state.shape, behind);
    if (behind && middle) this.become(inserted(this.state, behind, { at: middle }));
  }

  /** Puts the chosen vertex, or the one there is, on what lies nearest around it; false when there is nothing. */
  snapChosen(): boolean {
    const ref = this.state.shape.kind === 'point' ? { part: 0, index: 0 } : this.state.chosen;
    const vertex = ref && vertexAt(this.state.shape, ref);
    const snapped = vertex && this.snap(vertex.at, FAR_PX);
    if (!ref || !snapped) return false;
    this.snapped = snapped;
    this.become(moved(this.state, ref, snapped.spot));
    return true;
  }

  /** Moves the chosen vertex by pixels; without one the arrows move the map, as always. */
  nudge([x = 0, y = 0]: readonly number[], step: number): boolean {
    const { chosen: ref, shape } = this.state;
    const vertex = ref && vertexAt(shape, ref);
    if (!ref || !vertex) return false;
    this.snapped = undefined;
    this.become(moved(this.state, ref, { at: this.sight.shifted(vertex.at, x * step, y * step) }));
    return true;
  }

  /** Whether the shape is moved as a whole or vertex by vertex. */
  setWhole(isWhole: boolean): void {
    this.isWhole = isWhole;
    this.become(chosen(this.state, undefined));
  }
}
