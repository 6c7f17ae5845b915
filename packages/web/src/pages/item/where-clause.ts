// Turns a chosen field, condition and value into a where clause that cannot be broken out of.
import type { WireField } from '@graticule/contract/services/layer';

export type Condition = 'contains' | 'starts' | 'is' | 'is-not' | 'above' | 'below' | 'empty' | 'not-empty';

/** One condition on one field. */
export interface RowFilter {
  field: string;
  condition: Condition;
  value: string;
}

type Kind = 'text' | 'number' | 'date' | 'day' | 'other';

/** What kind of values a field holds. */
export function kindOf({ type }: Pick<WireField, 'type'>): Kind {
  if (type === 'esriFieldTypeString' || type === 'esriFieldTypeXML') return 'text';
  if (/OID|Integer|Single|Double/.test(type)) return 'number';
  if (type === 'esriFieldTypeDate') return 'date';
  return type === 'esriFieldTypeDateOnly' ? 'day' : 'other';
}

/** Whether the values of a field are shown as numbers: those of a list are shown by their names. */
export function isFigure(field: WireField): boolean {
  return kindOf(field) === 'number' && field.domain?.type !== 'codedValue';
}

/** The conditions that make sense for a field. */
export function conditionsOf(field: Pick<WireField, 'type' | 'domain'>): readonly Condition[] {
  const kind = kindOf(field);
  if (field.domain?.type === 'codedValue' || kind === 'other') return ['is', 'is-not', 'empty', 'not-empty'];
  if (kind === 'text') return ['contains', 'starts', 'is', 'is-not', 'empty', 'not-empty'];
  return kind === 'number' ? ['is', 'is-not', 'above', 'below', 'empty', 'not-empty'] : ['above', 'below', 'empty', 'not-empty'];
}

/**
 * The clause of a filter on a field the layer has; everything where there is none.
 * @returns undefined when the value does not fit the field
 */
export function whereClause(filter: RowFilter | undefined, fields: readonly WireField[]): string | undefined {
  if (!filter) return '1=1';
  // the name is the layer's own spelling, never what came from elsewhere
  const field = fields.find((each) => each.name === filter.field);
  if (!field) return undefined;
  const name = field.name;
  if (filter.condition === 'empty') return `${name} IS NULL`;
  if (filter.condition === 'not-empty') return `${name} IS NOT NULL`;
  if (filter.condition === 'contains') return `UPPER(${name}) LIKE UPPER(${text(`%${likeText(filter.value)}%`)}) ESCAPE '!'`;
  if (filter.condition === 'starts') return `UPPER(${name}) LIKE UPPER(${text(`${likeText(filter.value)}%`)}) ESCAPE '!'`;
  const value = literal(kindOf(field), filter);
  if (value === undefined) return undefined;
  if (filter.condition === 'is-not') return `(${name} <> ${value} OR ${name} IS NULL)`;
  return `${name} ${filter.condition === 'is' ? '=' : filter.condition === 'above' ? '>=' : '<='} ${value}`;
}

function literal(kind: Kind, { value, condition }: RowFilter): string | undefined {
  const trimmed = value.trim();
  if (kind === 'number') return numberIn(trimmed) === undefined ? undefined : String(numberIn(trimmed));
  if (kind !== 'date' && kind !== 'day') return text(value);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(trimmed) || Number.isNaN(Date.parse(trimmed))) return undefined;
  if (kind === 'day') return `DATE '${trimmed}'`;
  // a whole day: from its first moment, or up to its last
  return `TIMESTAMP '${trimmed} ${condition === 'below' ? '23:59:59' : '00:00:00'}'`;
}

/** The number that was typed, if it is one; a decimal comma is understood. */
export function numberIn(typed: string): number | undefined {
  const normal = typed.trim().replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(normal) && Number.isFinite(Number(normal)) ? Number(normal) : undefined;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Signs that LIKE would read as wildcards stand for themselves. */
function likeText(value: string): string {
  return value.replaceAll(/[!%_]/g, '!$&');
}
