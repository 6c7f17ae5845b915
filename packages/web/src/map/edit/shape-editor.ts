// Draws and reshapes on the map: pointer, touch and keys become steps of the sketch.
import type * as GeoJSON from 'geojson';
import type { Map as LibraryMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { boxOf, type Place, type Shape, turned, type VertexRef, vertexAt, vertexCount, vertexFrom } from './shape.ts';
import {
  added,
  carried,
  chosen,
  finished,
  inserted,
  moved,
  redone,
  removed,
  type SketchState,
  startSketch,
  undone,
} from './sketch-state.ts';
import { areTooMany, middleBehind, sketchData } from './sketch-style.ts';

/** What the editor needs. */
export interface EditorOptions {
  shape: Shape;
  isDrawing: boolean;
  /** Shows the sketch on the map; undefined takes it away. */
  show(data: GeoJSON.FeatureCollection | undefined): void;
  onChange(state: SketchState): void;
  /** Escape was pressed with nothing chosen. */
  onEscape?(): void;
}

/** How far from a handle a mouse and a finger may be. @units pixels */
const MOUSE_PX = 9;
const FINGER_PX = 22;
const NUDGE_PX = 1;
const FAR_NUDGE_PX = 10;

type Pointer = MapMouseEvent | MapTouchEvent;
type Grip = { kind: 'vertex'; ref: VertexRef } | { kind: 'middle'; ref: VertexRef } | { kind: 'whole' };

/** One shape in the hand of a person. `remove` gives the map back. */
export class ShapeEditor {
  private readonly map: LibraryMap;
  private readonly options: EditorOptions;
  private state: SketchState;
  private pointer: Place | undefined;
  private isWhole = false;
  private drag: { grip: Grip; last: Place; hasMoved: boolean } | undefined;
  private frame = 0;
  private readonly ends: (() => void)[] = [];

  constructor(map: LibraryMap, options: EditorOptions) {
    this.map = map;
    this.options = options;
    this.state = startSketch(this.nearView(options.shape), options.isDrawing);
    this.listen();
    this.show();
  }

  get current(): SketchState {
    return this.state;
  }

  undo(): void {
    this.become(undone(this.state));
  }

  redo(): void {
    this.become(redone(this.state));
  }

  finish(): void {
    this.pointer = undefined;
    this.become(finished(this.state));
  }

  /** Adds a vertex in the middle of the map: what a click does, for those who do not click. */
  addAtCentre(): void {
    const { lng, lat } = this.map.getCenter();
    this.place([lng, lat], MOUSE_PX);
  }

  /** Chooses the next or the one before. */
  choose(by: number): void {
    const ref = vertexFrom(this.state.shape, this.state.chosen, by);
    this.become(chosen(this.state, ref));
    const vertex = ref && vertexAt(this.state.shape, ref);
    if (vertex && !this.isInSight(vertex.at)) this.map.jumpTo({ center: [...vertex.at] });
  }

  /** Puts a vertex on a place that was typed. */
  moveVertex(ref: VertexRef, at: Place): void {
    this.become(moved(this.state, ref, this.near(at, ref)));
  }

  removeChosen(): void {
    if (this.state.chosen) this.become(removed(this.state, this.state.chosen));
  }

  /** Adds a vertex in the middle of the edge behind the chosen one. */
  insertBehindChosen(): void {
    const behind = this.state.chosen;
    const middle = behind && middleBehind(this.state.shape, behind);
    if (behind && middle) this.become(inserted(this.state, behind, middle));
  }

  /** Whether the shape is moved as a whole or vertex by vertex. */
  setWhole(isWhole: boolean): void {
    this.isWhole = isWhole;
    this.become(chosen(this.state, undefined));
  }

  /** Whether there are more vertices in sight than handles could be told apart. */
  get needsZoom(): boolean {
    return areTooMany(this.state.shape, (at) => this.isInSight(at));
  }

  remove(): void {
    cancelAnimationFrame(this.frame);
    for (const end of this.ends) end();
    delete this.map.getContainer().dataset.sketch;
    this.options.show(undefined);
  }

  private become(state: SketchState): void {
    this.state = state;
    this.show();
    this.options.onChange(state);
  }

  /** Several changes of one moment are drawn once. */
  private show(): void {
    // the page shows where the keyboard draws
    this.map.getContainer().dataset.sketch = this.state.isDrawing ? 'draw' : 'reshape';
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const isInSight = (at: Place): boolean => this.isInSight(at);
      this.options.show(sketchData(this.state, { isInSight, pointer: this.pointer, isWhole: this.isWhole }));
    });
  }

  /** The turn of the earth that the map looks at. */
  private nearView(shape: Shape): Shape {
    const box = boxOf(shape);
    if (!box) return shape;
    return turned(shape, Math.round((this.map.getCenter().lng - (box[0] + box[2]) / 2) / 360));
  }

  /** The same place on the turn of the earth where the vertex is. */
  private near([longitude, latitude]: Place, ref: VertexRef): Place {
    const vertex = vertexAt(this.state.shape, ref);
    if (!vertex) return [longitude, latitude];
    return [longitude + 360 * Math.round((vertex.at[0] - longitude) / 360), latitude];
  }

  private isInSight([longitude, latitude]: Place): boolean {
    const { x, y } = this.map.project([longitude, latitude]);
    const { clientWidth, clientHeight } = this.map.getContainer();
    return x > -20 && y > -20 && x < clientWidth + 20 && y < clientHeight + 20;
  }

  private listen(): void {
    const { map } = this;
    const on = (
      type: 'click' | 'mousedown' | 'mousemove' | 'mouseup' | 'touchstart' | 'touchmove' | 'touchend' | 'moveend',
      run: (event: never) => void,
    ) => {
      map.on(type as never, run as never);
      this.ends.push(() => map.off(type as never, run as never));
    };
    on('click', (event: MapMouseEvent) => this.clicked(event));
    on('mousedown', (event: MapMouseEvent) => event.originalEvent.button === 0 && this.grab(event, MOUSE_PX));
    on('touchstart', (event: MapTouchEvent) => event.points.length === 1 && this.grab(event, FINGER_PX));
    on('mousemove', (event: MapMouseEvent) => this.hovers(event));
    on('touchmove', (event: MapTouchEvent) => this.pulls(event));
    on('mouseup', () => this.release());
    on('touchend', () => this.release());
    on('moveend', () => this.show());
    const isZooming = map.doubleClickZoom.isEnabled();
    map.doubleClickZoom.disable();
    const canvas = map.getCanvas();
    const press = (event: KeyboardEvent) => this.pressed(event);
    canvas.addEventListener('keydown', press);
    const releaseOutside = () => this.release();
    window.addEventListener('mouseup', releaseOutside);
    canvas.style.cursor = this.state.isDrawing ? 'crosshair' : '';
    this.ends.push(() => {
      if (isZooming) map.doubleClickZoom.enable();
      canvas.removeEventListener('keydown', press);
      window.removeEventListener('mouseup', releaseOutside);
      canvas.style.cursor = '';
    });
  }

  /** What is under the pointer: the nearest vertex, then the nearest middle of an edge, then the shape where it is moved as a whole. */
  private gripAt({ x, y }: { x: number; y: number }, slack: number): Grip | undefined {
    const { shape, isDrawing } = this.state;
    if (this.isWhole && !isDrawing) return { kind: 'whole' };
    if (areTooMany(shape, (at) => this.isInSight(at))) return undefined;
    let nearest: { grip: Grip; distance: number } | undefined;
    const look = (kind: 'vertex' | 'middle', ref: VertexRef, at: Place | undefined): void => {
      if (!at) return;
      const point = this.map.project([...at]);
      const distance = Math.hypot(point.x - x, point.y - y) + (kind === 'middle' ? 0.5 : 0);
      if (distance <= slack && distance < (nearest?.distance ?? Infinity)) nearest = { grip: { kind, ref }, distance };
    };
    for (const [part, vertices] of shape.parts.entries()) {
      for (const [index, { at }] of vertices.entries()) {
        look('vertex', { part, index }, at);
        if (!isDrawing) look('middle', { part, index }, middleBehind(shape, { part, index }));
      }
    }
    return nearest?.grip;
  }

  private grab(event: Pointer, slack: number): void {
    const grip = this.gripAt(event.point, slack);
    if (!grip) return;
    // the map stays where it is
    event.preventDefault();
    this.drag = { grip, last: [event.lngLat.lng, event.lngLat.lat], hasMoved: false };
  }

  private hovers(event: MapMouseEvent): void {
    if (this.drag) {
      this.pulls(event);
      return;
    }
    const { shape, isDrawing } = this.state;
    if (isDrawing && shape.kind !== 'point' && shape.kind !== 'multipoint') {
      this.pointer = [event.lngLat.lng, event.lngLat.lat];
      this.show();
    }
    const grip = this.gripAt(event.point, MOUSE_PX);
    this.map.getCanvas().style.cursor = grip ? 'move' : isDrawing ? 'crosshair' : '';
  }

  private pulls(event: Pointer): void {
    const { drag } = this;
    if (!drag) return;
    event.preventDefault();
    const to: Place = [event.lngLat.lng, event.lngLat.lat];
    const { grip, hasMoved } = drag;
    if (grip.kind === 'whole') this.become(carried(this.state, { from: drag.last, to }, hasMoved));
    else if (grip.kind === 'middle') {
      this.become(inserted(this.state, grip.ref, to));
      drag.grip = { kind: 'vertex', ref: { part: grip.ref.part, index: grip.ref.index + 1 } };
    } else this.become(moved(this.state, grip.ref, to, hasMoved));
    drag.last = to;
    drag.hasMoved = true;
  }

  private release(): void {
    const { drag } = this;
    this.drag = undefined;
    if (!drag || drag.hasMoved || this.state.isDrawing) return;
    if (drag.grip.kind === 'vertex') this.become(chosen(this.state, drag.grip.ref));
    // a press on the middle of an edge is enough to add a vertex, as fingers do
    else if (drag.grip.kind === 'middle') {
      const middle = middleBehind(this.state.shape, drag.grip.ref);
      if (middle) this.become(inserted(this.state, drag.grip.ref, middle));
    }
  }

  private clicked(event: MapMouseEvent): void {
    const isTouch = (event.originalEvent as PointerEvent).pointerType === 'touch';
    if (this.state.isDrawing) this.place([event.lngLat.lng, event.lngLat.lat], isTouch ? FINGER_PX : MOUSE_PX);
    else if (!this.gripAt(event.point, isTouch ? FINGER_PX : MOUSE_PX)) this.become(chosen(this.state, undefined));
  }

  /** A vertex more; on the last vertex, or the first of an outline, drawing is over. A single point is finished by its place. */
  private place(at: Place, slack: number): void {
    const { shape } = this.state;
    const isLinear = shape.kind === 'line' || shape.kind === 'polygon';
    const part = shape.parts.at(-1) ?? [];
    const ends = [part.at(-1), ...(shape.kind === 'polygon' ? [part[0]] : [])];
    const point = this.map.project([...at]);
    const isAtEnd = ends.some((vertex) => {
      if (!vertex) return false;
      const end = this.map.project([...vertex.at]);
      return Math.hypot(end.x - point.x, end.y - point.y) <= slack;
    });
    if (isLinear && isAtEnd) {
      this.finish();
      return;
    }
    this.become(added(this.state, at));
    if (shape.kind === 'point') this.finish();
  }

  private pressed(event: KeyboardEvent): void {
    if (!this.answers(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** True when the key meant something here. */
  private answers({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { isDrawing, shape } = this.state;
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'z') return this.did(() => (shiftKey ? this.redo() : this.undo()));
    if (key === 'Enter' || key === ' ') return isDrawing && this.did(() => this.addAtCentre());
    if (key === 'Backspace' || key === 'Delete') {
      if (isDrawing) return vertexCount(shape) > 0 && this.did(() => this.undo());
      return this.state.chosen !== undefined && this.did(() => this.removeChosen());
    }
    if (key === 'Escape') {
      if (this.state.chosen) return this.did(() => this.become(chosen(this.state, undefined)));
      return this.did(() => this.options.onEscape?.());
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    return way !== undefined && this.nudge(way, shiftKey ? FAR_NUDGE_PX : NUDGE_PX);
  }

  private did(run: () => void): true {
    run();
    return true;
  }

  /** Moves the chosen vertex by pixels; without one the arrows move the map, as always. */
  private nudge([x = 0, y = 0]: number[], step: number): boolean {
    const { chosen: ref, shape } = this.state;
    const vertex = ref && vertexAt(shape, ref);
    if (!ref || !vertex) return false;
    const point = this.map.project([...vertex.at]);
    const { lng, lat } = this.map.unproject([point.x + x * step, point.y + y * step]);
    return this.did(() => this.become(moved(this.state, ref, [lng, lat])));
  }
}
