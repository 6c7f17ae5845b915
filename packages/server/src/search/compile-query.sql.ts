// Turns a query tree into a condition and a measure of relevance, given what each field means.
import { fail } from '@graticule/contract/errors';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { wordsOf } from '../platform/db/search-text.ts';
import { ANY_ONE, ANY_RUN, type QueryNode, type RangeNode, type TermNode } from './grammar.ts';
import { type TextCondition, wholeValueCondition, wordsCondition } from './text-terms.sql.ts';

/** What a field of a query compares. */
export type Field =
  /** Words of one field of the document. */
  | { kind: 'words'; name: string }
  /** A quoted value compares the whole value, a bare word its words. */
  | { kind: 'whole-or-words'; name: string }
  | { kind: 'date'; column: RawBuilder<unknown> }
  | { kind: 'number'; column: RawBuilder<unknown> }
  /** The whole value without regard to case; wildcards and ranges compare text. `equals` is a way an index can help with. */
  | { kind: 'text'; column: RawBuilder<unknown>; equals?(value: string): RawBuilder<SqlBool> }
  /** Anything else; gets the value in lower case without wildcards. */
  | { kind: 'special'; matches(value: string): RawBuilder<SqlBool> };

/** What is searched. */
export interface SearchTarget {
  /** The `tsvector` column. */
  search: RawBuilder<unknown>;
  field(name: string): Field | undefined;
  /** Words near which a misspelt word may lie; set for a second try after nothing was found. */
  similarTo?: RawBuilder<unknown>;
}

/** A condition, and how well a row fits; undefined relevance means that all fit alike. */
export interface CompiledQuery {
  condition: RawBuilder<SqlBool>;
  relevance: RawBuilder<number> | undefined;
}

const NOTHING = sql<SqlBool>`false`;

/** Weights of description, snippet, tags and title. */
const WEIGHTS = '{0.05, 0.2, 0.45, 1.0}';

interface Context {
  target: SearchTarget;
  /** Compare whole values also where a bare word would be enough. */
  wholeValues: boolean;
  measures: RawBuilder<number>[];
}

/**
 * Compiles a tree.
 * @throws INVALID_PARAMETER for a range on a field that has none
 */
export function compileQuery(tree: QueryNode, target: SearchTarget, options: { wholeValues?: boolean } = {}): CompiledQuery {
  const context: Context = { target, wholeValues: options.wholeValues ?? false, measures: [] };
  const condition = compile(tree, context, true) ?? NOTHING;
  const relevance = context.measures.length === 0 ? undefined : sql<number>`(${sql.join(context.measures, sql` + `)})`;
  return { condition, relevance };
}

/** Undefined stands for a clause without any word, which changes nothing. */
function compile(node: QueryNode, context: Context, counts: boolean): RawBuilder<SqlBool> | undefined {
  switch (node.kind) {
    case 'nothing':
      return undefined;
    case 'term':
      return compileTerm(node, context, counts);
    case 'range':
      return compileRange(node, context);
    case 'not': {
      const clause = compile(node.clause, context, false);
      return clause === undefined ? undefined : sql`not coalesce(${clause}, false)`;
    }
    case 'or':
      return joined(
        node.clauses.map((clause) => compile(clause, context, counts)),
        sql` or `,
      );
    case 'and': {
      // Optional clauses only raise the relevance of what the others find.
      const optional = node.optional.map((clause) => compile(clause, context, counts));
      const needed = joined(
        node.clauses.map((clause) => compile(clause, context, counts)),
        sql` and `,
      );
      return needed ?? joined(optional, sql` or `);
    }
  }
}

function joined(clauses: (RawBuilder<SqlBool> | undefined)[], operator: RawBuilder<unknown>): RawBuilder<SqlBool> | undefined {
  const present = clauses.filter((clause) => clause !== undefined);
  return present.length === 0 ? undefined : sql`(${sql.join(present, operator)})`;
}

