// Turns a query tree into what an index of words answers, what else must hold, and how well a row fits.
import { fail } from '@graticule/contract/errors';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { quoteLexeme } from '../platform/db/search-text.ts';
import { ANY_ONE, ANY_RUN, type QueryNode, type RangeNode, type TermNode } from './grammar.ts';
import { type ComparedColumn, dateCondition, rangeCondition, readNumber } from './range.sql.ts';
import { type TextCondition, wholeValue, words } from './text-terms.sql.ts';

/** What a field of a query compares. */
export type Field =
  /** Words of one field of the document, told from others by their name or by their weight; `whole` is all of its text in lower case. */
  | { kind: 'words'; name: string; weight?: 'C'; whole?: RawBuilder<unknown> }
  /** Words of a text that the document holds among others. */
  | { kind: 'prose'; matches(value: string, quoted: boolean): RawBuilder<SqlBool> }
  /** A quoted value compares the whole value, a bare word its words; `column` holds the value in lower case. */
  | { kind: 'whole-or-words'; name: string; column?: RawBuilder<unknown> }
  /** A whole value without regard to case that the document holds under this name; `column` holds it in lower case. */
  | { kind: 'exact'; name: string; column?: RawBuilder<unknown>; lexeme?(value: string): string }
  | ComparedColumn
  /** Anything else; gets the value in lower case without wildcards. */
  | { kind: 'special'; matches(value: string): RawBuilder<SqlBool> };

/** What is searched. */
export interface SearchTarget {
  /** The `tsvector` column. */
  search: RawBuilder<unknown>;
  field(name: string): Field | undefined;
}

/** A word or phrase that counts for the relevance. */
export interface Measure {
  boost: number;
  /** Text of a `tsquery`. */
  tsquery: string;
}

/**
 * Rows match when `words` match the document and every one of `others` holds.
 * `words` is undefined when no word must be there: an index of words would be of no use.
 */
export interface CompiledQuery {
  words: string | undefined;
  /** As `words`, but words without a field must stand in the title; undefined when no such word is asked for. */
  titleWords: string | undefined;
  others: RawBuilder<SqlBool>[];
  measures: Measure[];
  /** Every match holds all the measured words, and none of them counts more than another. */
  areAlike: boolean;
}

const NOTHING = sql<SqlBool>`false`;

/** One clause: words that a document must match, and conditions beside them. */
interface Clause {
  words?: string;
  titleWords?: string;
  /** Whether the words ask for something to be there, not only for something to be missing. */
  asks: boolean;
  others: RawBuilder<SqlBool>[];
  /** The same by a column, for the opposite: "not of this type" is no question for an index of words. */
  column?: RawBuilder<SqlBool>;
}

interface Context {
  target: SearchTarget;
  /** Compare whole values also where a bare word would be enough. */
  wholeValues: boolean;
  measures: Measure[];
}

/**
 * Compiles a tree.
 * @throws INVALID_PARAMETER for a range on a field that has none
 */
export function compileQuery(tree: QueryNode, target: SearchTarget, options: { wholeValues?: boolean } = {}): CompiledQuery {
  const context: Context = { target, wholeValues: options.wholeValues ?? false, measures: [] };
  const clause = compile(tree, context, true) ?? nothing();
  const { measures } = context;
  const areAlike = needsAll(tree);
  if (clause.words === undefined || !clause.asks)
    return { words: undefined, titleWords: undefined, others: [asCondition(clause, target)], measures, areAlike };
  const { words: asked, titleWords, others } = clause;
  return { words: asked, titleWords: titleWords === asked ? undefined : titleWords, others, measures, areAlike };
}

function needsAll(node: QueryNode): boolean {
  if (node.kind === 'and') return node.optional.length === 0 && node.clauses.every(needsAll);
  return node.kind === 'term' ? node.boost === 1 : node.kind !== 'or';
}

/** The whole query as one condition. */
export function conditionOf({ words: asked, others }: Pick<CompiledQuery, 'words' | 'others'>, target: SearchTarget): RawBuilder<SqlBool> {
  return asCondition({ ...(asked === undefined ? {} : { words: asked }), others, asks: true }, target);
}

