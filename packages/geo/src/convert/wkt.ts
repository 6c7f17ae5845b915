// Reads well-known text of geometries, as it stands in columns of tables.
import type { Position } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { sentence } from '../sentence.ts';
import { closedRing, type Shape } from './shape.ts';

const START = /^\s*(?:SRID=(\d+);)?\s*(POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON)\s*(ZM|Z|M)?\s*(?=\(|EMPTY)/i;

/** Whether the text begins like a geometry in well-known text. */
export function looksLikeWkt(text: string): boolean {
  return START.test(text);
}

type Nested = Position | Nested[];

/** Reads one geometry. @throws GeometryError when the text is none, or is a collection */
export function readWkt(text: string): Shape {
  const start = START.exec(text);
  if (!start) throw new GeometryError(sentence('wkt-not'));
  const parser = new Parser(text, start[0].length);
  const coordinates = parser.body();
  const marks = (start[3] ?? '').toUpperCase();
  const hasM = marks.includes('M');
  const hasZ = marks.includes('Z') || (!hasM && parser.width > 2);
  const shape = shapeOf((start[2] ?? '').toUpperCase(), coordinates, { hasZ, hasM });
  if (start[1]) shape.srid = Number(start[1]);
  return shape;
}

function shapeOf(type: string, body: Nested[], dimensions: { hasZ: boolean; hasM: boolean }): Shape {
  switch (type) {
    case 'POINT':
      return { kind: 'point', ...dimensions, position: (body[0] as Position | undefined) ?? null };
    case 'MULTIPOINT': {
      // Both (1 2, 3 4) and ((1 2), (3 4)) are in use.
      const positions = body.map((item) => (Array.isArray(item[0]) ? item[0] : item) as Position);
      return { kind: 'multipoint', ...dimensions, positions };
    }
    case 'LINESTRING':
      return { kind: 'polyline', ...dimensions, paths: body.length > 0 ? [line(body, 2)] : [] };
    case 'MULTILINESTRING':
      return { kind: 'polyline', ...dimensions, paths: body.map((part) => line(part, 2)) };
    case 'POLYGON':
      return { kind: 'polygon', ...dimensions, polygons: body.length > 0 ? [rings(body)] : [] };
    default:
      return { kind: 'polygon', ...dimensions, polygons: body.map(rings) };
  }
}

function line(part: Nested, least: number): Position[] {
  const positions = part as Position[];
  if (!positions.every((position) => Array.isArray(position) && typeof position[0] === 'number'))
    throw new GeometryError(sentence('wkt-parentheses'));
  if (positions.length < least) throw new GeometryError(sentence('wkt-part-short', { least }));
  return positions;
}

function rings(part: Nested): Position[][] {
  return (part as Nested[]).map((ring) => {
    const closed = closedRing(line(ring, 3));
    if (closed.length < 4) throw new GeometryError(sentence('ring-short'));
    return closed;
  });
}

class Parser {
  /** Numbers of the longest position. */
  width = 2;
  private readonly text: string;
  private at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  body(): Nested[] {
    if (this.text.slice(this.at).trim().toUpperCase() === 'EMPTY') return [];
    const body = this.list(0);
    if (this.text.slice(this.at).trim() !== '') throw new GeometryError(sentence('wkt-behind'));
    return body;
  }

  private list(depth: number): Nested[] {
    if (depth > 3) throw new GeometryError(sentence('wkt-deep'));
    this.expect('(');
    const items: Nested[] = [];
    do {
      this.skipSpace();
      items.push(this.text[this.at] === '(' ? this.list(depth + 1) : this.position());
      this.skipSpace();
    } while (this.text[this.at] === ',' && ++this.at);
    this.expect(')');
    return items;
  }

  private position(): Position {
    let end = this.at;
    while (end < this.text.length && this.text[end] !== ',' && this.text[end] !== ')') end++;
    const numbers = this.text.slice(this.at, end).trim().split(/\s+/).map(Number);
    if (numbers.length < 2 || numbers.length > 4 || !numbers.every(Number.isFinite)) throw new GeometryError(sentence('wkt-numbers'));
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
