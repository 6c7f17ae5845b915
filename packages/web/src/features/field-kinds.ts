// What kind of values a field of a layer holds, and numbers as people type them.
import type { WireField } from '@graticule/contract/services/layer';

/** The kinds that are typed and compared in different ways. */
export type FieldKind = 'text' | 'number' | 'date' | 'day' | 'time' | 'other';

/** What kind of values a field holds. */
export function kindOf({ type }: Pick<WireField, 'type'>): FieldKind {
  if (type === 'esriFieldTypeString' || type === 'esriFieldTypeXML') return 'text';
  if (/OID|Integer|Single|Double/.test(type)) return 'number';
  if (type === 'esriFieldTypeDate') return 'date';
  if (type === 'esriFieldTypeTimeOnly') return 'time';
  return type === 'esriFieldTypeDateOnly' ? 'day' : 'other';
}

/** Whether the values of a field are shown as numbers: those of a list are shown by their names. */
export function isFigure(field: WireField): boolean {
  return kindOf(field) === 'number' && field.domain?.type !== 'codedValue';
}

/** The number that was typed, if it is one; a decimal comma is understood. */
export function numberIn(typed: string): number | undefined {
  const normal = typed.trim().replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(normal) && Number.isFinite(Number(normal)) ? Number(normal) : undefined;
}
