// Vertices and edges of features nearby, and which of them lies next to a place.
import { latitudeOf, longitudeOf, mercatorX, mercatorY, WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import type { Place, Shape, Spot } from './shape.ts';

/** Shapes of one layer. */
export interface SnapShapes {
  title: string;
  shapes: readonly Shape[];
}

/** Where a vertex falls on a feature. */
export interface Snapped {
  spot: Spot;
  on: 'vertex' | 'edge';
  /** Of the layer. */
  title: string;
}

/** Vertices of which nothing more is kept: looking through them must not be felt while a vertex is dragged. */
export const MOST_SNAP_VERTICES = 60_000;

const WORLD = 2 * WEB_MERCATOR_LIMIT;

/** Looks through all vertices and edges: as many as are kept take a fraction of a millisecond. */
export class SnapIndex {
  /** Metres on the plane of the map. */
  private readonly xs: Float64Array;
  private readonly ys: Float64Array;
  private readonly held: Float64Array;
  /** Which vertex ends the edge that begins at a vertex; -1 for none. */
  private readonly ends: Int32Array;
  private readonly owners: Uint16Array;
  private readonly titles: readonly string[];

  constructor(layers: readonly SnapShapes[]) {
    const count = layers.reduce((sum, { shapes }) => sum + countOf(shapes), 0);
    this.xs = new Float64Array(count);
    this.ys = new Float64Array(count);
    this.held = new Float64Array(2 * count);
    this.ends = new Int32Array(count).fill(-1);
    this.owners = new Uint16Array(count);
    this.titles = layers.map(({ title }) => title);
    let i = 0;
    for (const [owner, { shapes }] of layers.entries()) {
      for (const { kind, parts } of shapes) {
        for (const part of parts) {
          const first = i;
          for (const { at, held } of part) {
            this.xs[i] = mercatorX(at[0]);
            this.ys[i] = mercatorY(at[1]);
            this.held.set(held ?? [Number.NaN, Number.NaN], 2 * i);
            this.owners[i] = owner;
            const isLast = i === first + part.length - 1;
            if (kind === 'line' || kind === 'polygon') this.ends[i] = isLast ? (kind === 'polygon' ? first : -1) : i + 1;
            i++;
          }
        }
      }
    }
  }

  get size(): number {
    return this.xs.length;
  }

  /** The nearest vertex within reach, or else the nearest place on an edge. @units reach metres on the plane of the map */
  nearest(at: Place, reach: number): Snapped | undefined {
    const [x, y] = [mercatorX(at[0]), mercatorY(at[1])];
    const vertex = this.nearestVertex(x, y, reach);
    return vertex ?? this.nearestOnEdge(x, y, reach);
  }

  private nearestVertex(x: number, y: number, reach: number): Snapped | undefined {
    let [best, least] = [-1, reach * reach];
    for (let i = 0; i < this.xs.length; i++) {
      const dy = (this.ys[i] ?? 0) - y;
      if (dy > reach || dy < -reach) continue;
      const dx = aside((this.xs[i] ?? 0) - x);
      const distance = dx * dx + dy * dy;
      if (distance <= least) [best, least] = [i, distance];
    }
    if (best < 0) return undefined;
    const own = this.xs[best] ?? 0;
    const turns = Math.round((x - own) / WORLD);
    const held: [number, number] = [this.held[2 * best] ?? Number.NaN, this.held[2 * best + 1] ?? Number.NaN];
    // the numbers that the layer holds belong to the turn of the earth where it holds them
    const isHeld = turns === 0 && !Number.isNaN(held[0]);
    const spot = { at: placeAt(own + turns * WORLD, this.ys[best] ?? 0), ...(isHeld ? { held } : {}) };
    return { spot, on: 'vertex', title: this.titleOf(best) };
  }

  private nearestOnEdge(x: number, y: number, reach: number): Snapped | undefined {
    let [best, least, foot] = [-1, reach * reach, [0, 0] as [number, number]];
    for (let i = 0; i < this.xs.length; i++) {
      const end = this.ends[i] ?? -1;
      if (end < 0) continue;
      const [fromY, toY] = [(this.ys[i] ?? 0) - y, (this.ys[end] ?? 0) - y];
      if ((fromY > reach && toY > reach) || (fromY < -reach && toY < -reach)) continue;
      const fromX = aside((this.xs[i] ?? 0) - x);
      const [wide, high] = [(this.xs[end] ?? 0) - (this.xs[i] ?? 0), toY - fromY];
      const length = wide * wide + high * high;
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(fromX * wide + fromY * high) / length));
      const [dx, dy] = [fromX + share * wide, fromY + share * high];
      const distance = dx * dx + dy * dy;
      if (distance <= least) [best, least, foot] = [i, distance, [x + dx, y + dy]];
    }
    return best < 0 ? undefined : { spot: { at: placeAt(...foot) }, on: 'edge', title: this.titleOf(best) };
  }

  private titleOf(vertex: number): string {
    return this.titles[this.owners[vertex] ?? 0] ?? '';
  }
}

/** A way east or west on the turn of the earth where it is shortest. */
const aside = (dx: number): number => (dx > WEB_MERCATOR_LIMIT || dx < -WEB_MERCATOR_LIMIT ? dx - WORLD * Math.round(dx / WORLD) : dx);

const placeAt = (x: number, y: number): Place => [longitudeOf(x), latitudeOf(y)];

/** All vertices of some shapes. */
export const countOf = (shapes: readonly Shape[]): number =>
  shapes.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + part.length, 0), 0);
