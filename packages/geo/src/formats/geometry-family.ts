// Layers hold one kind of geometry: single and multiple forms of lines and polygons go together, others do not.
import { type FileShape, shapesOf } from '../convert/collections.ts';
import type { Shape } from '../convert/shape.ts';
import { writeWkb } from '../convert/wkb.ts';
import type { GeometryType } from '../esri/geometry.ts';
import { type Sentence, sentence } from '../sentence.ts';

export type FeatureGeometryType = Exclude<GeometryType, 'esriGeometryEnvelope'>;

/**
 * Which rows of a file that mixes kinds are wanted. The first of its layers takes also what has no geometry and tells of what
 * cannot be read; the only one tells of the rows of other kinds too.
 */
export interface WantedKind {
  type: FeatureGeometryType;
  layer: 'first' | 'further' | 'only';
  /** Points have a layer of their own: that of sets takes none of them, nor sets of one. */
  besidePoints?: boolean;
}

/** A set of one point, which is as good as the point. */
export function isLone(shape: Shape): boolean {
  return shape.kind === 'multipoint' && shape.positions.length === 1;
}

/** The shape in the form that a layer of the type holds; null when it is of another kind. */
export function toFamily(shape: Shape, type: FeatureGeometryType): Shape | null {
  if (type === 'esriGeometryPolyline') return shape.kind === 'polyline' ? shape : null;
  if (type === 'esriGeometryPolygon') return shape.kind === 'polygon' ? shape : null;
  if (type === 'esriGeometryMultipoint') {
    if (shape.kind === 'multipoint') return shape;
    if (shape.kind !== 'point') return null;
    return { kind: 'multipoint', hasZ: shape.hasZ, hasM: shape.hasM, positions: shape.position ? [shape.position] : [] };
  }
  if (shape.kind === 'multipoint' && isLone(shape)) {
    return { kind: 'point', hasZ: shape.hasZ, hasM: shape.hasM, position: shape.positions[0] ?? null };
  }
  return shape.kind === 'point' ? shape : null;
}

/** WKB for a layer of the type (null: no geometry), or why there is none; undefined where the row belongs into another layer. */
export function wkbInLayer(
  shape: FileShape | Sentence | null,
  type: FeatureGeometryType | null,
  wanted: WantedKind | undefined,
): Uint8Array | Sentence | null | undefined {
  const isFurther = wanted?.layer === 'further';
  if (shape === null || 'code' in shape) return isFurther ? undefined : shape;
  const shapes = shapesOf(shape);
  const layerType = wanted?.type ?? type;
  for (const one of shapes) {
    if (wanted?.besidePoints && (one.kind === 'point' || isLone(one))) continue;
    const fitting = layerType && toFamily(one, layerType);
    if (fitting) return writeWkb(fitting, { srid: null });
  }
  return wanted === undefined || wanted.layer === 'only' ? otherKind(shapes) : undefined;
}

/** Why a shape was left out that is of another kind than the layer. */
function otherKind([shape]: readonly Shape[]): Sentence {
  return sentence(`other-${shape?.kind ?? 'point'}`);
}
