// Geometries of the feature service interface from and to shapes on the map.
import type { GeometryType } from '@graticule/contract/services/layer';
import { fromWebMercator, toWebMercator } from '@graticule/geo/project/web-mercator';
import { cutAtMeridian } from './meridian.ts';
import { directed } from './rings.ts';
import type { Shape, ShapeKind, Vertex } from './shape.ts';

/** How a layer speaks of places. */
export interface Frame {
  geometryType: GeometryType;
  /** Degrees (4326) or metres of Web Mercator (3857), in which geometries are asked for and sent. */
  wkid: 4326 | 3857;
  hasZ: boolean;
  hasM: boolean;
}

const KINDS: Readonly<Record<GeometryType, ShapeKind>> = {
  esriGeometryPoint: 'point',
  esriGeometryMultipoint: 'multipoint',
  esriGeometryPolyline: 'line',
  esriGeometryPolygon: 'polygon',
};

export function kindOfGeometry(geometryType: GeometryType): ShapeKind {
  return KINDS[geometryType];
}

/** About a millimetre: what a hand at a map means is far coarser, and the numbers stay short. */
const DECIMALS = { 4326: 8, 3857: 3 } as const;

type Ordinate = number | null | undefined;
type Position = readonly (number | null)[];

/** The shape of a geometry; undefined where the feature has none. */
export function shapeOf(geometry: Readonly<Record<string, unknown>> | null | undefined, frame: Frame): Shape | undefined {
  if (!geometry) return undefined;
  const kind = KINDS[frame.geometryType];
  const read = (position: Position): Vertex => vertexOf(position, geometry, frame);
  const { x, y, z, m, points, paths, rings } = geometry as Record<string, unknown>;
  if (kind === 'point') {
    if (typeof x !== 'number' || typeof y !== 'number') return undefined;
    return {
      kind,
      parts: [[placed(x, y, { ...(frame.hasZ ? { z: ordinate(z) } : {}), ...(frame.hasM ? { m: ordinate(m) } : {}) }, frame)]],
    };
  }
  const parts = (kind === 'multipoint' ? [points] : kind === 'line' ? paths : rings) as Position[][] | undefined;
  if (!Array.isArray(parts) || parts.length === 0 || !Array.isArray(parts[0])) return undefined;
  return { kind, parts: parts.map((part) => (kind === 'polygon' ? opened(part) : part).map(read)) };
}

function ordinate(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function vertexOf(position: Position, geometry: Readonly<Record<string, unknown>>, frame: Frame): Vertex {
  const [x = 0, y = 0] = position;
  const hasZ = geometry.hasZ === true;
  const extra = {
    ...(frame.hasZ ? { z: ordinate(hasZ ? position[2] : null) } : {}),
    ...(frame.hasM && geometry.hasM === true ? { m: ordinate(position[hasZ ? 3 : 2]) } : frame.hasM ? { m: null } : {}),
  };
  return placed(x ?? 0, y ?? 0, extra, frame);
}

function placed(x: number, y: number, extra: { z?: Ordinate; m?: Ordinate }, { wkid }: Frame): Vertex {
  return { at: wkid === 4326 ? [x, y] : fromWebMercator(x, y), held: [x, y], ...extra };
}

function opened(ring: readonly Position[]): readonly Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return first && last && ring.length > 1 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

/**
 * The geometry to send, cut at the 180th meridian, with outlines that run clockwise and holes that run the other way. Vertices that were not moved have the numbers that they came with; new ones in layers with
 * heights have the height 0, as points that clients add without one, and no measure.
 */
export function geometryOf(shape: Shape, frame: Frame): Record<string, unknown> {
  const { kind, parts } = cutAtMeridian(directed(shape));
  const spatialReference = { wkid: frame.wkid };
  const marks = { ...(frame.hasZ ? { hasZ: true } : {}), ...(frame.hasM ? { hasM: true } : {}) };
  const written = parts.map((part) => part.map((vertex) => positionOf(vertex, frame)));
  if (kind === 'point') {
    const [vertex] = parts[0] ?? [];
    const [x, y] = vertex ? xyOf(vertex, frame) : [0, 0];
    const z = frame.hasZ ? { z: vertex?.z ?? 0 } : {};
    return { x, y, ...z, ...(frame.hasM && typeof vertex?.m === 'number' ? { m: vertex.m } : {}), spatialReference };
  }
  if (kind === 'multipoint') return { points: written.flat(), ...marks, spatialReference };
  if (kind === 'line') return { paths: written, ...marks, spatialReference };
  return { rings: written.map((ring) => [...ring, ring[0] ?? []]), ...marks, spatialReference };
}

function positionOf(vertex: Vertex, frame: Frame): (number | null)[] {
  return [...xyOf(vertex, frame), ...(frame.hasZ ? [vertex.z ?? 0] : []), ...(frame.hasM ? [vertex.m ?? null] : [])];
}

function xyOf({ at, held }: Vertex, { wkid }: Frame): [number, number] {
  if (held) return [held[0], held[1]];
  const [x, y] = wkid === 4326 ? at : toWebMercator(at[0], at[1]);
  const factor = 10 ** DECIMALS[wkid];
  return [Math.round(x * factor) / factor, Math.round(y * factor) / factor];
}
