// The tree of a standardized SQL expression: as parsed, and as checked against the fields of a layer.

/** A kind of value. `unknown` is the type of NULL before anything gives it one. */
export type ValueType = 'number' | 'text' | 'timestamp' | 'date' | 'time' | 'boolean' | 'guid' | 'interval' | 'unknown';

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '||';
export type IntervalUnit = 'YEAR' | 'MONTH' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND';
export type DatePart = IntervalUnit;
/**
 * `GUID`, `MOMENT` and `WRITTEN` are written by the check alone: the text of an id, and that of a moment with an offset, as they are compared, and what is
 * joined with texts.
 */
export type CastTarget = 'INTEGER' | 'FLOAT' | 'VARCHAR' | 'DATE' | 'TIMESTAMP' | 'GUID' | 'MOMENT' | 'WRITTEN';
export type Constant = 'CURRENT_TIMESTAMP' | 'CURRENT_DATE' | 'CURRENT_USER';

/** What differs between the trees: the type of a child and how a field is named. */
interface Tree {
  child: unknown;
  field: unknown;
}

type Variant<T extends Tree> =
  | { kind: 'literal'; literal: 'number' | 'text' | 'date' | 'timestamp' | 'time' | 'null'; value: string }
  | { kind: 'interval'; amounts: { amount: number; unit: IntervalUnit }[] }
  | { kind: 'constant'; constant: Constant }
  | { kind: 'field'; field: T['field'] }
  | { kind: 'call'; name: string; args: T['child'][] }
  | { kind: 'cast'; target: CastTarget; length?: number; arg: T['child'] }
  | { kind: 'extract'; part: DatePart; arg: T['child'] }
  | { kind: 'case'; operand?: T['child']; branches: { when: T['child']; result: T['child'] }[]; otherwise?: T['child'] }
  | { kind: 'negate'; arg: T['child'] }
  | { kind: 'not'; arg: T['child'] }
  | { kind: 'logic'; operator: 'AND' | 'OR'; args: T['child'][] }
  | { kind: 'compare'; operator: ComparisonOperator; left: T['child']; right: T['child'] }
  | { kind: 'arithmetic'; operator: ArithmeticOperator; left: T['child']; right: T['child'] }
  | { kind: 'isNull'; negated: boolean; arg: T['child'] }
  | { kind: 'in'; negated: boolean; arg: T['child']; list: T['child'][] }
  | { kind: 'between'; negated: boolean; arg: T['child']; low: T['child']; high: T['child'] }
  | { kind: 'like'; negated: boolean; arg: T['child']; pattern: T['child']; escape?: string };

interface ParsedTree extends Tree {
  child: Expression;
  field: string;
}

interface CheckedTree extends Tree {
  child: Checked;
  field: ScopeField;
}

/** An expression as parsed, with positions for messages. */
export type Expression = Variant<ParsedTree> & { at: number };

/** A name that an expression may use. */
export interface ScopeField {
  name: string;
  type: ValueType;
  /** The SQL of the value: a quoted column, or an aggregate made by us; never text of the caller. */
  sql: string;
  /** The most characters of a field of text. */
  length?: number;
  /** The field keeps ids as text. */
  isGuid?: boolean;
  /** The field keeps moments with their offsets as text. */
  isMoment?: boolean;
  /** The field keeps numbers of 32 bits, with seven digits. */
  isSingle?: boolean;
}

/** An expression whose names are known and whose types fit. */
export type Checked = Variant<CheckedTree> & { type: ValueType; at: number };
