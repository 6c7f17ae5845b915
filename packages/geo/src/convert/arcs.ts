// Arcs as lines that keep close to them: layers hold straight segments only.
import type { Position } from '../esri/geometry.ts';

/** Corners of a full turn; a part of a turn has as many as it deserves. */
const CORNERS = 96;

/** How an arc goes round its centre. */
export interface Turn {
  /** Angle of the long axis, and the short one's length over it. */
  rotation: number;
  ratio: number;
  isLeft: boolean;
}

/** What is between the ends of a part of an ellipse; of a whole one where the ends are the same. */
export function around(center: Position, from: Position, to: Position, { rotation, ratio, isLeft }: Turn): Position[] {
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

/** What is between the ends of the arc through three points; a straight line where there is no circle through them. */
export function throughPoint(from: Position, through: Position, to: Position): Position[] {
  const [ax, ay] = [from[0] ?? 0, from[1] ?? 0];
  const [bx, by] = [(through[0] ?? 0) - ax, (through[1] ?? 0) - ay];
  const [cx, cy] = [(to[0] ?? 0) - ax, (to[1] ?? 0) - ay];
  if (cx === 0 && cy === 0) return around([ax + bx / 2, ay + by / 2], from, to, { rotation: 0, ratio: 1, isLeft: true });
  const cross = 2 * (bx * cy - by * cx);
  const flatness = Math.abs(cross) / (Math.hypot(bx, by) * Math.hypot(cx, cy) || 1);
  if (flatness < 1e-12) return between(2, from, to, () => [through[0] ?? 0, through[1] ?? 0]);
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy];
  const center: Position = [ax + (cy * b2 - by * c2) / cross, ay + (bx * c2 - cx * b2) / cross];
  return around(center, from, to, { rotation: 0, ratio: 1, isLeft: cross > 0 });
}

/** Strings of more positions are taken as they are: their arcs are short, and small bytes are not to become a large memory. */
const MOST_ARCS = 10_000;

/** The path of a circular string: every second position is one that an arc goes through. */
export function pathOfArcs(positions: readonly Position[]): Position[] {
  if (positions.length > MOST_ARCS) return [...positions];
  const path = positions.slice(0, 1);
  for (let i = 2; i < positions.length; i += 2) {
    const [from, through, to] = [positions[i - 2], positions[i - 1], positions[i]] as [Position, Position, Position];
    path.push(...throughPoint(from, through, to), to);
  }
  // One position too many is an end without an arc.
  const last = positions.at(-1);
  if (last !== undefined && positions.length % 2 === 0) path.push(last);
  return path;
}

/** Paths that follow one another as one: each begins where the one before ended. */
export function joinedPath(paths: readonly (readonly Position[])[]): Position[] {
  const joined: Position[] = [];
  for (const path of paths) for (const [i, position] of path.entries()) if (i > 0 || joined.length === 0) joined.push(position);
  return joined;
}

/** Positions at equal parts of the way; heights and measures go evenly from one end to the other. */
export function between(count: number, from: Position, to: Position, place: (part: number) => [number, number]): Position[] {
  return Array.from({ length: count - 1 }, (_, i): Position => {
    const part = (i + 1) / count;
    const position: Position = place(part);
    for (let at = 2; at < from.length && at < to.length; at++) {
      const [a, b] = [from[at] as number, to[at] as number];
      position.push(a + (b - a) * part);
    }
    return position;
  });
}
