// Counts the kinds of geometry in a file.
import { type FileShape, shapesOf } from '../convert/collections.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { BoundingBox, type Bounds } from './bounding-box.ts';
import type { KindCount, ReadOptions } from './format-reader.ts';
import { type FeatureGeometryType, isLone } from './geometry-family.ts';

/** A bit of each kind, so that the kinds of a feature are a number. */
const BITS = { esriGeometryPoint: 1, esriGeometryPolyline: 2, esriGeometryPolygon: 4, esriGeometryMultipoint: 8 } as const;
const TYPES = Object.keys(BITS) as FeatureGeometryType[];
const TYPE_OF = {
  point: 'esriGeometryPoint',
  multipoint: 'esriGeometryMultipoint',
  polyline: 'esriGeometryPolyline',
  polygon: 'esriGeometryPolygon',
} as const;
/** Sets of one point: points, except among sets of several in a file without points. */
const LONE = 16;
const POINTS = BITS.esriGeometryPoint;
const SETS = BITS.esriGeometryMultipoint;

/** Which shapes a box is around. */
interface TallyExtent {
  type?: FeatureGeometryType;
  inDegrees?: boolean;
}

/** Add the geometry of every row that has one; then ask for the type of the layer, or of the layers. */
export class GeometryTally {
  hasZ = false;
  hasM = false;
  private hasCurves = false;
  private hasMore = false;
  /** Rows by the kinds that they have. */
  private readonly counts = new Map<number, number>();
  private readonly heights = new Set<FeatureGeometryType>();
  private readonly measures = new Set<FeatureGeometryType>();
  private readonly together: boolean;
  /** Around the shapes of each kind; those that lie where the rows are refused are kept apart. */
  private readonly boxes = new Map<number, BoundingBox>();
  private readonly boxesOff = new Map<number, BoundingBox>();

  constructor({ multipoints }: Pick<ReadOptions, 'multipoints'> = {}) {
    this.together = multipoints === 'together';
  }

  /** `isOff`: it lies where no degrees are; only known at the end is whether the coordinates are degrees. */
  add(shape: FileShape, isOff = false): void {
    let kinds = 0;
    for (const one of shapesOf(shape)) {
      const type = TYPE_OF[one.kind];
      const bit = isLone(one) ? LONE : BITS[type];
      kinds |= bit;
      boxOf(isOff ? this.boxesOff : this.boxes, bit).addShape(one);
      if (one.hasZ) this.heights.add(type);
      if (one.hasZ) this.hasZ = true;
      if (one.hasM) this.measures.add(type);
      if (one.hasM) this.hasM = true;
      if (one.hadCurves) this.hasCurves = true;
      if (one.hadMore) this.hasMore = true;
    }
    this.counts.set(kinds, (this.counts.get(kinds) ?? 0) + 1);
  }

  /** The most common kind; points when there is none at all. */
  geometryType(): FeatureGeometryType {
    return this.types()[0] ?? 'esriGeometryPoint';
  }

  /** Whether there was any geometry. */
  get counted(): boolean {
    return this.counts.size > 0;
  }

  /**
   * The kinds with their rows, the most common one first; undefined where the file does not mix them. `rows` is the number of all
   * rows: those that are of no kind go with the first.
   */
  kinds(rows: number, how: Pick<TallyExtent, 'inDegrees'> = {}): KindCount[] | undefined {
    const types = this.types();
    if (types.length < 2) return undefined;
    return types.map((type, i) => {
      const without = this.rowsWhere((kinds) => (kinds & BITS[type]) === 0);
      const rowCount = i === 0 ? rows - without : this.rowsOf(type);
      return {
        type,
        rowCount,
        hasZ: isAmong(this.heights, type),
        hasM: isAmong(this.measures, type),
        extent: this.extent({ ...how, type }),
      };
    });
  }

  /** The box around all shapes, or those of one kind; undefined where there are none. Without those that are off degrees when `inDegrees`. */
  extent({ type, inDegrees = false }: TallyExtent = {}): Bounds | undefined {
    const bits = type === undefined ? ~0 : this.bitsOf(type);
    const box = new BoundingBox();
    for (const boxes of inDegrees ? [this.boxes] : [this.boxes, this.boxesOff]) {
      for (const [bit, one] of boxes) if ((bits & bit) !== 0) box.addBounds(one.bounds());
    }
    return box.bounds();
  }

  /** Warns of curves, where the file mixes kinds, where a feature does, and what becomes of sets of points among points. */
  warnings(): Sentence[] {
    const curves = this.hasCurves ? [sentence('curves-drawn')] : [];
    return [...curves, ...(this.hasMore ? [sentence('ordinates-left')] : []), ...this.warningsOfKinds()];
  }

  private warningsOfKinds(): Sentence[] {
    const types = this.types();
    const sets = this.hasBoth() ? [this.together ? sentence('points-together') : sentence('points-apart')] : [];
    if (types.filter((type) => type !== 'esriGeometryMultipoint' || !types.includes('esriGeometryPoint')).length < 2) return sets;
    const several = this.rowsWhere((kinds) => !TYPES.some((type) => kinds === BITS[type]));
    return [sentence('mixed-geometry'), ...(several > 0 ? [sentence('features-split', { count: several })] : []), ...sets];
  }

  /** Whether there are points as well as sets of several points. */
  private hasBoth(): boolean {
    return this.hasAny(POINTS) && this.hasAny(SETS);
  }

  private types(): FeatureGeometryType[] {
    return TYPES.filter((type) => this.rowsOf(type) > 0).sort((a, b) => this.rowsOf(b) - this.rowsOf(a));
  }

  private rowsOf(type: FeatureGeometryType): number {
    return this.rowsWhere((kinds) => (kinds & BITS[type]) !== 0);
  }

  /** Counts rows by the kinds of the layers that they go into. */
  private rowsWhere(isMeant: (kinds: number) => boolean): number {
    const allAreSets = this.allAreSets();
    const pointBits = POINTS | LONE;
    return this.rowsBy((kinds) => isMeant((kinds & pointBits) === 0 ? kinds : (kinds & ~pointBits) | (allAreSets ? SETS : POINTS)));
  }

  /** Whether points go with the sets of several. */
  private allAreSets(): boolean {
    return this.hasAny(SETS) && (!this.hasAny(POINTS) || this.together);
  }

  /** The kinds of shapes that a layer of the type takes. */
  private bitsOf(type: FeatureGeometryType): number {
    if (type === 'esriGeometryPoint') return POINTS | LONE;
    if (type !== 'esriGeometryMultipoint') return BITS[type];
    return this.allAreSets() ? POINTS | LONE | SETS : SETS;
  }

  private hasAny(bit: number): boolean {
    return this.rowsBy((kinds) => (kinds & bit) !== 0) > 0;
  }

  private rowsBy(isMeant: (kinds: number) => boolean): number {
    let sum = 0;
    for (const [kinds, count] of this.counts) if (isMeant(kinds)) sum += count;
    return sum;
  }
}

function isAmong(types: ReadonlySet<FeatureGeometryType>, type: FeatureGeometryType): boolean {
  const isPoints = type === 'esriGeometryPoint' || type === 'esriGeometryMultipoint';
  // Sets may have been counted as points, and the other way round.
  return isPoints ? types.has('esriGeometryPoint') || types.has('esriGeometryMultipoint') : types.has(type);
}

function boxOf(boxes: Map<number, BoundingBox>, bit: number): BoundingBox {
  const box = boxes.get(bit) ?? new BoundingBox();
  boxes.set(bit, box);
  return box;
}
