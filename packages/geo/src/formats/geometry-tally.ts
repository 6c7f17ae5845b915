// Counts the kinds of geometry in a file, to keep the most common.
import type { Shape } from '../convert/shape.ts';
import { FAMILY_TYPES, type FeatureGeometryType, familyOf } from './geometry-family.ts';

/** Add every shape; then ask for the type of the layer. */
export class GeometryTally {
  hasZ = false;
  private readonly counts = new Map<'point' | 'polyline' | 'polygon', number>();
  private multipoints = false;

  add(shape: Shape): void {
    if (shape.hasZ) this.hasZ = true;
    if (shape.kind === 'multipoint') this.multipoints = true;
    const family = familyOf(shape);
    this.counts.set(family, (this.counts.get(family) ?? 0) + 1);
  }

  /** The most common kind; points when there is none at all. */
  geometryType(): FeatureGeometryType {
    const [family] = [...this.counts].sort((a, b) => b[1] - a[1])[0] ?? ['point' as const];
    if (family === 'point') return this.multipoints ? 'esriGeometryMultipoint' : 'esriGeometryPoint';
    return FAMILY_TYPES[family];
  }

  /** Whether there was any geometry. */
  get counted(): boolean {
    return this.counts.size > 0;
  }

  /** Whether there is more than one kind. */
  get mixed(): boolean {
    return this.counts.size > 1;
  }
}
