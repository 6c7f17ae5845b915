// Names of fields and expressions where clients may send either: in lists with commas, as values of statistics, for groups and order.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { FieldType } from '@graticule/contract/services/layer';
import type { StoredField } from '../../schema/features.ts';
import { layerScope } from '../layer-scope.ts';
import { fieldByName, type HostedLayer } from '../layers.rules.ts';
import { identifier, type SqlText } from '../sql-text.rules.ts';
import { checkValue } from '../where/check.ts';
import type { Checked, ValueType } from '../where/tree.ts';
import { type Moment, writeExpression } from '../where/write.rules.ts';
import { reading } from './query-fault.rules.ts';

/** A field of a layer, or an expression that is answered like one. */
export interface Term extends StoredField {
  expression?: Checked;
}

const FIELD_TYPES: Readonly<Partial<Record<ValueType, FieldType>>> = {
  number: 'esriFieldTypeDouble',
  text: 'esriFieldTypeString',
  timestamp: 'esriFieldTypeDate',
  date: 'esriFieldTypeDateOnly',
  time: 'esriFieldTypeTimeOnly',
};

const MAX_TERMS = 100;
const MAX_LENGTH = 100_000;

/** The parts of a list between its commas; those inside parentheses and quotes belong to an expression. @throws INVALID_QUERY for too many */
export function splitTerms(list: string | undefined, parameter: string, most = MAX_TERMS): string[] {
  if ((list?.length ?? 0) > MAX_LENGTH) throw refuse('query-list-long', { parameter, most: MAX_LENGTH });
  const parts = /['"()]/.test(list ?? '') ? expressionsOf(list ?? '') : (list ?? '').split(',');
  const terms = parts.map((part) => part.trim()).filter((part) => part !== '');
  if (terms.length > most) throw refuse('query-list-many', { parameter, count: terms.length, most });
  return terms;
}

function expressionsOf(list: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let quote = '';
  for (const character of list) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    if (character === ',' && depth === 0 && quote === '') parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** A term of an order without the direction at its end. Whatever callers send is looked at once, not once for each of its spaces. */
export function withDirection(term: string): { text: string; descending: boolean } {
  const direction = /\s(asc|desc)$/i.exec(term.slice(-5))?.[1] ?? '';
  return { text: term.slice(0, term.length - direction.length).trimEnd(), descending: direction.toLowerCase() === 'desc' };
}

/** The field of that name, or the expression under the name it gets in replies. @throws INVALID_QUERY */
export function readTerm(layer: HostedLayer, text: string, named: { parameter: string; name: string }): Term {
  const field = fieldByName(layer, text.replace(/^"(.*)"$/, '$1'));
  if (field !== undefined) return field;
  const expression = reading(named.parameter, () => checkValue(text, layerScope(layer)));
  const type = FIELD_TYPES[expression.type];
  if (type === undefined) throw refuse('query-no-type', { parameter: named.parameter, text: text.slice(0, 100) });
  const { name } = named;
  return { name, alias: name, type, column: '', nullable: true, editable: false, expression };
}

/** A term that may say its name at its end: `height * 2 AS twice`; `otherwise` is that of an expression that says none. @throws INVALID_QUERY */
export function readNamedTerm(layer: HostedLayer, text: string, otherwise: { parameter: string; name: string }): Term {
  // Names are short: whatever else callers send is not looked through for them.
  const named = /\sas\s+"?([A-Za-z_][A-Za-z0-9_]{0,62})"?$/i.exec(text.slice(-80));
  const name = named?.[1];
  if (named === null || name === undefined) return readTerm(layer, text, otherwise);
  const term = readTerm(layer, text.slice(0, text.length - named[0].length), { ...otherwise, name });
  return term.expression === undefined ? { ...term, name, alias: name } : term;
}

/** A text that two expressions share when they are the same, wherever in what was sent their parts stand. */
export function keyOf(expression: Checked): string {
  return JSON.stringify(expression, (name, value: unknown) => (name === 'at' ? undefined : value));
}

/** The SQL of a term. */
export function termSql(term: Term, sql: SqlText, moment: Moment): string {
  return term.expression === undefined ? identifier(term.column) : `(${writeExpression(term.expression, sql, moment)})`;
}
