// Turns a chosen field, condition and value into a where clause that cannot be broken out of.
import type { WireField } from '@graticule/contract/services/layer';
import { type FieldKind, figuresIn, kindOf } from './field-kinds.ts';

const CONDITIONS = ['contains', 'starts', 'is', 'is-not', 'greater', 'less', 'above', 'below', 'between', 'empty', 'not-empty'] as const;
export type Condition = (typeof CONDITIONS)[number];

export const isCondition = (word: unknown): word is Condition => CONDITIONS.some((each) => each === word);

/** One condition on one field. */
export interface RowCondition {
  field: string;
  condition: Condition;
  /** Numbers as machines write them, so that they are the same in every language. */
  value: string;
  /** The end of `between`, itself within. */
  until?: string;
  /** The field was seen to hold moments with a time of day when the condition was written: one at midnight is a moment like the others, and no whole day. */
  isTimed?: true;
}

/** Rows for which all of the conditions hold, or any of them. */
export interface RowFilter {
  joined: 'and' | 'or';
  conditions: readonly RowCondition[];
}

/** The conditions that make sense for a field. */
export function conditionsOf(field: Pick<WireField, 'type' | 'domain'>): readonly Condition[] {
  const kind = kindOf(field);
  if (field.domain?.type === 'codedValue' || kind === 'other') return ['is', 'is-not', 'empty', 'not-empty'];
  if (kind === 'text') return ['contains', 'starts', 'is', 'is-not', 'empty', 'not-empty'];
  return ['is', 'is-not', 'greater', 'above', 'less', 'below', 'between', 'empty', 'not-empty'];
}

/**
 * The clause of a filter on fields the layer has; everything where there is none.
 * @returns undefined when a value does not fit its field
 */
export function whereClause(filter: RowFilter | undefined, fields: readonly WireField[], startOfDay = localStart): string | undefined {
  const asked = filter?.conditions.filter((condition) => !isBlank(condition, fields)) ?? [];
  if (!filter || asked.length === 0) return '1=1';
  const clauses = asked.map((condition) => conditionClause(condition, fields, startOfDay));
  if (clauses.length === 1) return clauses[0];
  return clauses.every((clause) => clause !== undefined)
    ? clauses.map((clause) => `(${clause})`).join(filter.joined === 'or' ? ' OR ' : ' AND ')
    : undefined;
}

/** Whether nothing was typed yet to look for in a text: that asks for no rows in particular, those without a text included. */
export function isBlank({ field: name, condition, value }: RowCondition, fields: readonly WireField[]): boolean {
  const field = fields.find((each) => each.name === name);
  if (!field || value !== '' || condition === 'empty' || condition === 'not-empty') return false;
  return kindOf(field) === 'text' || kindOf(field) === 'other';
}

/** The clause of one condition; undefined when its value does not fit the field. */
export function conditionClause(filter: RowCondition, fields: readonly WireField[], startOfDay = localStart): string | undefined {
  // the name is the layer's own spelling, never what came from elsewhere
  const field = fields.find((each) => each.name === filter.field);
  if (!field) return undefined;
  const name = field.name;
  if (isBlank(filter, fields)) return '1=1';
  // a text without letters is as empty as none
  const isText = kindOf(field) === 'text';
  if (filter.condition === 'empty') return isText ? `(${name} IS NULL OR ${name} = '')` : `${name} IS NULL`;
  if (filter.condition === 'not-empty') return isText ? `${name} <> ''` : `${name} IS NOT NULL`;
  if (filter.condition === 'contains') return `UPPER(${name}) LIKE UPPER(${text(`%${likeText(filter.value)}%`)}) ESCAPE '!'`;
  if (filter.condition === 'starts') return `UPPER(${name}) LIKE UPPER(${text(`${likeText(filter.value)}%`)}) ESCAPE '!'`;
  if (filter.condition === 'between') return betweenClause(filter, fields, startOfDay);
  if (kindOf(field) === 'date') return dayClause(name, filter, startOfDay);
  const value = literal(kindOf(field), filter);
  if (value === undefined) return undefined;
  if (filter.condition === 'is-not') return `(${name} <> ${value} OR ${name} IS NULL)`;
  return `${name} ${SIGNS[filter.condition] ?? '='} ${value}`;
}