function compileTerm(term: TermNode, context: Context, counts: boolean): RawBuilder<SqlBool> | undefined {
  const { target } = context;
  if (term.field === undefined) return measured(term, wordsCondition(target.search, undefined, term.text, term.quoted), context, counts);
  const field = target.field(term.field);
  if (field === undefined) return NOTHING;
  switch (field.kind) {
    case 'words':
      return measured(term, wordsCondition(target.search, field.name, term.text, term.quoted), context, counts);
    case 'whole-or-words': {
      const whole = (term.quoted || context.wholeValues) && !hasWildcards(term.text);
      const found = whole
        ? wholeValueCondition(target.search, field.name, term.text)
        : wordsCondition(target.search, field.name, term.text, false);
      return found?.condition;
    }
    case 'date':
      return dateCondition(field.column, term.text);
    case 'number': {
      const value = readNumber(term.text);
      return value === undefined ? NOTHING : sql`${field.column} = ${value}`;
    }
    case 'text':
      return field.equals !== undefined && !hasWildcards(term.text)
        ? field.equals(term.text.toLowerCase())
        : compareText(field.column, term);
    case 'special':
      return hasWildcards(term.text) ? NOTHING : field.matches(term.text.toLowerCase());
  }
}

function measured(term: TermNode, text: TextCondition | undefined, context: Context, counts: boolean): RawBuilder<SqlBool> | undefined {
  if (text === undefined) return undefined;
  const { search, similarTo } = context.target;
  if (counts && !context.wholeValues)
    context.measures.push(sql`${term.boost}::float8 * ts_rank(${WEIGHTS}::float4[], ${search}, ${text.tsquery}::tsquery)`);
  const misspelt = counts && !term.quoted && similarTo !== undefined && !hasWildcards(term.text) && (term.field ?? 'title') === 'title';
  const words = misspelt ? wordsOf(term.text).filter((word) => word.length >= 4) : [];
  if (similarTo === undefined || words.length === 0) return text.condition;
  for (const word of words) context.measures.push(sql`word_similarity(${word}, ${similarTo})`);
  const near = sql.join(
    words.map((word) => sql`${similarTo} %> ${word}`),
    sql` and `,
  );
  return sql`(${text.condition} or (${near}))`;
}

function hasWildcards(text: string): boolean {
  return text.includes(ANY_RUN) || text.includes(ANY_ONE);
}

function compareText(column: RawBuilder<unknown>, term: TermNode): RawBuilder<SqlBool> {
  const value = term.text.toLowerCase();
  if (!hasWildcards(value)) return sql`lower(${column}) = ${value}`;
  const pattern = value
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll(ANY_RUN, '%')
    .replaceAll(ANY_ONE, '_');
  return sql`lower(${column}) like ${pattern}`;
}

function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return /^-?\d{1,25}(\.\d{1,20})?$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** Times outside these years mean "before" or "after everything". */
const FIRST_MS = Date.UTC(1, 0, 1);
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

function compileRange(range: RangeNode, context: Context): RawBuilder<SqlBool> {
  const field = range.field === undefined ? undefined : context.target.field(range.field);
  if (range.field !== undefined && field === undefined) return NOTHING;
  if (field === undefined || field.kind === 'words' || field.kind === 'whole-or-words' || field.kind === 'special') {
    throw fail('INVALID_PARAMETER', {
      values: ['q', `has a range ${range.field === undefined ? 'without a field' : `on '${range.field}', which has none`}`],
    });
  }
  return rangeCondition(field, range);
}

/** Values of a column between two ends; an end that cannot be read finds nothing. */
export function rangeCondition(field: Extract<Field, { column: RawBuilder<unknown> }>, range: RangeNode): RawBuilder<SqlBool> {
  const conditions: (RawBuilder<SqlBool> | undefined)[] = [sql`${field.column} is not null`];
  if (range.from !== undefined) conditions.push(bound(field, range.from, range.fromIncluded ? sql`>=` : sql`>`));
  if (range.to !== undefined) conditions.push(bound(field, range.to, range.toIncluded ? sql`<=` : sql`<`));
  return sql`(${sql.join(
    conditions.map((condition) => condition ?? NOTHING),
    sql` and `,
  )})`;
}

function bound(
  field: Extract<Field, { column: RawBuilder<unknown> }>,
  text: string,
  operator: RawBuilder<unknown>,
): RawBuilder<SqlBool> | undefined {
  if (field.kind === 'text') return sql`lower(${field.column}) ${operator} ${text.toLowerCase()}`;
  if (field.kind === 'number') {
    const value = readNumber(text);
    return value === undefined ? undefined : sql`${field.column} ${operator} ${value}`;
  }
  const time = readTime(text);
  if (time === undefined) return undefined;
  return sql`date_trunc('milliseconds', ${field.column}) ${operator} ${new Date(time.ms)}`;
}
