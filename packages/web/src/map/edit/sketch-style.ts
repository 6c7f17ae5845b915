// How a shape looks while it is drawn: its outline, its vertices, places to add vertices, the way to the pointer.
import type * as GeoJSON from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import { MARKS, SKETCH } from '../compose-style.ts';
import { isHole } from './rings.ts';
import { between, type Place, type Shape, type VertexRef } from './shape.ts';
import type { SketchState } from './sketch-state.ts';
import type { Snapped } from './snap-index.ts';

const BLUE = '#1C5BB8';
const WHITE = '#FFFFFF';
const VERMILION = '#C8402A';
const MAGENTA = '#D0167F';
/** More handles would cover each other. */
const MOST_HANDLES = 1500;

const mark = (name: string) => ['==', ['get', 'mark'], name] as never;

const ring = (radius: number) => ({ 'circle-radius': radius, 'circle-opacity': 0 });

/** Layers of the sketch, above all others. */
export function sketchLayers(): LayerSpecification[] {
  const layer = (name: string) => ({ id: `${MARKS}:sketch-${name}`, source: SKETCH });
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return [
    { ...layer('area'), type: 'fill', filter: mark('area'), paint: { 'fill-color': BLUE, 'fill-opacity': 0.16 } },
    {
      ...layer('halo'),
      type: 'line',
      filter: mark('edge'),
      layout: round,
      paint: { 'line-color': WHITE, 'line-width': 5, 'line-opacity': 0.8 },
    },
    { ...layer('edge'), type: 'line', filter: mark('edge'), layout: round, paint: { 'line-color': BLUE, 'line-width': 2.5 } },
    { ...layer('ahead-halo'), type: 'line', filter: mark('ahead'), paint: { 'line-color': WHITE, 'line-width': 4, 'line-opacity': 0.7 } },
    { ...layer('ahead'), type: 'line', filter: mark('ahead'), paint: { 'line-color': BLUE, 'line-width': 2, 'line-dasharray': [2, 2] } },
    {
      ...layer('middle'),
      type: 'circle',
      filter: mark('middle'),
      paint: { 'circle-radius': 4, 'circle-color': WHITE, 'circle-opacity': 0.8, 'circle-stroke-color': BLUE, 'circle-stroke-width': 1 },
    },
    {
      ...layer('vertex'),
      type: 'circle',
      filter: mark('vertex'),
      paint: { 'circle-radius': 6, 'circle-color': WHITE, 'circle-stroke-color': BLUE, 'circle-stroke-width': 2.5 },
    },
    {
      ...layer('chosen'),
      type: 'circle',
      filter: mark('chosen'),
      paint: { 'circle-radius': 8, 'circle-color': VERMILION, 'circle-stroke-color': WHITE, 'circle-stroke-width': 2.5 },
    },
    // a ring around what a vertex falls on, so that the vertex itself stays in sight; a second one tells vertices from edges
    {
      ...layer('snap-halo'),
      type: 'circle',
      filter: mark('snap'),
      paint: { ...ring(11), 'circle-stroke-color': WHITE, 'circle-stroke-width': 5 },
    },
    {
      ...layer('snap'),
      type: 'circle',
      filter: mark('snap'),
      paint: { ...ring(12), 'circle-stroke-color': MAGENTA, 'circle-stroke-width': 2.5 },
    },
    {
      ...layer('snap-vertex'),
      type: 'circle',
      filter: ['all', mark('snap'), ['==', ['get', 'on'], 'vertex']] as never,
      paint: { 'circle-radius': 3.5, 'circle-color': MAGENTA, 'circle-stroke-color': WHITE, 'circle-stroke-width': 1 },
    },
  ];
}

/** What of the vertices has a handle. */
export interface Handles {
  /** Vertices in sight of the map. */
  isInSight: (at: Place) => boolean;
  /** Where the pointer is, while a line or an outline is drawn. */
  pointer?: Place | undefined;
  /** The shape is moved as a whole: no vertex has a handle. */
  isWhole?: boolean;
  /** What the vertex in hand falls on. */
  snapped?: Snapped | undefined;
}

/** Whether so many vertices are in sight that none has a handle. */
export function areTooMany(shape: Shape, isInSight: Handles['isInSight']): boolean {
  return shape.parts.flat().filter(({ at }) => isInSight(at)).length > MOST_HANDLES;
}

type Add = (name: string, geometry: GeoJSON.Geometry, more?: Record<string, string>) => void;

