// Turns geometries in Web Mercator metres into paths on a plane of 360 by 180: x is longitude + 180, y is 90 - latitude.

const RADIUS = 6378137;
const LIMIT = Math.PI * RADIUS;

/** Paths and points, and the part of the plane that shows them: left, top, width, height. */
export interface Sketch {
  view: [number, number, number, number];
  points: [number, number][];
  lines: string;
  areas: string;
  count: number;
  /** Something lies outside the world: surely the wrong coordinate system. */
  isOffWorld: boolean;
}

type Position = readonly number[];

/** Undefined where nothing can be drawn. */
export function sketchOf(geometries: readonly Record<string, unknown>[]): Sketch | undefined {
  const points: [number, number][] = [];
  const lines: string[] = [];
  const areas: string[] = [];
  const seen = new Set<string>();
  let isOffWorld = false;
  const box = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity };
  const place = (position: Position): [number, number] => {
    const [x, y] = planeOf(position);
    if (Math.abs(Number(position[0])) > LIMIT * 1.001 || Math.abs(Number(position[1])) > LIMIT * 1.001) isOffWorld = true;
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
    return [x, y];
  };
  const point = (position: Position): void => {
    const [x, y] = place(position).map((value) => Math.round(value * 1e5) / 1e5) as [number, number];
    if (!seen.has(`${x} ${y}`)) points.push([x, y]);
    seen.add(`${x} ${y}`);
  };
  const path = (part: readonly Position[]): string =>
    part
      .map(
        (position, i) =>
          `${i === 0 ? 'M' : 'L'}${place(position)
            .map((value) => value.toFixed(5))
            .join(' ')}`,
      )
      .join('');
  for (const geometry of geometries) {
    const { x, y, points: many, paths, rings } = geometry as Record<string, unknown>;
    if (typeof x === 'number' && typeof y === 'number') point([x, y]);
    if (Array.isArray(many)) for (const position of many as Position[]) point(position);
    if (Array.isArray(paths)) for (const part of paths as Position[][]) lines.push(path(part));
    if (Array.isArray(rings)) for (const part of rings as Position[][]) areas.push(`${path(part)}Z`);
  }
  if (!Number.isFinite(box.west)) return undefined;
  return { view: viewOf(box), points, lines: lines.join(''), areas: areas.join(''), count: geometries.length, isOffWorld };
}

function planeOf(position: Position): [number, number] {
  const longitude = (Number(position[0]) / RADIUS) * (180 / Math.PI);
  const latitude = (2 * Math.atan(Math.exp(Number(position[1]) / RADIUS)) - Math.PI / 2) * (180 / Math.PI);
  return [longitude + 180, 90 - latitude];
}

/** Some ground around the features, never so little that no coast is near. */
function viewOf({ west, east, north, south }: { west: number; east: number; north: number; south: number }): Sketch['view'] {
  const width = Math.max((east - west) * 1.4, 16);
  const height = Math.max((south - north) * 1.4, 8);
  return [(west + east) / 2 - width / 2, (north + south) / 2 - height / 2, width, height];
}
