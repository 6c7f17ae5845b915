// The shapes of Esri JSON geometries and the guards that tell them apart.

/** Names of the geometry kinds on the wire. */
export const GEOMETRY_TYPES = [
  'esriGeometryPoint',
  'esriGeometryMultipoint',
  'esriGeometryPolyline',
  'esriGeometryPolygon',
  'esriGeometryEnvelope',
] as const;

export type GeometryType = (typeof GEOMETRY_TYPES)[number];

/** A coordinate reference system as clients write it. */
export interface SpatialReference {
  wkid?: number;
  latestWkid?: number;
  wkt?: string;
}

/** `[x, y]`, then z and m where the geometry has them (m takes the third place when there is no z). */
export type Position = number[];

interface Located {
  spatialReference?: SpatialReference;
}

interface Dimensioned extends Located {
  hasZ?: boolean;
  hasM?: boolean;
}

export interface EsriPoint extends Located {
  x: number;
  y: number;
  z?: number;
  m?: number;
}

export interface EsriMultipoint extends Dimensioned {
  points: Position[];
}

export interface EsriPolyline extends Dimensioned {
  paths: Position[][];
}

/** Rings are closed; outer rings run clockwise, holes counter-clockwise. */
export interface EsriPolygon extends Dimensioned {
  rings: Position[][];
}

export interface EsriEnvelope extends Located {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

export type EsriGeometry = EsriPoint | EsriMultipoint | EsriPolyline | EsriPolygon | EsriEnvelope;

const has = (value: unknown, member: string): boolean => typeof value === 'object' && value !== null && member in value;

/** Whether the value has the members of a point. */
export const isPoint = (value: unknown): value is EsriPoint => has(value, 'x') && has(value, 'y');

/** Whether the value has the member of a multipoint. */
export const isMultipoint = (value: unknown): value is EsriMultipoint => has(value, 'points');

/** Whether the value has the member of a polyline. */
export const isPolyline = (value: unknown): value is EsriPolyline => has(value, 'paths');

/** Whether the value has the member of a polygon. */
export const isPolygon = (value: unknown): value is EsriPolygon => has(value, 'rings');

/** Whether the value has the members of an envelope. */
export const isEnvelope = (value: unknown): value is EsriEnvelope =>
  has(value, 'xmin') && has(value, 'ymin') && has(value, 'xmax') && has(value, 'ymax');

/** Whether the text is the name of a geometry kind. */
export const isGeometryType = (value: unknown): value is GeometryType => (GEOMETRY_TYPES as readonly unknown[]).includes(value);

/** The kind of a geometry told from its members, or null when it is none. */
export function geometryTypeOf(value: unknown): GeometryType | null {
  if (isPoint(value)) return 'esriGeometryPoint';
  if (isMultipoint(value)) return 'esriGeometryMultipoint';
  if (isPolyline(value)) return 'esriGeometryPolyline';
  if (isPolygon(value)) return 'esriGeometryPolygon';
  return isEnvelope(value) ? 'esriGeometryEnvelope' : null;
}