/** Words of the same boost are measured together; each boost counts as often as there are words of it. */
export function boostsOf(measures: readonly Measure[]): Measure[] {
  return [...Map.groupBy(measures, ({ boost }) => boost)].map(([boost, same]) => ({
    boost: boost * same.length,
    tsquery: same.map(({ tsquery }) => `(${tsquery})`).join(' | '),
  }));
}

/** How well a document fits. @param vector its words with weights; description counts least, then snippet, tags, title */
export function relevanceOf(measures: readonly Measure[], vector: RawBuilder<unknown>): RawBuilder<number> {
  if (measures.length === 0) return sql`0::float8`;
  return sql`(${sql.join(
    boostsOf(measures).map(
      ({ boost, tsquery }) => sql`${boost}::float8 * ts_rank('{0.05, 0.2, 0.45, 1.0}'::float4[], ${vector}, ${tsquery}::tsquery)`,
    ),
    sql` + `,
  )})`;
}

function nothing(): Clause {
  return { asks: true, others: [NOTHING] };
}

function only(condition: RawBuilder<SqlBool>): Clause {
  return { asks: true, others: [condition] };
}

function asCondition({ words: asked, others }: Clause, target: SearchTarget): RawBuilder<SqlBool> {
  const all = asked === undefined ? others : [sql<SqlBool>`${target.search} @@ ${asked}::tsquery`, ...others];
  return all.length === 0 ? sql`true` : sql`(${sql.join(all, sql` and `)})`;
}

/** Undefined stands for a clause without any word, which changes nothing. */
function compile(node: QueryNode, context: Context, counts: boolean): Clause | undefined {
  switch (node.kind) {
    case 'nothing':
      return undefined;
    case 'term':
      return compileTerm(node, context, counts);
    case 'range':
      return only(compileRange(node, context));
    case 'not':
      return opposite(compile(node.clause, context, false), context);
    case 'or':
      return anyOf(present(node.clauses, context, counts), context);
    case 'and': {
      // Optional clauses only raise the relevance of what the others find.
      const optional = present(node.optional, context, counts);
      return allOf(present(node.clauses, context, counts), context) ?? anyOf(optional, context);
    }
  }
}

function present(nodes: readonly QueryNode[], context: Context, counts: boolean): Clause[] {
  return nodes.map((node) => compile(node, context, counts)).filter((clause) => clause !== undefined);
}

function opposite(clause: Clause | undefined, { target }: Context): Clause | undefined {
  if (clause === undefined) return undefined;
  if (clause.column !== undefined) return only(sql`not ${clause.column}`);
  if (clause.words === undefined || clause.others.length > 0) return only(sql`not coalesce(${asCondition(clause, target)}, false)`);
  return { words: `!(${clause.words})`, titleWords: `!(${clause.words})`, asks: !clause.asks, others: [] };
}

function allOf(clauses: readonly Clause[], { target }: Context): Clause | undefined {
  if (clauses.length === 0) return undefined;
  const others = clauses.flatMap((clause) => clause.others);
  const worded = clauses.filter((clause) => clause.words !== undefined);
  if (worded.length === 0) return { asks: true, others };
  if (!worded.some((clause) => clause.asks))
    return { asks: true, others: [...others, ...worded.map((clause) => asCondition({ ...clause, others: [] }, target))] };
  return {
    words: worded.map((clause) => `(${clause.words})`).join(' & '),
    titleWords: worded.map((clause) => `(${clause.titleWords})`).join(' & '),
    asks: true,
    others,
  };
}

function anyOf(clauses: readonly Clause[], { target }: Context): Clause | undefined {
  if (clauses.length === 0) return undefined;
  const exact = clauses.some((clause) => clause.others.length > 0)
    ? [
        sql<SqlBool>`(${sql.join(
          clauses.map((clause) => asCondition(clause, target)),
          sql` or `,
        )})`,
      ]
    : [];
  // Words that one of the clauses needs find a little too much when there are conditions beside them.
  if (clauses.some((clause) => clause.words === undefined)) return { asks: true, others: exact };
  return {
    words: clauses.map((clause) => `(${clause.words})`).join(' | '),
    titleWords: clauses.map((clause) => `(${clause.titleWords})`).join(' | '),
    asks: clauses.every((clause) => clause.asks),
    others: exact,
  };
}

