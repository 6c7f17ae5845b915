// Draws and reshapes on the map: pointer, touch and keys become steps of the sketch.
import type * as GeoJSON from 'geojson';
import type { Map as LibraryMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { type Grip, gripAt } from './grips.ts';
import type { Place, Shape } from './shape.ts';
import { Sight } from './sight.ts';
import { answerKey } from './sketch-keys.ts';
import { carried, chosen, inserted, moved, type SketchState } from './sketch-state.ts';
import { KEY_PX, MOUSE_PX, SketchSteps } from './sketch-steps.ts';
import { middleBehind, sketchData } from './sketch-style.ts';
import type { Snapped } from './snap-index.ts';
import { type FindNearby, Snapper } from './snapper.ts';

/** What the panel shows of snapping. */
export interface Snapping {
  /** What the last vertex fell on. */
  last: Pick<Snapped, 'on' | 'title'> | undefined;
  /** Titles of layers with too many features in sight. */
  tooMany: readonly string[];
}

/** What the editor needs. */
export interface EditorOptions {
  shape: Shape;
  isDrawing: boolean;
  /** Shows the sketch on the map; undefined takes it away. */
  show(data: GeoJSON.FeatureCollection | undefined): void;
  onChange(state: SketchState): void;
  /** Fetches features that vertices can fall on. */
  findNearby: FindNearby;
  onSnapping(snapping: Snapping): void;
  /** Escape was pressed with nothing chosen. */
  onEscape?(): void;
}

/** How far from a handle a finger may be, and how far from a feature a mouse. @units pixels */
const FINGER_PX = 22;
const SNAP_PX = 10;

type Pointer = MapMouseEvent | MapTouchEvent;

/** One shape in the hand of a person. `remove` gives the map back. */
export class ShapeEditor extends SketchSteps {
  private readonly map: LibraryMap;
  private readonly options: EditorOptions;
  private readonly snapper: Snapper;
  private pointer: Place | undefined;
  private drag: { grip: Grip; last: Place; hasMoved: boolean } | undefined;
  private frame = 0;
  /** A vertex that is added once the map has come to rest. */
  private awaited: { isFree: boolean } | undefined;
  private readonly ends: (() => void)[] = [];

  constructor(map: LibraryMap, options: EditorOptions) {
    super(new Sight(map), options.shape, options.isDrawing);
    this.map = map;
    this.options = options;
    this.snapper = new Snapper(map, options.findNearby, () => {
      this.rests();
      this.tellSnapping();
    });
    this.listen();
    this.show();
  }

  /** Whether vertices fall on features nearby. */
  setSnapping(isOn: boolean): void {
    this.snapper.switch(isOn);
    this.snapped = undefined;
    this.show();
    this.tellSnapping();
  }

  remove(): void {
    cancelAnimationFrame(this.frame);
    this.snapper.remove();
    for (const end of this.ends) end();
    delete this.map.getContainer().dataset.sketch;
    this.options.show(undefined);
  }

  protected override become(state: SketchState): void {
    if (this.state.isDrawing && !state.isDrawing) this.pointer = undefined;
    this.state = state;
    this.show();
    this.options.onChange(state);
    this.tellSnapping();
  }

  protected override snap(at: Place, reachPx: number): Snapped | undefined {
    return this.snapper.near(at, reachPx);
  }

  /** In the middle of the map as it comes to rest: on its way there a key would meet what people do not aim at, such as the last vertex, which ends the drawing. */
  override addAtCentre(isFree = false): void {
    if (this.map.isMoving()) this.awaited = { isFree };
    else super.addAtCentre(isFree);
  }

  private addAwaited(): void {
    const { awaited } = this;
    this.awaited = undefined;
    if (awaited && this.state.isDrawing) super.addAtCentre(awaited.isFree);
  }

  protected override left(): void {
    this.options.onEscape?.();
  }

  private tellSnapping(): void {
    this.options.onSnapping({ last: this.snapped, tooMany: this.snapper.tooMany });
  }

  /** Several changes of one moment are drawn once. */
  private show(): void {
    // the page shows where the keyboard draws
    this.map.getContainer().dataset.sketch = this.state.isDrawing ? 'draw' : 'reshape';
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const { pointer, isWhole } = this;
      const snapped = this.state.isDrawing || this.drag ? this.snapped : undefined;
      this.options.show(sketchData(this.state, { isInSight: (at) => this.sight.holds(at), pointer, isWhole, snapped }));
    });
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
    on('moveend', () => {
      this.rests();
      this.addAwaited();
    });
    const isZooming = map.doubleClickZoom.isEnabled();
    map.doubleClickZoom.disable();
    const canvas = map.getCanvas();
    const press = (event: KeyboardEvent) => {
      if (!answerKey(this, event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
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

  private gripAt(point: { x: number; y: number }, slack: number): Grip | undefined {
    if (this.isWhole && !this.state.isDrawing) return { kind: 'whole' };
    return gripAt(this.sight, this.state, point, slack);
  }

  private grab(event: Pointer, slack: number): void {
    const grip = this.gripAt(event.point, slack);
    if (!grip) return;
    // the map stays where it is
    event.preventDefault();
    this.drag = { grip, last: [event.lngLat.lng, event.lngLat.lat], hasMoved: false };
  }

  /** The map has come to rest, or what is around is known now: those who draw with keys or fingers see what a vertex in the middle would fall on. */
  private rests(): void {
    const isByMiddle = this.map.getCanvas().matches(':focus-visible') || window.matchMedia('(pointer: coarse)').matches;
    if (isByMiddle && this.state.isDrawing) this.snapped = this.snap(this.sight.middle, KEY_PX);
    this.show();
  }

  private hovers(event: MapMouseEvent): void {
    if (this.drag) {
      this.pulls(event);
      return;
    }
    const { shape, isDrawing } = this.state;
    const grip = this.gripAt(event.point, MOUSE_PX);
    this.map.getCanvas().style.cursor = grip ? 'move' : isDrawing ? 'crosshair' : '';
    if (!isDrawing) return;
    const spot = this.spotOf(event, SNAP_PX);
    if (shape.kind !== 'point' && shape.kind !== 'multipoint') this.pointer = spot.at;
    this.show();
  }

  /** Where a vertex goes at the pointer; with Ctrl or Command exactly there. */
  private spotOf({ lngLat, originalEvent }: Pointer, reachPx: number): Snapped['spot'] {
    const at: Place = [lngLat.lng, lngLat.lat];
    this.snapped = originalEvent.ctrlKey || originalEvent.metaKey ? undefined : this.snap(at, reachPx);
    return this.snapped?.spot ?? { at };
  }

  private pulls(event: Pointer): void {
    const { drag } = this;
    if (!drag) return;
    event.preventDefault();
    const to: Place = [event.lngLat.lng, event.lngLat.lat];
    const { grip, hasMoved } = drag;
    if (grip.kind === 'whole') this.become(carried(this.state, { from: drag.last, to }, hasMoved));
    else {
      const spot = this.spotOf(event, 'points' in event ? FINGER_PX : SNAP_PX);
      if (grip.kind === 'middle') {
        this.become(inserted(this.state, grip.ref, spot));
        drag.grip = { kind: 'vertex', ref: { part: grip.ref.part, index: grip.ref.index + 1 } };
      } else this.become(moved(this.state, grip.ref, spot, hasMoved));
    }
    drag.last = to;
    drag.hasMoved = true;
  }

  private release(): void {
    const { drag } = this;
    this.drag = undefined;
    if (!drag || drag.hasMoved || this.state.isDrawing) return;
    this.snapped = undefined;
    if (drag.grip.kind === 'vertex') this.become(chosen(this.state, drag.grip.ref));
    // a press on the middle of an edge is enough to add a vertex, as fingers do
    else if (drag.grip.kind === 'middle') {
      const middle = middleBehind(this.state.shape, drag.grip.ref);
      if (middle) this.become(inserted(this.state, drag.grip.ref, { at: middle }));
    }
  }

  private clicked(event: MapMouseEvent): void {
    const { originalEvent } = event;
    const isTouch = (originalEvent as PointerEvent).pointerType === 'touch';
    const slack = isTouch ? FINGER_PX : MOUSE_PX;
    if (this.state.isDrawing) {
      const isFree = originalEvent.ctrlKey || originalEvent.metaKey;
      this.place([event.lngLat.lng, event.lngLat.lat], { slack, reach: isFree ? 0 : isTouch ? FINGER_PX : SNAP_PX });
    } else if (!this.gripAt(event.point, slack)) {
      this.snapped = undefined;
      this.become(chosen(this.state, undefined));
    }
  }
}
