// Writes a checked expression as SQL with bound values; no text of the caller ever becomes SQL.
import { guidText } from '../guid-text.rules.ts';
import type { SqlText } from '../sql-text.rules.ts';
import { FUNCTIONS } from './functions.ts';
import { readNumber } from './literals.ts';
import { momentSql } from './moments.rules.ts';
import type { Checked, ValueType } from './tree.ts';

/** Facts of the request that constants of the language stand for. */
export interface Moment {
  now: Date;
  username: string;
}

const SQL_TYPES: Readonly<Record<ValueType, string>> = {
  number: 'double precision',
  text: 'text',
  timestamp: 'timestamp',
  date: 'date',
  time: 'time',
  boolean: 'boolean',
  guid: 'uuid',
  interval: 'interval',
  unknown: 'text',
};

/** SQL of an expression; its values are bound in `sql`. */
export function writeExpression(node: Checked, sql: SqlText, moment: Moment): string {
  const write = (child: Checked): string => writeExpression(child, sql, moment);
  switch (node.kind) {
    case 'literal':
      return writeLiteral(node, sql);
    case 'interval':
      return `(${node.amounts.map(({ amount, unit }) => `${sql.bind(amount, 'double precision')} * interval '1 ${unit.toLowerCase()}'`).join(' + ')})`;
    case 'constant':
      if (node.constant === 'CURRENT_USER') return sql.bind(moment.username, 'text');
      return sql.bind(moment.now.toISOString().slice(0, node.constant === 'CURRENT_DATE' ? 10 : 23), SQL_TYPES[node.type]);
    case 'field':
      return node.field.sql;
    case 'call':
      if (node.name === 'COALESCE' || node.name === 'NULLIF') return `${node.name.toLowerCase()}(${node.args.map(write).join(', ')})`;
      return FUNCTIONS[node.name]?.write(node.args.map(write)) ?? 'null';
    case 'cast':
      return writeCast(node, write(node.arg));
    case 'extract':
      // The database knows no hours of days.
      return `extract(${node.part.toLowerCase()} from ${write(node.arg)}${node.arg.type === 'date' ? '::timestamp' : ''})::double precision`;
    case 'case':
      return writeCase(node, write);
    case 'negate':
      return `(- ${write(node.arg)})`;
    case 'not':
      return `(not ${write(node.arg)})`;
    case 'logic':
      return `(${node.args.map(write).join(node.operator === 'AND' ? ' and ' : ' or ')})`;
    case 'compare':
      return `(${write(node.left)} ${node.operator} ${write(node.right)})`;
    case 'arithmetic':
      return writeArithmetic(node, write);
    case 'isNull':
      return `(${write(node.arg)} is ${node.negated ? 'not ' : ''}null)`;
    case 'in':
      return writeIn(node, sql, write);
    case 'between':
      return `(${write(node.arg)} ${node.negated ? 'not ' : ''}between ${write(node.low)} and ${write(node.high)})`;
    case 'like':
      return `(${write(node.arg)} ${node.negated ? 'not ' : ''}like ${write(node.pattern)} escape ${sql.bind(node.escape ?? '', 'text')})`;
  }
}

type Write = (child: Checked) => string;

function writeLiteral(node: Extract<Checked, { kind: 'literal' }>, sql: SqlText): string {
  if (node.literal === 'null') return `null::${SQL_TYPES[node.type]}`;
  if (node.type !== 'number') return sql.bind(node.value, SQL_TYPES[node.type]);
  const value = readNumber(node.value) ?? 0;
  if (!Number.isSafeInteger(value) || /[.eE]/.test(node.value)) return sql.bind(value, 'double precision');
  return sql.bind(value, Math.abs(value) < 2 ** 31 ? 'integer' : 'bigint');
}

function writeCast(node: Extract<Checked, { kind: 'cast' }>, arg: string): string {
  switch (node.target) {
    case 'GUID':
      return guidText(`(${arg})::text`);
    case 'MOMENT':
      return momentSql(arg);
    case 'INTEGER':
      return node.arg.type === 'number' ? `trunc((${arg})::numeric)::bigint` : `(${arg})::text::bigint`;
    case 'FLOAT':
      return node.arg.type === 'number' ? `(${arg})::double precision` : `(${arg})::text::double precision`;
    case 'VARCHAR':
      return `${textOf(node.arg, arg)}::varchar${node.length === undefined ? '' : `(${node.length})`}`;
    case 'WRITTEN':
      return `${textOf(node.arg, arg)}::text`;
    case 'DATE':
      return node.arg.type === 'number' ? `(${arg})::text::date` : `(${arg})::date`;
    case 'TIMESTAMP':
      return node.arg.type === 'number' ? `(${arg})::text::timestamp` : `(${arg})::timestamp`;
  }
}

/** What becomes a text. The database writes a million as `1e+06` where it has 32 bits, and 1.50 where it counts decimals; people see neither. */
function textOf({ type }: Checked, sql: string): string {
  return type === 'number' ? `trim_scale((${sql})::text::numeric)` : `(${sql})`;
}

function writeCase(node: Extract<Checked, { kind: 'case' }>, write: Write): string {
  const branches = node.branches.map(({ when, result }) => `when ${write(when)} then ${write(result)}`);
  const operand = node.operand ? `${write(node.operand)} ` : '';
  return `(case ${operand}${branches.join(' ')}${node.otherwise ? ` else ${write(node.otherwise)}` : ''} end)`;
}

function writeArithmetic(node: Extract<Checked, { kind: 'arithmetic' }>, write: Write): string {
  const isMoment = node.type === 'timestamp';
  const [left, right] = [node.left, node.right].map((side) =>
    isMoment && side.type === 'number' ? `((${write(side)})::double precision * interval '1 day')` : write(side),
  );
  if (node.operator === '/') return `(${left} / nullif(${right}, 0))`;
  const moments = node.left.type !== 'number' && node.right.type !== 'number' && node.left.type !== 'interval';
  // The difference of two moments is a number of days.
  if (node.operator === '-' && moments && node.right.type !== 'interval') {
    return `(extract(epoch from (${left})::timestamp - (${right})::timestamp) / 86400)::double precision`;
  }
  return `(${left} ${node.operator} ${right})`;
}

/** A list of plain literals is one bound array, so that a thousand values stay one parameter. */
function writeIn(node: Extract<Checked, { kind: 'in' }>, sql: SqlText, write: Write): string {
  const plain = node.list.every((one) => one.kind === 'literal' && one.literal !== 'null');
  if (!plain) return `(${write(node.arg)} ${node.negated ? 'not ' : ''}in (${node.list.map(write).join(', ')}))`;
  const values = node.list.map((one) => (one.kind === 'literal' ? one.value.trim() : ''));
  const type = node.arg.type;
  const numbers = values.map((value) => readNumber(value) ?? 0);
  const bound =
    type === 'number'
      ? sql.bind(numbers, numbers.every(Number.isSafeInteger) ? 'bigint[]' : 'double precision[]')
      : sql.bind(type === 'text' ? node.list.map((one) => (one.kind === 'literal' ? one.value : '')) : values, `${SQL_TYPES[type]}[]`);
  return node.negated ? `(${write(node.arg)} <> all(${bound}))` : `(${write(node.arg)} = any(${bound}))`;
}
