// Reads the `geometry` parameter of queries and edits: Esri JSON or short text, checked to the last number.
import { type Sentence, sentence } from '../sentence.ts';
import {
  type EsriEnvelope,
  type EsriGeometry,
  type EsriMultipoint,
  type EsriPoint,
  type EsriPolygon,
  type EsriPolyline,
  type GeometryType,
  geometryTypeOf,
  isGeometryType,
  type Position,
  type SpatialReference,
} from './geometry.ts';
import { GeometryError } from './geometry-error.ts';

/** The most vertices that one geometry parameter may have. */
export const MAX_VERTICES = 100_000;

/** A checked geometry and its kind. */
export interface ParsedGeometry {
  geometry: EsriGeometry;
  geometryType: GeometryType;
}

type Members = Record<string, unknown>;

const refuse = (why: Sentence): never => {
  throw new GeometryError(why);
};

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a geometry given as object, JSON text or short text (`x,y` or `xmin,ymin,xmax,ymax`).
 * Unclosed rings are closed and the corners of envelopes put in order; everything else that is odd is refused.
 * @throws GeometryError when the value is not a geometry of the wanted kind
 */
export function parseGeometry(value: unknown, geometryType?: string): ParsedGeometry {
  if (geometryType !== undefined && !isGeometryType(geometryType)) refuse(sentence('geometry-kind', { type: geometryType.slice(0, 40) }));
  const members = typeof value === 'string' ? readText(value.trim()) : value;
  if (!isObject(members)) return refuse(sentence('geometry-object'));
  const found = geometryTypeOf(members) ?? refuse(sentence('geometry-empty-kind'));
  if (geometryType !== undefined && geometryType !== found) refuse(sentence('geometry-type-other', { type: geometryType }));
  return { geometry: readers[found](members), geometryType: found };
}

function readText(text: string): unknown {
  if (text.startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new GeometryError(sentence('geometry-json'), { cause });
    }
  }
  const numbers = text.split(',').map((part) => (/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(part) ? Number(part) : Number.NaN));
  const [a, b, c, d] = numbers;
  if (numbers.length === 2) return { x: a, y: b };
  if (numbers.length === 4) return { xmin: a, ymin: b, xmax: c, ymax: d };
  return refuse(sentence('geometry-text'));
}

const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function finite(value: unknown, otherwise: Sentence): number {
  return isFiniteNumber(value) ? value : refuse(otherwise);
}

/** A member that is one number. */
function member(members: Members, name: string): number {
  const value = members[name];
  // The sentence is made where it is said: it takes longer than all the rest of reading a point.
  return isFiniteNumber(value) ? value : refuse(sentence('geometry-number', { name }));
}

const NO_COORDINATE = sentence('geometry-coordinate');
const NO_ORDINATE = sentence('geometry-ordinate');

/** Z and m may be unknown: null, or the text "NaN" that some clients write. */
function ordinate(value: unknown): number {
  return value === null || value === 'NaN' ? Number.NaN : finite(value, NO_ORDINATE);
}

/** The reference system that a geometry names itself; undefined where it names none. */
function ownReference({ spatialReference: sr }: Members): SpatialReference | undefined {
  if (sr === undefined || sr === null) return undefined;
  return isObject(sr) ? sr : refuse(sentence('geometry-reference'));
}

function located(members: Members): { spatialReference?: SpatialReference } {
  const spatialReference = ownReference(members);
  return spatialReference === undefined ? {} : { spatialReference };
}

function dimensions(members: Members): { hasZ?: boolean; hasM?: boolean; spatialReference?: SpatialReference } {
  return { ...(members.hasZ === true && { hasZ: true }), ...(members.hasM === true && { hasM: true }), ...located(members) };
}

class VertexBudget {
  private left = MAX_VERTICES;

  spend(count: number): void {
    this.left -= count;
    if (this.left < 0) refuse(sentence('geometry-vertices', { most: MAX_VERTICES }));
  }
}

function readPositions(value: unknown, budget: VertexBudget): Position[] {
  if (!Array.isArray(value)) return refuse(sentence('geometry-positions'));
  budget.spend(value.length);
  return value.map((position: unknown) => {
    if (!Array.isArray(position) || position.length < 2 || position.length > 4) return refuse(sentence('geometry-position'));
    return position.map((n, i) => (i < 2 ? finite(n, NO_COORDINATE) : ordinate(n)));
  });
}

function readParts(value: unknown): Position[][] {
  if (!Array.isArray(value)) return refuse(sentence('geometry-parts'));
  const budget = new VertexBudget();
  return value.map((part) => readPositions(part, budget));
}

function readPoint(members: Members): EsriPoint {
  const x = member(members, 'x');
  const y = member(members, 'y');
  const spatialReference = ownReference(members);
  // Copying what another function gathers would take longer than reading the coordinates.
  const point: EsriPoint = spatialReference === undefined ? { x, y } : { x, y, spatialReference };
  if (members.z !== undefined && members.z !== null) point.z = ordinate(members.z);
  if (members.m !== undefined && members.m !== null) point.m = ordinate(members.m);
  return point;
}

function readMultipoint(members: Members): EsriMultipoint {
  return { points: readPositions(members.points, new VertexBudget()), ...dimensions(members) };
}

function readPolyline(members: Members): EsriPolyline {
  const paths = readParts(members.paths);
  if (paths.some((path) => path.length < 2)) refuse(sentence('path-short'));
  return { paths, ...dimensions(members) };
}

function readPolygon(members: Members): EsriPolygon {
  const rings = readParts(members.rings);
  for (const ring of rings) {
    if (ring.length < 4) refuse(sentence('ring-points'));
    const [first, last] = [ring[0] ?? [], ring[ring.length - 1] ?? []];
    if (first[0] !== last[0] || first[1] !== last[1]) ring.push([...first]);
  }
  return { rings, ...dimensions(members) };
}

function readEnvelope(members: Members): EsriEnvelope {
  const [x1, y1, x2, y2] = ['xmin', 'ymin', 'xmax', 'ymax'].map((name) => member(members, name)) as [number, number, number, number];
  return { xmin: Math.min(x1, x2), ymin: Math.min(y1, y2), xmax: Math.max(x1, x2), ymax: Math.max(y1, y2), ...located(members) };
}

const readers: Record<GeometryType, (members: Members) => EsriGeometry> = {
  esriGeometryPoint: readPoint,
  esriGeometryMultipoint: readMultipoint,
  esriGeometryPolyline: readPolyline,
  esriGeometryPolygon: readPolygon,
  esriGeometryEnvelope: readEnvelope,
};
