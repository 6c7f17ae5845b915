// Times and numbers of a query as conditions on columns.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RangeNode } from './grammar.ts';

/** A column that can be compared with a value and searched between two. */
export interface ComparedColumn {
  kind: 'date' | 'number' | 'text';
  column: RawBuilder<unknown>;
}

const NOTHING = sql<SqlBool>`false`;

/** A number as written in a query; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return /^-?\d{1,25}(\.\d{1,20})?$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** Times outside these years mean "before" or "after everything". */
const FIRST_MS = Date.parse('0001-01-01');
const LAST_MS = Date.UTC(9999, 0, 1);

/** A time as milliseconds or an ISO date; `day` is true for a date without a time. */
function readTime(text: string): { ms: number; day: boolean } | undefined {
  const number = readNumber(text);
  if (number !== undefined && !/^\d{4}$/.test(text.trim()))
    return { ms: Math.min(LAST_MS, Math.max(FIRST_MS, Math.trunc(number))), day: false };
  const trimmed = text.trim();
  const day = /^\d{4}(-\d\d){0,2}$/.test(trimmed);
  if (!day && !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?$/i.test(trimmed)) return undefined;
  const ms = Date.parse(trimmed);
  return Number.isNaN(ms) ? undefined : { ms: Math.min(LAST_MS, Math.max(FIRST_MS, ms)), day };
}

const DAY_MS = 86_400_000;

/** A single time: the millisecond, or the whole day for a date without a time. */
export function dateCondition(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const time = readTime(text);
  if (time === undefined) return NOTHING;
  const start = new Date(time.ms);
  // Stored times are finer than a millisecond.
  const end = new Date(time.ms + (time.day ? DAY_MS : 1));
  return sql`(${column} >= ${start} and ${column} < ${end})`;
}

/** Values of a column between two ends; an end that cannot be read finds nothing. */
export function rangeCondition(field: ComparedColumn, range: RangeNode): RawBuilder<SqlBool> {
  const conditions: (RawBuilder<SqlBool> | undefined)[] = [];
  if (range.from !== undefined) conditions.push(bound(field, range.from, range.fromIncluded ? 'from' : 'above'));
  if (range.to !== undefined) conditions.push(bound(field, range.to, range.toIncluded ? 'to' : 'below'));
  if (conditions.length === 0) return sql`${field.column} is not null`;
  return sql`(${sql.join(
    conditions.map((condition) => condition ?? NOTHING),
    sql` and `,
  )})`;
}

type End = 'from' | 'above' | 'to' | 'below';

const OPERATORS: Readonly<Record<End, RawBuilder<unknown>>> = { from: sql`>=`, above: sql`>`, to: sql`<=`, below: sql`<` };

function bound({ kind, column }: ComparedColumn, text: string, end: End): RawBuilder<SqlBool> | undefined {
  if (kind === 'text') return sql`lower(${column}) ${OPERATORS[end]} ${text.toLowerCase()}`;
  if (kind === 'number') {
    const value = readNumber(text);
    return value === undefined ? undefined : sql`${column} ${OPERATORS[end]} ${value}::float8`;
  }
  const time = readTime(text);
  if (time === undefined) return undefined;
  if (end === 'from' || end === 'below') return sql`${column} ${OPERATORS[end]} ${new Date(time.ms)}`;
  // A day lasts until the next; a millisecond too, because stored times are finer.
  const after = new Date(time.ms + (time.day ? DAY_MS : 1));
  return end === 'above' ? sql`${column} >= ${after}` : sql`${column} < ${after}`;
}
