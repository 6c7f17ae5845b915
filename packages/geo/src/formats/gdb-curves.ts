// The curves of File Geodatabases, as lines that keep close to them.
import { around, between, throughPoint } from '../convert/arcs.ts';
import type { Position } from '../esri/geometry.ts';
import type { GdbCursor } from './gdb-cells.ts';

/** The positions between the two ends of a segment. */
export type Curve = (from: Position, to: Position) => Position[];

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

function bezier(from: Position, first: [number, number], second: [number, number], to: Position): Position[] {
  return between(BEZIER_PARTS, from, to, (t) => {
    const u = 1 - t;
    const at = (i: 0 | 1): number => u ** 3 * (from[i] ?? 0) + 3 * u * u * t * first[i] + 3 * u * t * t * second[i] + t ** 3 * (to[i] ?? 0);
    return [at(0), at(1)];
  });
}
