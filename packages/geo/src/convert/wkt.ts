// Reads well-known text of geometries, as it stands in columns of tables.
import type { Position } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { joinedPath, pathOfArcs } from './arcs.ts';
import type { FileShape } from './collections.ts';
import { closedRing, type Shape } from './shape.ts';

const LINES = ['LINESTRING', 'CIRCULARSTRING', 'COMPOUNDCURVE'];
/** What stands within curves and their like; the first of them where it has no name of its own. */
const WITHIN: ReadonlyMap<string, readonly string[]> = new Map([
  ['COMPOUNDCURVE', LINES.slice(0, 2)],
  ['CURVEPOLYGON', LINES],
  ['MULTICURVE', LINES],
  ['MULTISURFACE', ['POLYGON', 'CURVEPOLYGON']],
]);
const COLLECTION = 'GEOMETRYCOLLECTION';
const PLAIN = ['POINT', 'LINESTRING', 'POLYGON', 'MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON', 'TRIANGLE', 'LINEARRING'];
const HEAD = `(${[...PLAIN, 'CIRCULARSTRING', ...WITHIN.keys(), COLLECTION].join('|')})(?:\\s*(ZM|Z|M))?\\s*(?=\\(|EMPTY)`;
const START = new RegExp(`^\\s*(?:SRID=(\\d+);\\s*)?${HEAD}`, 'i');
const INNER = new RegExp(HEAD, 'iy');
/** Geometries that no layer holds. */
const UNHELD = /^\s*(?:SRID=\d+;\s*)?(TIN|POLYHEDRALSURFACE|CIRCLE|GEODESICSTRING|ELLIPTICALCURVE|NURBSCURVE|CLOTHOID|SPIRALCURVE)\b/i;
/** Collections within collections are read so deep. */
const MAX_DEPTH = 8;

/** Whether the text begins like a geometry in well-known text. */
export function looksLikeWkt(text: string): boolean {
  return START.test(text);
}

type Nested = Position | Nested[];

/** Reads one geometry, or those of a collection one by one; curves become lines with many points. @throws GeometryError when the text is none */
export function readWkt(text: string): FileShape {
  const start = START.exec(text);
  if (!start) throw new GeometryError(unread(text));
  const [head, srid, type = '', marks = ''] = start;
  const parser = new Parser(text, head.length);
  const shapes = parser.shapes(type.toUpperCase(), marks.toUpperCase(), 0);
  parser.end();
  if (srid !== undefined) for (const shape of shapes) shape.srid = Number(srid);
  return type.toUpperCase() === COLLECTION ? shapes : (shapes[0] ?? []);
}

function unread(text: string): Sentence {
  const type = UNHELD.exec(text.slice(0, 100))?.[1];
  return type === undefined ? sentence('wkt-not') : sentence('bytes-type', { type: type.toUpperCase() });
}

interface Dimensions {
  hasZ: boolean;
  hasM: boolean;
}

function plainShape(type: string, body: Nested[], dimensions: Dimensions): Shape {
  switch (type) {
    case 'POINT':
      return { kind: 'point', ...dimensions, position: body.length > 0 ? (line(body, 1)[0] ?? null) : null };
    case 'MULTIPOINT':
      // Both (1 2, 3 4) and ((1 2), (3 4)) are in use.
      return {
        kind: 'multipoint',
        ...dimensions,
        positions: line(body.map((item) => (Array.isArray(item[0]) ? item[0] : item)) as Nested[], 0),
      };
    case 'LINESTRING':
    case 'LINEARRING':
      return { kind: 'polyline', ...dimensions, paths: body.length > 0 ? [line(body, 2)] : [] };
    case 'CIRCULARSTRING':
      return { kind: 'polyline', ...dimensions, hadCurves: true, paths: body.length > 0 ? [pathOfArcs(line(body, 2))] : [] };
    case 'MULTILINESTRING':
      return { kind: 'polyline', ...dimensions, paths: body.map((part) => line(part, 2)) };
    case 'MULTIPOLYGON':
      return { kind: 'polygon', ...dimensions, polygons: body.map(rings) };
    default:
      return { kind: 'polygon', ...dimensions, polygons: body.length > 0 ? [rings(body)] : [] };
  }
}

