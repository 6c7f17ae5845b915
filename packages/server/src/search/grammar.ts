// The query language of every search: text in, tree out. Broken text is repaired rather than refused.
import { fail } from '@graticule/contract/errors';
import { ANY_ONE, ANY_RUN, type Token, tokenize } from './tokens.grammar.ts';

export { ANY_ONE, ANY_RUN };

/** A word or a phrase; `ANY_RUN` and `ANY_ONE` in the text stand for `*` and `?`. */
export interface TermNode {
  kind: 'term';
  /** Lower-case field name; undefined searches the default text. */
  field: string | undefined;
  text: string;
  quoted: boolean;
  boost: number;
}

/** Values between two ends; an undefined end is open. */
export interface RangeNode {
  kind: 'range';
  field: string | undefined;
  from: string | undefined;
  to: string | undefined;
  fromIncluded: boolean;
  toIncluded: boolean;
}

/** All of `clauses` must hold; `optional` only raises what also holds. */
export interface AndNode {
  kind: 'and';
  clauses: QueryNode[];
  optional: QueryNode[];
}

export interface OrNode {
  kind: 'or';
  clauses: QueryNode[];
}

export interface NotNode {
  kind: 'not';
  clause: QueryNode;
}

/** A query without any term: finds nothing. */
export interface NothingNode {
  kind: 'nothing';
}

export type QueryNode = TermNode | RangeNode | AndNode | OrNode | NotNode | NothingNode;

/** What was understood, and whether the text had to be repaired for it. */
export interface ParsedQuery {
  tree: QueryNode;
  repaired: boolean;
}

const MAX_LENGTH = 10_000;
const MAX_TERMS = 200;
const MAX_NESTING = 20;

/**
 * Reads a query.
 * @throws QUERY_TOO_COMPLEX more than 10,000 characters, 200 terms or 20 levels of parentheses
 * @throws LEADING_WILDCARD a word that starts with `*` or `?`
 */
export function parseQuery(source: string): ParsedQuery {
  if (source.length > MAX_LENGTH) throw fail('QUERY_TOO_COMPLEX', { values: [`at most ${MAX_LENGTH} characters`] });
  const { tokens, repaired } = tokenize(source);
  const reader: Reader = { tokens, at: 0, terms: 0, repaired };
  const tree = readGroup(reader, undefined, 0) ?? { kind: 'nothing' };
  return { tree, repaired: reader.repaired };
}

interface Reader {
  tokens: Token[];
  at: number;
  terms: number;
  repaired: boolean;
}

interface Clause {
  node: QueryNode;
  prefix: 'required' | 'excluded' | 'none';
}

/** Reads clauses up to a closing parenthesis or the end. Precedence: NOT, then AND, then OR. */
function readGroup(reader: Reader, field: string | undefined, depth: number): QueryNode | undefined {
  if (depth > MAX_NESTING) throw fail('QUERY_TOO_COMPLEX', { values: [`at most ${MAX_NESTING} levels of parentheses`] });
  const alternatives: Clause[][] = [[]];
  let hasOperators = false;
  let waiting = true;
  for (;;) {
    const token = reader.tokens[reader.at];
    if (token === undefined || (token.kind === 'close' && depth > 0)) break;
    if (token.kind === 'close') {
      reader.at++;
      reader.repaired = true;
    } else if (token.kind === 'and' || token.kind === 'or') {
      reader.at++;
      hasOperators = true;
      if (waiting) reader.repaired = true;
      else if (token.kind === 'or') alternatives.push([]);
      waiting = true;
    } else {
      if (token.kind === 'not') hasOperators = true;
      const clause = readClause(reader, field, depth);
      if (clause === undefined) continue;
      alternatives.at(-1)?.push(clause);
      waiting = false;
    }
  }
  if (waiting) reader.repaired = true;
  const groups = alternatives.filter((clauses) => clauses.length > 0).map((clauses) => conjunction(clauses, hasOperators));
  const [first] = groups;
  return groups.length > 1 ? { kind: 'or', clauses: groups } : first;
}

/** Joins clauses by AND; with a `+` among them and no operator words, those without a sign are optional. */
function conjunction(clauses: Clause[], hasOperators: boolean): QueryNode {
  const signs = !hasOperators && clauses.some((clause) => clause.prefix === 'required');
  const needed = clauses.filter((clause) => !signs || clause.prefix !== 'none').map((clause) => clause.node);
  const optional = clauses.filter((clause) => signs && clause.prefix === 'none').map((clause) => clause.node);
  const [first] = needed;
  if (first !== undefined && needed.length === 1 && optional.length === 0) return first;
  return { kind: 'and', clauses: needed, optional };
}

function readClause(reader: Reader, outerField: string | undefined, depth: number): Clause | undefined {
  let excluded = false;
  let required = false;
  let field = outerField;
  for (;;) {
    const token = reader.tokens[reader.at];
    if (token?.kind === 'not' || token?.kind === 'minus') excluded = !excluded;
    else if (token?.kind === 'plus') required = true;
    else if (token?.kind === 'field') field = token.name;
    else break;
    reader.at++;
  }
  const node = readPrimary(reader, field, depth);
  if (node === undefined) {
    reader.repaired = true;
    return undefined;
  }
  if (excluded) return { node: { kind: 'not', clause: node }, prefix: 'excluded' };
  return { node, prefix: required ? 'required' : 'none' };
}

function readPrimary(reader: Reader, field: string | undefined, depth: number): QueryNode | undefined {
  const token = reader.tokens[reader.at];
  if (token?.kind === 'boost') reader.at++; // a stray one, after a parenthesis that was dropped
  if (token?.kind === 'open') {
    reader.at++;
    const group = readGroup(reader, field, depth + 1);
    if (reader.tokens[reader.at]?.kind === 'close') reader.at++;
    else reader.repaired = true;
    const boost = readBoost(reader);
    return group === undefined ? undefined : boosted(group, boost);
  }
  if (token?.kind !== 'word' && token?.kind !== 'phrase' && token?.kind !== 'range') return undefined;
  reader.at++;
  reader.terms++;
  if (reader.terms > MAX_TERMS) throw fail('QUERY_TOO_COMPLEX', { values: [`at most ${MAX_TERMS} terms`] });
  const boost = readBoost(reader);
  if (token.kind === 'range') {
    const { from, to, fromIncluded, toIncluded } = token;
    return { kind: 'range', field, from, to, fromIncluded, toIncluded };
  }
  return { kind: 'term', field, text: token.text, quoted: token.kind === 'phrase', boost };
}

function readBoost(reader: Reader): number {
  const token = reader.tokens[reader.at];
  if (token?.kind !== 'boost') return 1;
  reader.at++;
  return token.factor;
}

/** The same tree with every term's boost multiplied. */
function boosted(node: QueryNode, factor: number): QueryNode {
  if (factor === 1) return node;
  switch (node.kind) {
    case 'term':
      return { ...node, boost: node.boost * factor };
    case 'and':
      return { ...node, clauses: node.clauses.map((c) => boosted(c, factor)), optional: node.optional.map((c) => boosted(c, factor)) };
    case 'or':
      return { ...node, clauses: node.clauses.map((c) => boosted(c, factor)) };
    default:
      return node;
  }
}