function compileTerm(term: TermNode, context: Context, counts: boolean): Clause | undefined {
  const field =
    term.field === undefined ? ({ kind: 'words', name: undefined, whole: undefined } as const) : context.target.field(term.field);
  if (field === undefined) return nothing();
  const wild = term.text.includes(ANY_RUN) || term.text.includes(ANY_ONE);
  switch (field.kind) {
    case 'words': {
      const clause = measured(term, words(context.target.search, term.text, { quoted: term.quoted, ...inField(field) }), context, counts);
      if (!context.wholeValues || wild || field.whole === undefined) return clause;
      // The words find it by the index, and the text says whether they are all of it.
      const isAll = sql<SqlBool>`${field.whole} = ${term.text.toLowerCase()}`;
      return clause === undefined ? only(isAll) : { ...clause, others: [...clause.others, isAll] };
    }
    case 'prose': {
      const anywhere = found(words(context.target.search, term.text, { quoted: term.quoted }), undefined);
      return anywhere === undefined ? undefined : { ...anywhere, others: [field.matches(term.text, term.quoted)] };
    }
    case 'whole-or-words':
      return (term.quoted || context.wholeValues) && !wild
        ? exactly(field, term)
        : found(words(context.target.search, term.text, { quoted: false, field: field.name }), undefined);
    case 'exact':
      if (!wild) return exactly(field, term);
      return field.column === undefined ? nothing() : only(compareText(field.column, term));
    case 'date':
      return only(dateCondition(field.column, term.text));
    case 'number': {
      const value = readNumber(term.text);
      return value === undefined ? nothing() : only(sql`${field.column} = ${value}::float8`);
    }
    case 'text':
      return only(compareText(field.column, term));
    case 'special':
      return wild ? nothing() : only(field.matches(term.text.toLowerCase()));
  }
}

function inField(field: { name: string | undefined; weight?: 'C' }): { field?: string | undefined; weight?: 'C' } {
  return field.weight === undefined ? { field: field.name } : { weight: field.weight };
}

function found(text: TextCondition | undefined, titleText: TextCondition | undefined): Clause | undefined {
  if (text === undefined) return undefined;
  return { words: text.tsquery, titleWords: titleText?.tsquery ?? text.tsquery, asks: true, others: text.patterns };
}

function exactly(field: Extract<Field, { kind: 'exact' | 'whole-or-words' }>, term: TermNode): Clause {
  const lexeme =
    field.kind === 'exact' && field.lexeme !== undefined ? quoteLexeme(field.lexeme(term.text)) : wholeValue(field.name, term.text);
  const column = field.column === undefined ? undefined : sql<SqlBool>`${field.column} = ${term.text.toLowerCase()}`;
  return { words: lexeme, titleWords: lexeme, asks: true, others: [], ...(column === undefined ? {} : { column }) };
}

function measured(term: TermNode, text: TextCondition | undefined, context: Context, counts: boolean): Clause | undefined {
  if (text !== undefined && counts && !context.wholeValues) context.measures.push({ boost: term.boost, tsquery: text.tsquery });
  const inTitle = term.field === undefined ? words(context.target.search, term.text, { quoted: term.quoted, field: 'title' }) : undefined;
  return found(text, inTitle);
}

function compareText(column: RawBuilder<unknown>, term: TermNode): RawBuilder<SqlBool> {
  const value = term.text.toLowerCase();
  if (!value.includes(ANY_RUN) && !value.includes(ANY_ONE)) return sql`lower(${column}) = ${value}`;
  const pattern = value
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll(ANY_RUN, '%')
    .replaceAll(ANY_ONE, '_');
  return sql`lower(${column}) like ${pattern}`;
}

function compileRange(range: RangeNode, { target }: Context): RawBuilder<SqlBool> {
  const field = range.field === undefined ? undefined : target.field(range.field);
  if (range.field !== undefined && field === undefined) return NOTHING;
  if (field?.kind === 'exact' && field.column !== undefined) return rangeCondition({ kind: 'text', column: field.column }, range);
  if (field === undefined || !('column' in field) || field.kind === 'whole-or-words' || field.kind === 'exact') {
    throw fail('INVALID_PARAMETER', {
      values: ['q', `has a range ${range.field === undefined ? 'without a field' : `on '${range.field}', which has none`}`],
    });
  }
  return rangeCondition(field, range);
}
