// What the style of vector tiles reads from a stored drawing, which holds whatever a client sent: numbers, colours, and fields that tiles hold.
import type { HostedLayer } from '../features/index.ts';

export type Members = Record<string, unknown>;
/** An expression of the style. */
export type Expression = readonly [string, ...unknown[]];

export const members = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});
export const list = (value: unknown): Members[] => (Array.isArray(value) ? value.map(members) : []);
export const number = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

/** Points of the symbol's size are a third larger in pixels. */
export const PIXELS_PER_POINT = 4 / 3;

/** A colour that is not seen. */
export const CLEAR = 'rgba(0,0,0,0)';

/** The colour as CSS text; nothing gives one that is not seen. */
export function colour(value: unknown): string {
  if (!Array.isArray(value)) return CLEAR;
  const [r, g, b, a] = value.map((part) => number(part, 0));
  return `rgba(${r ?? 0},${g ?? 0},${b ?? 0},${Number(((a ?? 255) / 255).toFixed(3))})`;
}

/** The opacity of a whole layer. */
export const layerOpacity = (drawing: { transparency?: unknown }): number =>
  Math.min(1, Math.max(0, 1 - number(drawing.transparency, 0) / 100));

/** Stops at places that rise, as expressions ask; of several at one place the first. */
export function rising<T>(stops: readonly (readonly [number, T])[]): (readonly [number, T])[] {
  const sorted = [...stops].sort(([a], [b]) => a - b);
  return sorted.filter(([at], index) => index === 0 || at > (sorted[index - 1]?.[0] ?? Number.NEGATIVE_INFINITY));
}

/** Finds a field by the name that a renderer has for it. @shape Undefined when tiles of the layer do not hold it. */
export type FieldReader = (name: unknown) => Expression | undefined;

/** Reads the fields that tiles of the layer hold: those that people fill in, and the object id as the id of the feature. */
export function fieldReader({ fields }: Pick<HostedLayer, 'fields'>): FieldReader {
  const byName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  return (name) => {
    const field = typeof name === 'string' ? byName.get(name.trim().toLowerCase()) : undefined;
    if (field?.type === 'esriFieldTypeOID') return ['id'];
    // Expressions tell names apart by case, renderers do not.
    return field?.editable === true ? ['get', field.name] : undefined;
  };
}

/** A script that does nothing but name a field. */
const NAMES_A_FIELD = /^(?:return\s+)?\$feature(?:\.([\w\p{L}]+)|\[\s*(["'])([^"']+)\2\s*\])\s*;?$/u;

/** The name of the field that something follows: the one it states, or the one that its script stands for. */
export function followedField(field: unknown, script: unknown): string | undefined {
  if (typeof field === 'string' && field !== '') return field;
  const [, plain, , quoted] = (typeof script === 'string' ? NAMES_A_FIELD.exec(script.trim()) : null) ?? [];
  return plain ?? quoted;
}

/** A field as a number; what holds none is 0. */
export const asNumber = (field: Expression): Expression => ['to-number', field, 0];
/** Whether a field holds a number. */
export const isNumber = (field: Expression): Expression => ['==', ['typeof', field], 'number'];
