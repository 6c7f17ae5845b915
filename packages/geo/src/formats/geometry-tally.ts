// Counts the kinds of geometry in a file.
import { type FileShape, shapesOf } from '../convert/collections.ts';
import { type Sentence, sentence } from '../sentence.ts';
import type { KindCount } from './format-reader.ts';
import { FAMILY_TYPES, type FeatureGeometryType, familyOf, type GeometryFamily } from './geometry-family.ts';

/** A bit of each kind, so that the kinds of a feature are a number. */
const BITS = { point: 1, polyline: 2, polygon: 4 } as const;
const FAMILIES = Object.keys(BITS) as GeometryFamily[];

/** Add the geometry of every row that has one; then ask for the type of the layer, or of the layers. */
export class GeometryTally {
  hasZ = false;
  hasM = false;
  /** Rows by the kinds that they have. */
  private readonly counts = new Map<number, number>();
  private readonly heights = new Set<GeometryFamily>();
  private multipoints = false;

  add(shape: FileShape): void {
    let kinds = 0;
    for (const one of shapesOf(shape)) {
      const family = familyOf(one);
      kinds += BITS[family];
      if (one.kind === 'multipoint') this.multipoints = true;
      if (one.hasZ) this.heights.add(family);
      if (one.hasZ) this.hasZ = true;
      if (one.hasM) this.hasM = true;
    }
    this.counts.set(kinds, (this.counts.get(kinds) ?? 0) + 1);
  }

  /** The most common kind; points when there is none at all. */
  geometryType(): FeatureGeometryType {
    return this.typeOf(this.families()[0] ?? 'point');
  }

  /** Whether there was any geometry. */
  get counted(): boolean {
    return this.counts.size > 0;
  }

  /**
   * The kinds with their rows, the most common one first; undefined where the file does not mix them. `rows` is the number of all
   * rows: those that are of no kind go with the first.
   */
  kinds(rows: number): KindCount[] | undefined {
    const families = this.families();
    if (families.length < 2) return undefined;
    return families.map((family, i) => {
      const without = this.rowsWhere((kinds) => (kinds & BITS[family]) === 0);
      const rowCount = i === 0 ? rows - without : this.rowsOf(family);
      return { type: this.typeOf(family), rowCount, hasZ: this.heights.has(family) };
    });
  }

  /** Warns where the file mixes kinds, and where a feature does. */
  warnings(): Sentence[] {
    if (this.families().length < 2) return [];
    const several = this.rowsWhere((kinds) => !FAMILIES.some((family) => kinds === BITS[family]));
    return [sentence('mixed-geometry'), ...(several > 0 ? [sentence('features-split', { count: several })] : [])];
  }

  private families(): GeometryFamily[] {
    return FAMILIES.filter((family) => this.rowsOf(family) > 0).sort((a, b) => this.rowsOf(b) - this.rowsOf(a));
  }

  private typeOf(family: GeometryFamily): FeatureGeometryType {
    if (family === 'point') return this.multipoints ? 'esriGeometryMultipoint' : 'esriGeometryPoint';
    return FAMILY_TYPES[family];
  }

  private rowsOf(family: GeometryFamily): number {
    return this.rowsWhere((kinds) => (kinds & BITS[family]) !== 0);
  }

  private rowsWhere(isMeant: (kinds: number) => boolean): number {
    let sum = 0;
    for (const [kinds, count] of this.counts) if (isMeant(kinds)) sum += count;
    return sum;
  }
}
