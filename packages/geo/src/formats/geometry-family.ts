// Layers hold one kind of geometry: single and multiple forms of a kind go together, others do not.
import type { Shape } from '../convert/shape.ts';
import type { GeometryType } from '../esri/geometry.ts';
import { type Sentence, sentence } from '../sentence.ts';

export type FeatureGeometryType = Exclude<GeometryType, 'esriGeometryEnvelope'>;

/** Layer types of lines and polygons. */
export const FAMILY_TYPES = { polyline: 'esriGeometryPolyline', polygon: 'esriGeometryPolygon' } as const;

/** The kind of a shape without regard to single or multiple. */
export function familyOf(shape: Shape): 'point' | 'polyline' | 'polygon' {
  return shape.kind === 'multipoint' ? 'point' : shape.kind;
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
  return shape.kind === 'point' ? shape : null;
}

/** Why a shape was left out that is of another kind than the layer. */
export function otherKind(shape: Shape): Sentence {
  return sentence(`other-${shape.kind}`);
}