/** What curves and the like make of their parts. */
function curvedShape(type: string, parts: readonly Shape[]): Shape {
  const some = (is: (part: Shape) => boolean | undefined): boolean => parts.some((part) => is(part) === true);
  const curved = some((part) => part.hadCurves) ? { hadCurves: true as const } : {};
  const dimensions = { hasZ: some((part) => part.hasZ), hasM: some((part) => part.hasM), ...curved };
  if (type === 'MULTISURFACE') {
    return { kind: 'polygon', ...dimensions, polygons: parts.flatMap((part) => (part.kind === 'polygon' ? part.polygons : [])) };
  }
  const paths = parts.flatMap((part) => (part.kind === 'polyline' ? part.paths : []));
  if (type === 'MULTICURVE') return { kind: 'polyline', ...dimensions, paths };
  if (type === 'CURVEPOLYGON') return { kind: 'polygon', ...dimensions, polygons: paths.length > 0 ? [paths.map(ringOf)] : [] };
  return { kind: 'polyline', ...dimensions, paths: paths.length > 0 ? [joinedPath(paths)] : [] };
}

function line(part: Nested, least: number): Position[] {
  const positions = part as Position[];
  if (!Array.isArray(part) || !positions.every((position) => Array.isArray(position) && typeof position[0] === 'number'))
    throw new GeometryError(sentence('wkt-parentheses'));
  if (positions.length < least) throw new GeometryError(sentence('wkt-part-short', { least }));
  return positions;
}

function rings(part: Nested): Position[][] {
  return (part as Nested[]).map((ring) => ringOf(line(ring, 3)));
}

function ringOf(path: Position[]): Position[] {
  const closed = closedRing(path);
  if (closed.length < 4) throw new GeometryError(sentence('ring-short'));
  return closed;
}

class Parser {
  private readonly text: string;
  private at: number;
  /** Numbers of the longest position. */
  private width = 2;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** What stands behind the head of a geometry; several where it is a collection. */
  shapes(type: string, marks: string, depth: number): Shape[] {
    if (depth > MAX_DEPTH) throw new GeometryError(sentence('wkt-deep'));
    const within = WITHIN.get(type);
    if (type === COLLECTION) return this.items(() => this.named(marks, depth)).flat();
    if (within !== undefined) return [curvedShape(type, this.items(() => this.named(marks, depth, within)).flat())];
    this.width = 2;
    const body = this.body();
    const hasM = marks.includes('M');
    return [plainShape(type, body, { hasZ: marks.includes('Z') || (!hasM && this.width > 2), hasM })];
  }

  end(): void {
    if (this.text.slice(this.at).trim() !== '') throw new GeometryError(sentence('wkt-behind'));
  }

  /** A geometry with its head, which may be missing where `types` tell what is meant. */
  private named(marks: string, depth: number, types?: readonly string[]): Shape[] {
    this.skipSpace();
    if (types?.[0] !== undefined && this.text[this.at] === '(') return this.shapes(types[0], marks, depth + 1);
    INNER.lastIndex = this.at;
    const [head, named = '', own = marks] = INNER.exec(this.text) ?? [];
    const type = named.toUpperCase();
    if (head === undefined || types?.includes(type) === false) throw new GeometryError(unread(this.text.slice(this.at, this.at + 100)));
    this.at += head.length;
    return this.shapes(type, own.toUpperCase(), depth + 1);
  }

  private body(): Nested[] {
    return this.items(() => (this.text[this.at] === '(' ? this.list(1) : this.position()));
  }

  private list(depth: number): Nested[] {
    if (depth > 3) throw new GeometryError(sentence('wkt-deep'));
    return this.items(() => (this.text[this.at] === '(' ? this.list(depth + 1) : this.position()));
  }

  /** What stands in parentheses, between commas; nothing where it is `EMPTY`. */
  private items<T>(read: () => T): T[] {
    this.skipSpace();
    if (/^EMPTY$/i.test(this.text.slice(this.at, this.at + 5))) {
      this.at += 5;
      return [];
    }
    this.expect('(');
    const items: T[] = [];
    do {
      this.skipSpace();
      items.push(read());
      this.skipSpace();
    } while (this.text[this.at] === ',' && ++this.at);
    this.expect(')');
    return items;
  }

  private position(): Position {
    let end = this.at;
    while (end < this.text.length && this.text[end] !== ',' && this.text[end] !== ')') end++;
    const words = this.text.slice(this.at, end).trim().split(/\s+/);
    const numbers = words.map(Number);
    // Heights and measures may be unknown.
    const isRead = numbers.every((number, at) => Number.isFinite(number) || (at > 1 && /^nan$/i.test(words[at] ?? '')));
    if (numbers.length < 2 || numbers.length > 4 || !isRead) throw new GeometryError(sentence('wkt-numbers'));
    this.width = Math.max(this.width, numbers.length);
    this.at = end;
    return numbers;
  }

  private skipSpace(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private expect(sign: string): void {
    this.skipSpace();
    if (this.text[this.at] !== sign) throw new GeometryError(sentence('wkt-sign', { sign }));
    this.at++;
  }
}