/** The sketch as features. */
export function sketchData(state: SketchState, handles: Handles): GeoJSON.FeatureCollection {
  const { shape } = state;
  const features: GeoJSON.Feature[] = [];
  const add: Add = (name, geometry, more = {}) => void features.push({ type: 'Feature', properties: { mark: name, ...more }, geometry });
  if (shape.kind === 'line' || shape.kind === 'polygon') {
    for (const part of shape.parts.keys()) addPath(state, part, handles.pointer, add);
  }
  if (shape.kind === 'polygon') addArea(state, add);
  if (!handles.isWhole && !areTooMany(shape, handles.isInSight)) addHandles(state, handles.isInSight, add);
  if (handles.snapped) add('snap', { type: 'Point', coordinates: [...handles.snapped.spot.at] }, { on: handles.snapped.on });
  return { type: 'FeatureCollection', features };
}

/** The line of a part; of the one that is being drawn also the way to the pointer and back. */
function addPath({ shape, isDrawing }: SketchState, part: number, pointer: Place | undefined, add: Add): void {
  const path = (shape.parts[part] ?? []).map(({ at }) => [...at]);
  const [first] = path;
  if (!first) return;
  const isDrawn = isDrawing && part === shape.parts.length - 1;
  const isClosed = shape.kind === 'polygon' && path.length > 2;
  if (path.length > 1) add('edge', { type: 'LineString', coordinates: isClosed && !isDrawn ? [...path, first] : path });
  if (!isDrawn) return;
  const last = path.at(-1) ?? first;
  const ahead = [last, ...(pointer ? [[...pointer]] : []), ...(shape.kind === 'polygon' && (isClosed || pointer) ? [first] : [])];
  if (ahead.length > 1) add('ahead', { type: 'LineString', coordinates: ahead });
}

/** What the rings enclose. The one that is being drawn may run either way: how it lies tells what it will be. */
function addArea({ shape, isDrawing }: SketchState, add: Add): void {
  const rings = shape.parts.flatMap((part, i): Ring[] => {
    if (part.length < 3) return [];
    const path = part.map(({ at }) => [...at]);
    const isDrawn = isDrawing && i === shape.parts.length - 1;
    return [{ path, isHole: shape.parts.length > 1 && (isDrawn ? isHole(shape, i) : signedArea(path) > 0) }];
  });
  if (rings.length > 0) add('area', { type: 'MultiPolygon', coordinates: areas(rings) });
}

function addHandles({ shape, isDrawing, chosen }: SketchState, isInSight: Handles['isInSight'], add: Add): void {
  for (const [p, part] of shape.parts.entries()) {
    for (const [index, { at }] of part.entries()) {
      if (isInSight(at)) add(isChosen(chosen, p, index) ? 'chosen' : 'vertex', { type: 'Point', coordinates: [...at] });
      const middle = isDrawing ? undefined : middleBehind(shape, { part: p, index });
      if (middle && isInSight(middle)) add('middle', { type: 'Point', coordinates: [...middle] });
    }
  }
}

const isChosen = (ref: VertexRef | undefined, part: number, index: number): boolean => ref?.part === part && ref.index === index;

/** Where a vertex can be added behind another; undefined at the end of a line, and for points. */
export function middleBehind(shape: Shape, { part, index }: VertexRef): Place | undefined {
  if (shape.kind !== 'line' && shape.kind !== 'polygon') return undefined;
  const vertices = shape.parts[part] ?? [];
  const [from, to] = [vertices[index], vertices[index + 1] ?? (shape.kind === 'polygon' ? vertices[0] : undefined)];
  return from && to && between(from, to, 0.5).at;
}

interface Ring {
  path: number[][];
  isHole: boolean;
}

/** Rings of one shape as areas with their holes. */
function areas(rings: readonly Ring[]): number[][][][] {
  const closed = rings.map(({ path, isHole: hole }) => ({ path: [...path, path[0] ?? []], hole }));
  const outer = closed.filter(({ hole }) => !hole);
  const holes = closed.filter(({ hole }) => hole);
  if (outer.length === 0) return closed.map(({ path }) => [path]);
  // a hole belongs to the outline around its first vertex
  return outer.map(({ path }) => [path, ...holes.map((hole) => hole.path).filter((hole) => isInside(hole[0] ?? [], path))]);
}

function signedArea(ring: number[][]): number {
  return ring.reduce((sum, [x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = ring[(i + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function isInside([x = 0, y = 0]: number[], ring: number[][]): boolean {
  let isIn = false;
  for (let i = 0, k = ring.length - 1; i < ring.length; k = i++) {
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[i] ?? [], ring[k] ?? []];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}
