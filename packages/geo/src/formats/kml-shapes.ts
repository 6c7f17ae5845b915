// Builds shapes from the geometry elements of KML.
import { type FileShape, joinedByKind, shapesOf } from '../convert/collections.ts';
import { closedRing, type PointShape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { hasHeight, withHeights } from './even-heights.ts';

type Ring = Position[];

const flat = ([x = 0, y = 0]: Position): Position => [x, y];

/** Gathers the points, lines and polygons of one placemark, however they are nested. */
export class KmlShapes {
  private points: Position[] = [];
  private lines: Position[][] = [];
  private polygons: Ring[][] = [];
  private rings: { outer: Ring | null; holes: Ring[] } | null = null;
  private track: Position[] | null = null;
  private problem: Sentence | null = null;
  /** Lines of a single point. */
  private singles = 0;
  /** Holes without an inside. */
  private flatHoles = 0;
  /** Positions of lines and rings that got a height from others. */
  heights = 0;
  /** The placemark has a `MultiGeometry`. */
  private isSet = false;

  /** An element of a geometry begins. */
  open(name: string): void {
    if (name === 'Polygon') this.rings = { outer: null, holes: [] };
    if (name === 'Track') this.track = [];
    if (name === 'MultiGeometry') this.isSet = true;
  }

  /** An element of a geometry ends; `inside` says whether an element of the name is around it. */
  close(name: string, words: string, inside: (name: string) => boolean): void {
    if (name === 'coordinates') this.addCoordinates(words, inside);
    else if (name === 'coord' && this.track) this.addTrackPoint(words);
    else if (name === 'Polygon') this.addPolygon();
    else if (name === 'Track') {
      if (this.track) this.addLine(this.track);
      this.track = null;
    }
  }

  private addCoordinates(words: string, inside: (name: string) => boolean): void {
    const positions = this.positions(words);
    if (positions.length === 0) return;
    if (inside('Point')) this.points.push(...positions.slice(0, 1));
    else if (this.rings && inside('innerBoundaryIs')) this.rings.holes.push(closedRing(positions));
    else if (this.rings && inside('outerBoundaryIs')) this.rings.outer = closedRing(positions);
    else if (inside('LinearRing')) this.lines.push(closedRing(positions));
    else if (inside('LineString')) this.addLine(positions);
  }

  private addLine(positions: Position[]): void {
    if (positions.length > 1) this.lines.push(positions);
    else this.singles += positions.length;
  }

  private positions(words: string): Position[] {
    const found: Position[] = [];
    // Some programs write a space behind the comma.
    for (const tuple of words.replace(/\s*,\s*/g, ',').split(/\s+/)) {
      if (tuple === '') continue;
      const position = this.position(tuple.split(','), tuple);
      if (position) found.push(position);
    }
    return found;
  }

  private addTrackPoint(words: string): void {
    // Where the place at a moment is not known, the format has an empty one.
    if (words === '') return;
    const position = this.position(words.split(/\s+/), words);
    if (position) this.track?.push(position);
  }

  private position(parts: readonly string[], words: string): Position | null {
    const numbers = parts.filter((part) => part !== '').map(Number);
    const [x, y, z] = numbers;
    if (x === undefined || y === undefined || !numbers.every(Number.isFinite)) {
      this.problem ??= sentence('coordinate-not', { text: words.slice(0, 40) });
      return null;
    }
    // A little past 180 is meant where shapes cross the antimeridian.
    if (Math.abs(y) > 90 || Math.abs(x) > 540) {
      this.problem ??= sentence('off-globe', { place: `${y}, ${x}` });
      return null;
    }
    return z === undefined || parts[2] === '' ? [x, y] : [x, y, z];
  }

  private addPolygon(): void {
    const { rings } = this;
    this.rings = null;
    if (!rings?.outer) return;
    if (rings.outer.length < 4) this.problem ??= sentence('polygon-corners');
    else {
      const holes = rings.holes.filter((hole) => hole.length > 3);
      this.flatHoles += rings.holes.length - holes.length;
      this.polygons.push([rings.outer, ...holes]);
    }
  }

  /** Parts with too few positions, which are left out where others remain. */
  get short(): number {
    return this.singles + this.flatHoles;
  }

  /** The shape of the placemark, or one of each kind; null when it has none, or what is wrong. */
  finish(): FileShape | Sentence | null {
    if (this.problem !== null) return this.problem;
    const all = [this.points, ...this.lines, ...this.polygons.flat()].flat();
    if (all.length === 0 && this.singles > 0) return sentence('line-single');
    // Programs write a height of 0 when they mean none.
    const hasZ = all.some((position) => (position[2] ?? 0) !== 0);
    const points = this.points.map((position): PointShape => {
      const isHigh = hasZ && hasHeight(position);
      return { kind: 'point', hasZ: isHigh, hasM: false, position: isHigh ? position : flat(position) };
    });
    const [point] = points;
    if (this.isSet && point !== undefined && all.length === 1) {
      return { kind: 'multipoint', hasZ: point.hasZ, hasM: false, positions: [point.position ?? []] };
    }
    const lines = this.even([this.lines], hasZ, false);
    const polygons = this.even(this.polygons, hasZ, true);
    // Each kind by itself: heights of the lines are none of the points.
    const kinds = [
      ...shapesOf(joinedByKind(points) ?? []),
      ...(this.lines.length > 0 ? [{ kind: 'polyline' as const, hasZ: lines.hasZ, hasM: false, paths: lines.groups.flat() }] : []),
      ...(this.polygons.length > 0 ? [{ kind: 'polygon' as const, hasZ: polygons.hasZ, hasM: false, polygons: polygons.groups }] : []),
    ];
    const [only, ...others] = kinds;
    return others.length > 0 ? kinds : (only ?? null);
  }

  /** The parts with a height everywhere, or nowhere. */
  private even(groups: Position[][][], isHigh: boolean, isRing: boolean): { hasZ: boolean; groups: Position[][][] } {
    const hasZ = isHigh && groups.some((parts) => parts.some((part) => part.some(hasHeight)));
    if (!hasZ) return { hasZ, groups: groups.map((parts) => parts.map((part) => part.map(flat))) };
    const found = withHeights(groups, isRing);
    this.heights += found.missing;
    return { hasZ, groups: found.groups };
  }
}
