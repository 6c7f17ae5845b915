// How a shape looks while it is drawn: its outline, its vertices, places to add vertices, the way to the pointer.
import type * as GeoJSON from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import { MARKS, SKETCH } from '../compose-style.ts';
import type { Place, Shape, VertexRef } from './shape.ts';
import { between } from './shape.ts';
import type { SketchState } from './sketch-state.ts';

const BLUE = '#1C5BB8';
const WHITE = '#FFFFFF';
const VERMILION = '#C8402A';
/** More handles would cover each other. */
const MOST_HANDLES = 1500;

const mark = (name: string) => ['==', ['get', 'mark'], name] as never;

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
}

/** Whether so many vertices are in sight that none has a handle. */
export function areTooMany(shape: Shape, isInSight: Handles['isInSight']): boolean {
  return shape.parts.flat().filter(({ at }) => isInSight(at)).length > MOST_HANDLES;
}

/** The sketch as features. */
export function sketchData(state: SketchState, { isInSight, pointer, isWhole = false }: Handles): GeoJSON.FeatureCollection {
  const { shape, isDrawing } = state;
  const features: GeoJSON.Feature[] = [];
  const add = (name: string, geometry: GeoJSON.Geometry): void =>
    void features.push({ type: 'Feature', properties: { mark: name }, geometry });
  const isLinear = shape.kind === 'line' || shape.kind === 'polygon';
  for (const part of isLinear ? shape.parts : []) {
    const path = part.map(({ at }) => [...at]);
    const [first] = path;
    if (path.length === 0 || !first) continue;
    const isClosed = shape.kind === 'polygon' && path.length > 2;
    if (path.length > 1) add('edge', { type: 'LineString', coordinates: isClosed && !isDrawing ? [...path, first] : path });
    if (isDrawing) {
      const last = path.at(-1) ?? first;
      const ahead = [last, ...(pointer ? [[...pointer]] : []), ...(shape.kind === 'polygon' && (isClosed || pointer) ? [first] : [])];
      if (ahead.length > 1) add('ahead', { type: 'LineString', coordinates: ahead });
    }
  }
  const rings = shape.kind === 'polygon' ? shape.parts.filter((part) => part.length > 2) : [];
  if (rings.length > 0) add('area', { type: 'MultiPolygon', coordinates: areas(rings.map((ring) => ring.map(({ at }) => [...at]))) });
  if (isWhole || areTooMany(shape, isInSight)) return { type: 'FeatureCollection', features };
  for (const [p, part] of shape.parts.entries()) {
    for (const [index, { at }] of part.entries()) {
      if (isInSight(at)) add(isChosen(state.chosen, p, index) ? 'chosen' : 'vertex', { type: 'Point', coordinates: [...at] });
      const middle = isDrawing ? undefined : middleBehind(shape, { part: p, index });
      if (middle && isInSight(middle)) add('middle', { type: 'Point', coordinates: [...middle] });
    }
  }
  return { type: 'FeatureCollection', features };
}

const isChosen = (ref: VertexRef | undefined, part: number, index: number): boolean => ref?.part === part && ref.index === index;

/** Where a vertex can be added behind another; undefined at the end of a line, and for points. */
export function middleBehind(shape: Shape, { part, index }: VertexRef): Place | undefined {
  if (shape.kind !== 'line' && shape.kind !== 'polygon') return undefined;
  const vertices = shape.parts[part] ?? [];
  const [from, to] = [vertices[index], vertices[index + 1] ?? (shape.kind === 'polygon' ? vertices[0] : undefined)];
  return from && to && between(from, to, 0.5).at;
}

/** Rings of one shape as one area, in which holes are holes by the even and odd rule of their directions. */
function areas(rings: number[][][]): number[][][][] {
  const closed = rings.map((ring) => [...ring, ring[0] ?? []]);
  const isHole = closed.map((ring) => closed.length > 1 && signedArea(ring) > 0);
  const outer = closed.filter((_, i) => !isHole[i]);
  const holes = closed.filter((_, i) => isHole[i]);
  if (outer.length === 0) return closed.map((ring) => [ring]);
  // a hole belongs to the outline around its first vertex
  return outer.map((ring) => [ring, ...holes.filter((hole) => isInside(hole[0] ?? [], ring))]);
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