const SIGNS: Readonly<Partial<Record<Condition, string>>> = { is: '=', greater: '>', less: '<', above: '>=', below: '<=' };

/** Both ends are within; for days the whole of both. */
function betweenClause(filter: RowCondition, fields: readonly WireField[], startOfDay: (day: string) => number): string | undefined {
  const from = conditionClause({ ...filter, condition: 'above' }, fields, startOfDay);
  const until = conditionClause({ ...filter, condition: 'below', value: filter.until ?? '' }, fields, startOfDay);
  return from === undefined || until === undefined ? undefined : `(${from} AND ${until})`;
}

/** The clause for one value of a field; nothing matches where the value cannot stand in it. */
export function exactly(field: WireField, value: string | number): string {
  return anyOf(field, [value]);
}

/** The clause for any of some values of a field; nothing matches where none of them can stand in it. */
export function anyOf(field: WireField, values: readonly (string | number)[]): string {
  const written = values.flatMap((value) => writtenIn(field, value) ?? []);
  if (written.length > 1) return `${field.name} IN (${written.join(', ')})`;
  return written.length === 1 ? `${field.name} = ${written[0]}` : '1=0';
}

function writtenIn(field: WireField, value: string | number): string | undefined {
  if (kindOf(field) !== 'number') return text(String(value));
  const figures = String(value).trim();
  // long whole numbers come as text and must keep all of their digits
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(figures) ? figures : undefined;
}

function literal(kind: FieldKind, { value }: Pick<RowCondition, 'value'>): string | undefined {
  const trimmed = value.trim();
  if (kind === 'number') return figuresIn(trimmed);
  if (kind === 'day') return isDay(trimmed) ? `DATE '${trimmed}'` : undefined;
  if (kind === 'time') return /^\d\d:\d\d(:\d\d)?$/.test(trimmed) ? `TIME '${trimmed}'` : undefined;
  return text(value);
}

const DAY_MS = 86_400_000;

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** When a day begins where the reader is. */
function localStart(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}

/** The moments of a day as the table shows them: whole days belong to no time zone and stand at their midnight in UTC, other moments are the reader's. */
function dayClause(name: string, { condition, value, isTimed }: RowCondition, startOfDay: (day: string) => number): string | undefined {
  const day = value.trim();
  if (!isDay(day)) return undefined;
  const midnight = Date.parse(day);
  const next = new Date(midnight + DAY_MS).toISOString().slice(0, 10);
  const from = startOfDay(day);
  const until = startOfDay(next);
  const after =
    from > midnight && !isTimed ? `(${name} >= ${moment(from)} OR ${name} = ${moment(midnight)})` : `${name} >= ${moment(from)}`;
  const before =
    until > midnight + DAY_MS && !isTimed
      ? `(${name} < ${moment(until)} AND ${name} <> ${moment(midnight + DAY_MS)})`
      : `${name} < ${moment(until)}`;
  if (condition === 'above') return after;
  if (condition === 'below') return before;
  // later than a day is what is not on it nor before
  if (condition === 'greater') return `NOT (${before})`;
  if (condition === 'less') return `NOT (${after})`;
  const on = `(${after} AND ${before})`;
  return condition === 'is' ? on : `(NOT ${on} OR ${name} IS NULL)`;
}

function moment(epochMs: number): string {
  return `TIMESTAMP '${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')}'`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Signs that LIKE would read as wildcards stand for themselves. */
function likeText(value: string): string {
  return value.replaceAll(/[!%_]/g, '!$&');
}
