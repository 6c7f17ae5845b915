// Heights that lines and rings lack at single positions: a geometry has them everywhere or nowhere.
import type { Position } from '../esri/geometry.ts';

/** Lines that belong together, or the rings of a polygon. */
type Parts = readonly Position[][];

/** So many positions are looked at for the nearest: of more, some in equal distances. */
const MOST_LOOKED_AT = 2000;

/** Whether the position has a height. */
export const hasHeight = (position: Position): boolean => position.length > 2;

/**
 * Every position with a height, where any has one: between those of its neighbours by the way along the line, at the ends as the nearest on
 * it; lines and rings without any have the height of the nearest position of their group, or else of all. `missing` counts what was made up.
 */
export function withHeights(groups: readonly Parts[], isRing: boolean): { groups: Position[][][]; missing: number } {
  let missing = 0;
  let everywhere: Position[] | undefined;
  const done = groups.map((parts) => {
    let within: Position[] | undefined;
    return parts.map((part) => {
      const lacking = part.filter((position) => !hasHeight(position)).length;
      if (lacking === 0) return part;
      // The end of a ring is its beginning.
      missing += isRing && !hasHeight(part[0] ?? []) ? lacking - 1 : lacking;
      if (lacking < part.length) return isRing ? aroundRing(part) : alongLine(part);
      within ??= knownOf([parts]);
      if (within.length === 0) everywhere ??= knownOf(groups);
      const height = heightNear(part[0] ?? [], within.length > 0 ? within : (everywhere ?? []));
      return part.map(([x = 0, y = 0]) => [x, y, height]);
    });
  });
  return { groups: done, missing };
}

function knownOf(groups: readonly Parts[]): Position[] {
  const known = groups.flatMap((parts) => parts.flatMap((part) => part.filter(hasHeight)));
  const step = Math.ceil(known.length / MOST_LOOKED_AT);
  return step > 1 ? known.filter((_, i) => i % step === 0) : known;
}

function heightNear([x = 0, y = 0]: Position, known: readonly Position[]): number {
  let [height, nearest] = [0, Number.POSITIVE_INFINITY];
  for (const [px = 0, py = 0, z = 0] of known) {
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance < nearest) [height, nearest] = [z, distance];
  }
  return height;
}

/** A line that has a height somewhere. */
function alongLine(line: readonly Position[]): Position[] {
  const ways = waysAlong(line);
  const done: Position[] = [];
  let before = -1;
  for (const [i, position] of line.entries()) {
    const [, , height] = position;
    if (height === undefined) continue;
    const from = line[before]?.[2] ?? height;
    const [start, end] = [ways[before] ?? 0, ways[i] ?? 0];
    for (let j = before + 1; j < i; j++) {
      const share = end > start ? ((ways[j] ?? 0) - start) / (end - start) : 0;
      done.push(at(line[j], from + (height - from) * share));
    }
    done.push(position);
    before = i;
  }
  for (let j = before + 1; j < line.length; j++) done.push(at(line[j], line[before]?.[2] ?? 0));
  return done;
}

/** A closed ring that has a height somewhere: as a line that begins and ends there. */
function aroundRing(ring: readonly Position[]): Position[] {
  const corners = ring.slice(0, -1);
  const last = ring.at(-1);
  if (last !== undefined && hasHeight(last) && !hasHeight(corners[0] ?? last)) corners[0] = last;
  const start = corners.findIndex(hasHeight);
  const turned = alongLine([...corners.slice(start), ...corners.slice(0, start + 1)]);
  const closed = [...turned.slice(corners.length - start, -1), ...turned.slice(0, corners.length - start)];
  return [...closed, ...closed.slice(0, 1)];
}

/** How far each position is from the first, along the line. */
function waysAlong(line: readonly Position[]): number[] {
  let way = 0;
  return line.map(([x = 0, y = 0], i) => {
    const [px = x, py = y] = line[i - 1] ?? [];
    way += Math.hypot(x - px, y - py);
    return way;
  });
}

const at = ([x = 0, y = 0]: Position = [], height: number): Position => [x, y, height];
