// Checks an expression against the names it may use: every field is known, every type fits.
import { listed } from '@graticule/contract/refusals/refusal';
import { checkCase, checkList } from './check-branches.ts';
import { asWritten, coerce, unify } from './coerce.ts';
import { FUNCTIONS, type SqlFunction } from './functions.ts';
import { asGuidText, comparable, isGuidText } from './guids.ts';
import { requireShortTexts } from './joined-texts.rules.ts';
import { readDate, readTime, readTimestamp } from './literals.ts';
import { alike, asMoment } from './moments.rules.ts';
import { parseExpression } from './parser.ts';
import { asSingles } from './singles.rules.ts';
import type { Checked, DatePart, Expression, ScopeField, ValueType } from './tree.ts';
import { WhereError } from './where-error.ts';

/** The names an expression may use. */
export interface Scope {
  /** The field of that name, case ignored. */
  field(name: string): ScopeField | undefined;
  /** The names of all fields, for those who named none of them. */
  names(): readonly string[];
  /** Whether COUNT, SUM and their like are allowed. */
  aggregates?: boolean;
}

/**
 * The checked tree of a condition.
 * @throws WhereError for syntax, unknown names and types that do not fit
 */
export function checkCondition(sql: string, scope: Scope): Checked {
  const tree = check(parseExpression(sql), scope);
  if (tree.type !== 'boolean') throw new WhereError('where-no-condition', tree.at);
  requireShortTexts(tree);
  return tree;
}

/** The checked tree of a value, for statistics and calculations. */
export function checkValue(sql: string, scope: Scope): Checked {
  const tree = check(parseExpression(sql), scope);
  if (tree.type === 'boolean' || tree.type === 'interval') throw new WhereError('where-no-value', tree.at);
  requireShortTexts(tree);
  return tree;
}

function check(node: Expression, scope: Scope): Checked {
  const visit = (child: Expression): Checked => check(child, scope);
  const { at } = node;
  switch (node.kind) {
    case 'literal':
      return checkLiteral(node);
    case 'interval':
      return { ...node, type: 'interval' };
    case 'constant':
      return { ...node, type: node.constant === 'CURRENT_USER' ? 'text' : node.constant === 'CURRENT_DATE' ? 'date' : 'timestamp' };
    case 'field': {
      const field = scope.field(node.field);
      if (field === undefined) throw new WhereError('where-field', at, { field: node.field.slice(0, 100), fields: listed(scope.names()) });
      return { kind: 'field', field, type: field.type, at };
    }
    case 'call':
      return checkCall(node.name, node.args.map(visit), at, scope);
    case 'cast': {
      const given = value(visit(node.arg));
      const arg = node.target === 'TIMESTAMP' || node.target === 'DATE' ? asMoment(given) : given;
      const type: ValueType =
        node.target === 'VARCHAR' ? 'text' : node.target === 'DATE' ? 'date' : node.target === 'TIMESTAMP' ? 'timestamp' : 'number';
      return { ...node, arg, type };
    }
    case 'extract':
      return { ...node, arg: moment(asMoment(visit(node.arg)), node.part), type: 'number' };
    case 'case':
      return checkCase(node, visit);
    case 'negate':
      return { ...node, arg: coerce(visit(node.arg), 'number'), type: 'number' };
    case 'not':
      return { ...node, arg: condition(visit(node.arg)), type: 'boolean' };
    case 'logic':
      return { ...node, args: node.args.map((arg) => condition(visit(arg))), type: 'boolean' };
    case 'compare': {
      const [left, right] = asSingles(unify(alike([value(visit(node.left)), value(visit(node.right))]), at));
      return { ...node, left, right, type: 'boolean' } as Checked;
    }
    case 'arithmetic':
      return checkArithmetic(node.operator, value(visit(node.left)), value(visit(node.right)), at);
    case 'isNull':
      return { ...node, arg: value(visit(node.arg)), type: 'boolean' };
    case 'in':
      return checkList(node, visit);
    case 'between': {
      const [arg, low, high] = asSingles(unify(alike([node.arg, node.low, node.high].map((child) => value(visit(child)))), at));
      return { ...node, arg, low, high, type: 'boolean' } as Checked;
    }
    case 'like':
      return checkLike(node, coerce(visit(node.arg), 'text'), coerce(visit(node.pattern), 'text'));
  }
}

/** Patterns for ids are written with braces or without, too; an escape that is a letter keeps the pattern as it is. */
function checkLike(node: Extract<Expression, { kind: 'like' }>, arg: Checked, pattern: Checked): Checked {
  const isId = isGuidText(arg) && !/[a-z{}]/i.test(node.escape ?? '');
  return { ...node, arg: isId ? asGuidText(arg) : arg, pattern: isId ? asGuidText(pattern) : pattern, type: 'boolean' };
}

