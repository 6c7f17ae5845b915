// The curves of File Geodatabases, as lines that keep close to them.
import type { Position } from '../esri/geometry.ts';
import type { GdbCursor } from './gdb-cells.ts';

/** The positions between the two ends of a segment. */
export type Curve = (from: Position, to: Position) => Position[];

/** Corners of a full turn; a part of a turn has as many as it deserves. */
const CORNERS = 96;
const BEZIER_PARTS = 24;

const KIND = { arc: 1, bezier: 4, ellipse: 5 } as const;
const ARC = { empty: 0x01, counterClockwise: 0x08, line: 0x20, point: 0x40, inner: 0x80 } as const;
const ELLIPSE = { empty: 0x01, line: 0x40, point: 0x80, counterClockwise: 0x800 } as const;

/** Reads one curve. @throws RangeError for kinds that are not known */
export function readCurve(cursor: GdbCursor): Curve {
  switch (cursor.count()) {
    case KIND.arc: {
      const [x, y, bits] = [cursor.double(), cursor.double(), cursor.int32()];
      if ((bits & (ARC.empty | ARC.line | ARC.point)) !== 0) return () => [];
      if ((bits & ARC.inner) !== 0) return (from, to) => throughPoint(from, [x, y], to);
      const turn = { rotation: 0, ratio: 1, isLeft: (bits & ARC.counterClockwise) !== 0 };
      return (from, to) => around([x, y], from, to, turn);
    }
    case KIND.bezier: {
      const [ax, ay, bx, by] = [cursor.double(), cursor.double(), cursor.double(), cursor.double()];
      return (from, to) => bezier(from, [ax, ay], [bx, by], to);
    }
    case KIND.ellipse: {
      const [x, y, rotation, , ratio] = [cursor.double(), cursor.double(), cursor.double(), cursor.double(), cursor.double()];
      const bits = cursor.int32();
      if ((bits & (ELLIPSE.empty | ELLIPSE.line | ELLIPSE.point)) !== 0 || !(ratio > 0)) return () => [];
      const turn = { rotation, ratio, isLeft: (bits & ELLIPSE.counterClockwise) !== 0 };
      return (from, to) => around([x, y], from, to, turn);
    }
    default:
      throw new RangeError('a curve of an unknown kind');
  }
}

interface Turn {
  /** Angle of the long axis, and the short one's length over it. */
  rotation: number;
  ratio: number;
  isLeft: boolean;
}

/** A part of an ellipse from one end to the other; a whole one where the ends are the same. */
function around(center: Position, from: Position, to: Position, { rotation, ratio, isLeft }: Turn): Position[] {
  const [cx = 0, cy = 0] = center;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  // In the frame of the ellipse, stretched into a circle.
  const flat = ([x = 0, y = 0]: Position): [number, number] => {
    const [dx, dy] = [x - cx, y - cy];
    return [dx * cos + dy * sin, (dy * cos - dx * sin) / ratio];
  };
  const [a, b] = [flat(from), flat(to)];
  const [start, end] = [Math.atan2(a[1], a[0]), Math.atan2(b[1], b[0])];
  const full = 2 * Math.PI;
  let sweep = (end - start) % full;
  if (isLeft && sweep <= 0) sweep += full;
  if (!isLeft && sweep >= 0) sweep -= full;
  const [near, far] = [Math.hypot(...a), Math.hypot(...b)];
  const count = Math.max(2, Math.ceil((Math.abs(sweep) / full) * CORNERS));
  return between(count, from, to, (part) => {
    const angle = start + sweep * part;
    // The radius goes from one end's to the other's, which differ by rounding.
    const radius = near + (far - near) * part;
    const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius * ratio];
    return [cx + x * cos - y * sin, cy + x * sin + y * cos];
  });
}

/** The circle through three points; a straight line where there is none. */
function throughPoint(from: Position, through: [number, number], to: Position): Position[] {
  const [ax, ay] = [from[0] ?? 0, from[1] ?? 0];
  const [bx, by] = [through[0] - ax, through[1] - ay];
  const [cx, cy] = [(to[0] ?? 0) - ax, (to[1] ?? 0) - ay];
  if (cx === 0 && cy === 0) return around([ax + bx / 2, ay + by / 2], from, to, { rotation: 0, ratio: 1, isLeft: true });
  const cross = 2 * (bx * cy - by * cx);
  const flatness = Math.abs(cross) / (Math.hypot(bx, by) * Math.hypot(cx, cy) || 1);
  if (flatness < 1e-12) return [[...through]];
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy];
  const center: Position = [ax + (cy * b2 - by * c2) / cross, ay + (bx * c2 - cx * b2) / cross];
  return around(center, from, to, { rotation: 0, ratio: 1, isLeft: cross > 0 });
}

function bezier(from: Position, first: [number, number], second: [number, number], to: Position): Position[] {
  return between(BEZIER_PARTS, from, to, (t) => {
    const u = 1 - t;
    const at = (i: 0 | 1): number => u ** 3 * (from[i] ?? 0) + 3 * u * u * t * first[i] + 3 * u * t * t * second[i] + t ** 3 * (to[i] ?? 0);
    return [at(0), at(1)];
  });
}

/** Positions at equal parts of the way; heights go evenly from one end to the other. */
function between(count: number, from: Position, to: Position, place: (part: number) => [number, number]): Position[] {
  return Array.from({ length: count - 1 }, (_, i): Position => {
    const part = (i + 1) / count;
    const [a, b] = [from[2], to[2]];
    return a === undefined || b === undefined ? place(part) : [...place(part), a + (b - a) * part];
  });
}
