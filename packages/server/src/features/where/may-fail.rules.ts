// Which expressions the database may give up on, depending on which rows it looks at.
import { childrenOf } from './children.rules.ts';
import { readDate, readTimestamp } from './literals.ts';
import type { Checked, IntervalUnit } from './tree.ts';

/** Functions that have a result for every text. */
const SURE = new Set(['UPPER', 'LOWER', 'TRIM', 'LTRIM', 'RTRIM', 'CHAR_LENGTH', 'POSITION', 'CONCAT', 'COALESCE']);

/**
 * Whether the expression computes something that may have no result, such as a number of any text. Also of constants: behind an OR, an AND or in a
 * CASE they are computed for some rows alone, and the failure would tell of those.
 */
export function mayFail(node: Checked): boolean {
  if (!namesField(node)) return !isSureConstant(node);
  return !isSure(node) || childrenOf(node).some(mayFail);
}

function isSure(node: Checked): boolean {
  switch (node.kind) {
    case 'cast':
      return node.target === 'GUID' || node.target === 'MOMENT' || node.target === 'WRITTEN';
    case 'extract':
    case 'negate':
    case 'interval':
      return false;
    case 'arithmetic':
      return node.operator === '||';
    case 'call':
      return SURE.has(node.name);
    case 'like':
      return node.pattern.kind === 'literal' && !endsWithEscape(node.pattern.value, node.escape);
    default:
      return true;
  }
}

/** What clients write instead of values always has a result: days before now, negative numbers, dates in quotes. */
function isSureConstant(node: Checked): boolean {
  switch (node.kind) {
    case 'interval':
      return isShort(node);
    case 'negate':
      return node.arg.kind === 'literal';
    case 'cast':
      return isSureCast(node);
    case 'extract':
      return isSureConstant(node.arg);
    case 'arithmetic':
      return node.operator === '||' ? childrenOf(node).every(isSureConstant) : childrenOf(node).every(isMomentOrInterval);
    default:
      return isSure(node) && childrenOf(node).every(isSureConstant);
  }
}

function isSureCast({ target, arg }: Extract<Checked, { kind: 'cast' }>): boolean {
  if (target !== 'DATE' && target !== 'TIMESTAMP') return target !== 'INTEGER' && target !== 'FLOAT' && isSureConstant(arg);
  if (arg.type === 'date' || arg.type === 'timestamp') return isSureConstant(arg);
  if (arg.kind !== 'literal' || arg.literal !== 'text') return false;
  return (target === 'DATE' ? readDate(arg.value) : readTimestamp(arg.value)) !== undefined;
}

/** A moment as it is written, of the years of four digits, or a time that brings none of them beyond those that the database has. */
function isMomentOrInterval(node: Checked): boolean {
  if (node.kind === 'interval') return isShort(node);
  const isMoment = node.type === 'date' || node.type === 'timestamp';
  return isMoment && (node.kind === 'constant' || (node.kind === 'literal' && node.literal !== 'null'));
}

const MOST_OF_UNIT: Readonly<Record<IntervalUnit, number>> = {
  YEAR: 1_000,
  MONTH: 12_000,
  DAY: 365_000,
  HOUR: 8_760_000,
  MINUTE: 500_000_000,
  SECOND: 1_000_000_000,
};

function isShort({ amounts }: Extract<Checked, { kind: 'interval' }>): boolean {
  return amounts.every(({ amount, unit }) => Math.abs(amount) <= MOST_OF_UNIT[unit]);
}

/** The database refuses such a pattern once a text is as long as what stands before the escape. */
function endsWithEscape(pattern: string, sign: string | undefined): boolean {
  if (sign === undefined) return false;
  const signs = [...pattern];
  let at = 0;
  while (at < signs.length - 1) at += signs[at] === sign ? 2 : 1;
  return signs[at] === sign;
}

function namesField(node: Checked): boolean {
  return node.kind === 'field' || childrenOf(node).some(namesField);
}