function checkLiteral(node: Extract<Expression, { kind: 'literal' }>): Checked {
  const { literal, value: text, at } = node;
  if (literal === 'null') return { ...node, type: 'unknown' };
  if (literal === 'number' || literal === 'text') return { ...node, type: literal };
  const read = literal === 'date' ? readDate : literal === 'time' ? readTime : readTimestamp;
  const value = read(text);
  if (value === undefined) throw new WhereError('where-literal', at, { kind: literal, text: text.slice(0, 40) });
  return { ...node, value, type: literal };
}

function functionNames(scope: Scope): string[] {
  const known = Object.entries(FUNCTIONS).filter(([, one]) => !one.aggregate || scope.aggregates);
  return [...known.map(([name]) => name), 'COALESCE', 'NULLIF'].sort();
}

function wantedNumber(least: number, most: number, variadic: boolean): string {
  if (variadic) return `${least} or more`;
  return least === most ? String(most) : `${least} to ${most}`;
}

function checkCall(name: string, args: Checked[], at: number, scope: Scope): Checked {
  if (name === 'COALESCE' || name === 'NULLIF') {
    if (args.length === 0 || (name === 'NULLIF' && args.length !== 2))
      throw new WhereError('where-values', at, { name, count: args.length, wanted: name === 'NULLIF' ? '2' : '1 or more' });
    const unified = name === 'NULLIF' ? asSingles(unify(comparable(args.map(value)), at)) : unify(args.map(value), at);
    return { kind: 'call', name, args: unified, type: unified[0]?.type ?? 'unknown', at };
  }
  const found: SqlFunction | undefined = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (found === undefined || (found.aggregate && !scope.aggregates))
    throw new WhereError('where-function', at, { name: name.slice(0, 40), names: listed(functionNames(scope), 100) });
  const least = found.takes.length - (found.optional ?? 0);
  const most = found.variadic ? 100 : found.takes.length;
  if (args.length < least || args.length > most)
    throw new WhereError('where-values', at, { name, count: args.length, wanted: wantedNumber(least, most, found.variadic === true) });
  const fitted = args.map((arg, index) => {
    if (found.joins) return asWritten(value(arg));
    const wanted = found.takes[Math.min(index, found.takes.length - 1)] ?? 'unknown';
    if (wanted !== 'unknown') return coerce(arg, wanted);
    return found.gives === 'own' ? ordered(value(arg)) : value(arg);
  });
  return { kind: 'call', name, args: fitted, type: found.gives === 'own' ? (fitted[0]?.type ?? 'unknown') : found.gives, at };
}

function checkArithmetic(operator: '+' | '-' | '*' | '/' | '||', left: Checked, right: Checked, at: number): Checked {
  const node = (l: Checked, r: Checked, type: ValueType): Checked => ({ kind: 'arithmetic', operator, left: l, right: r, type, at });
  if (operator === '||') return node(asWritten(left), asWritten(right), 'text');
  const dated = (type: ValueType): boolean => type === 'timestamp' || type === 'date';
  // A number beside a moment is one of days: maps that were saved elsewhere hold CURRENT_TIMESTAMP - 7.
  const spans = (type: ValueType): boolean => type === 'interval' || type === 'number';
  if (operator === '+' || operator === '-') {
    if (dated(left.type) && spans(right.type)) return node(left, right, 'timestamp');
    if (operator === '+' && spans(left.type) && dated(right.type)) return node(left, right, 'timestamp');
    if (operator === '-' && dated(left.type) && dated(right.type)) {
      return node(coerce(left, 'timestamp'), coerce(right, 'timestamp'), 'number');
    }
  }
  return node(coerce(left, 'number'), coerce(right, 'number'), 'number');
}

function condition(node: Checked): Checked {
  if (node.type !== 'boolean') throw new WhereError('where-logic', node.at);
  return node;
}

/** A node that stands where a value is needed. */
function value(node: Checked): Checked {
  if (node.type === 'boolean') throw new WhereError('where-value-needed', node.at);
  return node;
}

/** A value in the form in which the least and the greatest are found: ids as the text that they are compared by, moments that are kept as text as moments. */
function ordered(node: Checked): Checked {
  return node.type === 'guid' || isGuidText(node) ? asGuidText(node) : asMoment(node);
}

function moment(node: Checked, part: DatePart): Checked {
  if (node.type === 'text') return coerce(node, 'timestamp');
  if (node.type === 'time' && /^(YEAR|MONTH|DAY)$/.test(part)) throw new WhereError('where-part', node.at, { part });
  if (node.type === 'timestamp' || node.type === 'date' || node.type === 'time') return node;
  throw new WhereError('where-date-needed', node.at);
}
