// What kind of values a field of a layer holds, and numbers as machines write them; how people type them is in typed-number.ts.
import type { WireField } from '@graticule/contract/services/layer';

/** The kinds that are typed and compared in different ways. */
export type FieldKind = 'text' | 'number' | 'date' | 'day' | 'time' | 'other';

/** A field, and whether its moments have a time of day: one of them at midnight stands for no whole day then. */
export type ShownField = WireField & { holdsTimes?: boolean };

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

/** The number that a text is, with a point before its decimals and no other signs. */
export function numberIn(text: string): number | undefined {
  const normal = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(normal) && Number.isFinite(Number(normal)) ? Number(normal) : undefined;
}

/** Such a number as SQL writes it. Whole numbers keep all of their digits, which a number of JavaScript would round beyond 2^53. */
export function figuresIn(text: string): string | undefined {
  const number = numberIn(text);
  if (number === undefined) return undefined;
  const normal = text.trim();
  if (/^[+-]?\d+$/.test(normal)) return normal.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1');
  return String(number);
}
