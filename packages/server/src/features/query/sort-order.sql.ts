// The order of features, and what stands behind a place in it: a page goes on behind the last feature of the one before.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { StoredField } from '../../schema/features.ts';
import { columnType } from '../hosted-table.store.ts';
import { fieldByName, type HostedLayer } from '../layers.rules.ts';
import { identifier, type SqlText } from '../sql-text.rules.ts';
import { momentSql } from '../where/moments.rules.ts';
import type { ValueType } from '../where/tree.ts';
import { type Moment, writeExpression } from '../where/write.rules.ts';
import type { LayerQuery, OrderTerm, PageEnd } from './layer-query.rules.ts';
import { keyTerms } from './sort-order.rules.ts';

/** One of the values that features are put in order by. */
export interface SortKey {
  sql: string;
  /** The type that its text is read back to. */
  type: string;
  descending: boolean;
}

/** A complete order: no two features have the same place. */
export interface SortOrder {
  keys: SortKey[];
  /** Which way ids go where all keys are the same. */
  idDescending: boolean;
}

/** The types of expressions; numbers are put in order as replies give them. */
const EXPRESSION_TYPES: Readonly<Partial<Record<ValueType, string>>> = {
  number: 'double precision',
  text: 'text',
  timestamp: 'timestamp',
  date: 'date',
  time: 'time',
};

/** The order that was asked for, up to the object id, which breaks ties. */
export function sortOrder(layer: HostedLayer, query: LayerQuery, sql: SqlText, moment: Moment): SortOrder {
  const terms = keyTerms(layer, query);
  return { keys: terms.map((term) => sortKey(layer, term, sql, moment)), idDescending: query.order[terms.length]?.descending === true };
}

/** What features are ordered by, without the directions. */
export function orderTerms(layer: HostedLayer, query: LayerQuery, sql: SqlText, moment: Moment): string[] {
  return query.order.map((term) => sortKey(layer, term, sql, moment).sql);
}

function sortKey(layer: HostedLayer, { name, expression, descending }: OrderTerm, sql: SqlText, moment: Moment): SortKey {
  if (expression !== undefined) {
    const type = EXPRESSION_TYPES[expression.type] ?? 'text';
    const own = `(${writeExpression(expression, sql, moment)})`;
    return { sql: type === 'double precision' ? `${own}::${type}` : own, type, descending };
  }
  const field = fieldByName(layer, name);
  if (field === undefined) throw refuse('query-order-statistic', { name, fields: listed(layer.fields.map((one) => one.name)) });
  if (field.type === 'esriFieldTypeTimestampOffset') return { sql: momentSql(identifier(field.column)), type: 'timestamp', descending };
  return { sql: identifier(field.column), type: columnType(field.type), descending };
}

/** What rows that stand for many features are put in order by: a column of theirs, and moments with offsets by when they were. */
export function orderOfColumn({ type }: Pick<StoredField, 'type'>, column: string): string {
  return type === 'esriFieldTypeTimestampOffset' ? momentSql(column) : column;
}

/** The list behind `order by`. Features without a value stand last, and first where the order goes down. */
export function orderText({ keys, idDescending }: SortOrder): string {
  return [...keys, { sql: '"objectid"', descending: idDescending }].map((one) => `${one.sql}${one.descending ? ' desc' : ''}`).join(', ');
}

/**
 * Conditions of the features behind the end of a page, one for each stretch of the order: an index of the first key finds its place in either, and
 * the second, of those without a value or of all that have one, begins only where the first is used up.
 */
export function behindConditions({ keys, idDescending }: SortOrder, end: PageEnd, sql: SqlText): string[] {
  const id = `"objectid" ${idDescending ? '<' : '>'} ${sql.bind(end.objectId, 'bigint')}`;
  const bound = keys.map((key, at) => {
    const value = end.keys[at] ?? null;
    return { ...key, value: value === null ? null : `(${sql.bind(value, 'text')})::${key.type}` };
  });
  const rest = bound.slice(1).reduceRight((behind, key) => `(${later(key)} or (${same(key)} and ${behind}))`, id);
  const [first] = bound;
  if (first === undefined) return [id];
  const { sql: own, value, descending } = first;
  if (value === null) return [`${own} is null and ${rest}`, ...(descending ? [`${own} is not null`] : [])];
  const [from, after] = descending ? ['<=', '<'] : ['>=', '>'];
  return [`${own} ${from} ${value} and (${own} ${after} ${value} or ${rest})`, ...(descending ? [] : [`${own} is null`])];
}

interface BoundKey extends SortKey {
  /** SQL of the value; null for a feature without one. */
  value: string | null;
}

const same = ({ sql, value }: BoundKey): string => (value === null ? `${sql} is null` : `${sql} = ${value}`);

function later({ sql, value, descending }: BoundKey): string {
  if (value === null) return descending ? `${sql} is not null` : 'false';
  return descending ? `${sql} < ${value}` : `(${sql} > ${value} or ${sql} is null)`;
}
