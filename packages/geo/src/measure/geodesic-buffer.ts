// What is at most so many metres from a line, an area or several points on the globe, as pieces of Web Mercator that together cover it.
import { positionsOf, type Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';
import { fromWebMercator, mercatorX, mercatorY } from '../project/web-mercator.ts';
import { besideOneAnother, destination, geodesicCircle, turned } from './geodesic-circle.ts';
import { simplifyLine } from './simplify.ts';

const DEGREE = Math.PI / 180;
const METRES_OF_DEGREE = 111_000;
/** Corners that lie nearer to the rest of their line than this share of the distance are left out: of the smallest that leaves few enough. */
const TOLERANCES = [1e-4, 3e-4, 1e-3, 3e-3];
/** Positions that are looked at for leaving some out, many of them again and again: more of them are some hundredths of a second. */
const MOST_WORK = 3_000_000;
/** Degrees of an arc between two of its corners: where there are few arcs, and at best where there are more. */
const FINE_ARC = 360 / 720;
const ARC = 360 / 256;
/** Degrees of all arcs that are few, and corners of all together: wider steps are taken where there would be more. */
const FEW_TURNS = 10 * 360;
const MOST_ARCS = 50_000;
/** Metres of the map that an edge may be long: what is as far from a longer one bends. */
const STEP = 100_000;
/** Parts that all edges together are divided into at most, and circles that stand for them. */
const MOST_PARTS = 4_000;
const MOST_CIRCLES = 1_000;
/** Parts of the distance from one circle to the next: between two of them lies less than a ten-thousandth of it. */
const BETWEEN_CIRCLES = 0.025;
/** Farther away than this what is as far from an edge is found by circles alone. */
const MOST_BESIDE = 5_000_000;

/** Metres of the map that lead to 89.9 degrees: it goes on for ever towards the poles. */
const MOST_NORTH = mercatorY(89.9);

/**
 * The lines that the distance is measured from, without corners that make no difference, nor a small one where there are more than `most` others; they
 * end 11 km from the poles. Points are lines of one position. `shape` is in metres of Web Mercator.
 */
export function linesToBuffer(shape: Shape, metres: number, most: number): Position[][] {
  if (shape.kind === 'point' || shape.kind === 'multipoint') return positionsOf(shape).map((position) => [position]);
  const whole = (shape.kind === 'polyline' ? shape.paths : shape.polygons.flat()).filter((line) => line.length > 0);
  let lines = whole.map((line) => line.map(offPole));
  const work = { left: MOST_WORK };
  for (const tolerance of TOLERANCES) {
    lines = lines.map((line) => simplifyLine(line, metres * tolerance, work));
    if (cornersOf(lines) <= most) break;
  }
  return lines;
}

/** The corners of all lines together. */
export function cornersOf(lines: readonly (readonly Position[])[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

const offPole = ([x = 0, y = 0]: Position): Position => [x, Math.max(-MOST_NORTH, Math.min(MOST_NORTH, y))];

/**
 * Polygons that overlap one another and together hold every place within the distance of the lines, and hardly another; in metres of Web Mercator, in
 * which the edges of the lines are straight. They reach over the date line on both sides of the map, and over the poles. What lies within areas is not
 * among them.
 */
export function geodesicBuffer(lines: readonly (readonly Position[])[], metres: number): Position[][][] {
  const walks = lines.map(walkOf);
  const length = walks.reduce((sum, walk) => sum + walk.length, 0);
  const apart = Math.max(metres * BETWEEN_CIRCLES, length / MOST_CIRCLES);
  const fineness = { metres, apart, step: metres > MOST_BESIDE ? apart : Math.max(STEP, length / MOST_PARTS) };
  const legs = walks.flatMap(({ corners }) => legsOf(corners, fineness));
  const turns = legs.reduce((sum, leg) => sum + leg.turns, 0);
  const arc = turns <= FEW_TURNS ? FINE_ARC : Math.max(ARC, turns / MOST_ARCS);
  return legs.flatMap((leg) => leg.pieces(metres, arc)).flatMap((polygon) => besideOneAnother(polygon).map(onTheMap));
}

const onTheMap = (polygon: readonly (readonly Position[])[]): Position[][] =>
  polygon.map((ring) => ring.map(([x = 0, y = 0]) => [mercatorX(x), mercatorY(y)]));

/** A part of a buffer that can be drawn once it is known how finely. */
interface Leg {
  /** Degrees that its arcs turn through. */
  turns: number;
  /** In degrees. */
  pieces(metres: number, arc: number): Position[][][];
}

/** How edges are divided: the distance in metres, the length on the map of a part, and how far circles that stand for an edge may be apart. */
interface Fineness {
  metres: number;
  step: number;
  apart: number;
}

/** A line without the positions that follow themselves, and its length on the map. */
function walkOf(line: readonly Position[]): { corners: Position[]; length: number } {
  const corners: Position[] = [];
  let length = 0;
  for (const corner of line) {
    const before = corners.at(-1);
    const far = before === undefined ? 1 : distanceOf(before, corner);
    if (far === 0) continue;
    if (before !== undefined) length += far;
    corners.push(corner);
  }
  return { corners, length };
}

const distanceOf = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number => Math.hypot(bx - ax, by - ay);

function legsOf(corners: readonly Position[], fineness: Fineness): Leg[] {
  const { metres } = fineness;
  const [first, ...others] = corners;
  if (first === undefined) return [];
  if (others.length === 0) return [around(first)];
  const legs: Leg[] = [];
  const bearings = others.map((corner, at) => bearingOf(corners[at] as Position, corner));
  const last = corners.length - 1;
  const isClosed = distanceOf(first, corners[last] as Position) === 0;
  for (const [at, bearing] of bearings.entries()) {
    const [from, to] = [corners[at], corners[at + 1]] as [Position, Position];
    const before = at > 0 ? bearings[at - 1] : isClosed ? bearings.at(-1) : undefined;
    if (!isBeside(from, metres)) legs.push(around(from));
    else if (before === undefined) legs.push(wedge(from, bearing + 90, 180));
    else legs.push(...atCorner(from, before, bearing));
    legs.push(...alongEdge(from, to, bearing, fineness));
    if (at + 1 < last || isClosed) continue;
    legs.push(isBeside(to, metres) ? wedge(to, bearing - 90, 180) : around(to));
  }
  return legs;
}

/** Degrees, clockwise from north: angles of the map are those of the globe. */
function bearingOf([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number {
  return Math.atan2(bx - ax, by - ay) / DEGREE;
}

/** Whether what is as far from an edge here lies beside it: not where it reaches over a pole, or around a good part of the globe. */
function isBeside([x = 0, y = 0]: Position, metres: number): boolean {
  const [, latitude] = fromWebMercator(x, y);
  return metres <= MOST_BESIDE && (89 - Math.abs(latitude)) * METRES_OF_DEGREE > metres * 1.1;
}

/** A corner leaves a gap on its outer side. */
function atCorner(corner: Position, before: number, after: number): Leg[] {
  const turn = turned(after - before);
  if (Math.abs(turn) < 1e-9) return [];
  return [wedge(corner, turn > 0 ? before - 90 : before + 90, turn)];
}

function alongEdge(from: Position, to: Position, bearing: number, { metres, step, apart }: Fineness): Leg[] {
  const parts = Math.ceil(distanceOf(from, to) / step);
  const at = (part: number): Position => [between(from[0], to[0], part / parts), between(from[1], to[1], part / parts)];
  return Array.from({ length: parts }, (_, part) => {
    const [near, far] = [at(part), at(part + 1)];
    return isBeside(near, metres) && isBeside(far, metres) ? [strip(near, far, bearing)] : circlesAlong(near, far, apart);
  }).flat();
}

const between = (from = 0, to = 0, share: number): number => from + (to - from) * share;

/** Circles from one place to another, each near enough to the next. */
function circlesAlong(from: Position, to: Position, apart: number): Leg[] {
  const latitude = Math.min(...[from, to].map(([x = 0, y = 0]) => Math.abs(fromWebMercator(x, y)[1])));
  const length = distanceOf(from, to) * Math.cos(latitude * DEGREE);
  const parts = Math.ceil(length / apart);
  return Array.from({ length: parts }, (_, part) =>
    around([between(from[0], to[0], (part + 1) / parts), between(from[1], to[1], (part + 1) / parts)]),
  );
}

/** Everything around a place. */
function around([x = 0, y = 0]: Position): Leg {
  return { turns: 360, pieces: (metres, arc) => geodesicCircle(fromWebMercator(x, y), metres, Math.ceil(360 / arc)) };
}

/** A part of a circle: from one direction so many degrees on, clockwise or not. */
function wedge([x = 0, y = 0]: Position, from: number, turn: number): Leg {
  return {
    turns: Math.abs(turn),
    pieces: (metres, arc) => {
      const middle = degreesOf(x, y);
      const parts = Math.max(1, Math.ceil(Math.abs(turn) / arc));
      const part = turn / parts;
      // The edges touch the circle in their middles, so that nothing is left out.
      const radius = metres / Math.cos((part / 2) * DEGREE);
      const corners = Array.from({ length: parts }, (_, at) => destination(middle, from + (at + 0.5) * part, radius));
      return [[[middle, destination(middle, from, metres), ...corners, destination(middle, from + turn, metres), middle]]];
    },
  };
}

/** Both sides of a short edge. */
function strip(from: Position, to: Position, bearing: number): Leg {
  return {
    turns: 0,
    pieces: (metres) => {
      const [near, far] = [from, to].map(([x = 0, y = 0]) => degreesOf(x, y)) as [Position, Position];
      const side = (place: Position, angle: number): Position => destination(place, bearing + angle, metres);
      return [[[near, side(near, 90), side(far, 90), far, side(far, -90), side(near, -90), near]]];
    },
  };
}

/** As degrees, which go on beyond the date line. */
function degreesOf(x: number, y: number): Position {
  return [x / mercatorX(1), fromWebMercator(x, y)[1]];
}
