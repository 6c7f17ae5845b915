// The functions of standardized SQL: what they take, what they give, and how PostgreSQL says it.
import type { ValueType } from './tree.ts';

/** A function that expressions may call. */
export interface SqlFunction {
  /** Types of the arguments; the last one repeats when `variadic`. */
  takes: readonly ValueType[];
  /** Number of arguments that may be left out at the end. */
  optional?: number;
  variadic?: boolean;
  /** The type of the result; `own` is that of the first argument. */
  gives: ValueType | 'own';
  /** SQL from the SQL of the arguments. */
  write(args: readonly string[]): string;
  /** True for functions that join texts: other values become texts for them. */
  joins?: boolean;
  /** True for functions over groups, allowed in HAVING only. */
  aggregate?: boolean;
}

const float = (sql: string | undefined): string => `(${sql})::double precision`;
const call = (name: string) => (args: readonly string[]) => `${name}(${args.join(', ')})`;
const floatCall = (name: string) => (args: readonly string[]) => `${name}(${args.map(float).join(', ')})`;

const text = (name: string): SqlFunction => ({ takes: ['text'], gives: 'text', write: call(name) });
/** The second text has the characters that go, blanks without it. The database compares each with all of them: those beyond the first hundred do not count. */
const trim = (name: string): SqlFunction => ({
  takes: ['text', 'text'],
  optional: 1,
  gives: 'text',
  write: ([value, characters]) => `${name}(${value}${characters === undefined ? '' : `, left(${characters}, 100)`})`,
});
const number = (name: string): SqlFunction => ({ takes: ['number'], gives: 'number', write: call(name) });
const trig = (name: string): SqlFunction => ({ takes: ['number'], gives: 'number', write: floatCall(name) });
const rounding = (name: string): SqlFunction => ({
  takes: ['number', 'number'],
  optional: 1,
  gives: 'number',
  write: ([value, places]) => `${name}((${value})::numeric, ${places === undefined ? '0' : `(${places})::integer`})::double precision`,
});
const aggregate = (name: string, takes: ValueType): SqlFunction => ({
  takes: [takes],
  gives: 'number',
  write: call(name),
  aggregate: true,
});
const extreme = (name: string): SqlFunction => ({ takes: ['unknown'], gives: 'own', write: call(name), aggregate: true });

/** `COUNT(*)`: every row counts, whatever it holds. */
export const COUNT_ROWS = 'COUNT(*)';

/**
 * Functions by name. Where a real number has no result, as for the root of a negative number, the result is null.
 */
export const FUNCTIONS: Readonly<Record<string, SqlFunction>> = {
  UPPER: text('upper'),
  LOWER: text('lower'),
  TRIM: trim('btrim'),
  LTRIM: trim('ltrim'),
  RTRIM: trim('rtrim'),
  SUBSTRING: {
    takes: ['text', 'number', 'number'],
    optional: 1,
    gives: 'text',
    write: ([value, from, length]) =>
      length === undefined
        ? `substring(${value} from (${from})::integer)`
        : `substring(${value} from (${from})::integer for greatest((${length})::integer, 0))`,
  },
  CHAR_LENGTH: { takes: ['text'], gives: 'number', write: call('char_length') },
  POSITION: { takes: ['text', 'text'], gives: 'number', write: ([part, whole]) => `strpos(${whole}, ${part})` },
  CONCAT: { takes: ['text'], variadic: true, joins: true, gives: 'text', write: call('concat') },
  ABS: number('abs'),
  CEILING: number('ceil'),
  FLOOR: number('floor'),
  ROUND: rounding('round'),
  TRUNCATE: rounding('trunc'),
  SIGN: number('sign'),
  POWER: { takes: ['number', 'number'], gives: 'number', write: floatCall('power') },
  MOD: {
    takes: ['number', 'number'],
    gives: 'number',
    write: ([value, by]) => `mod((${value})::numeric, nullif((${by})::numeric, 0))::double precision`,
  },
  SQRT: { takes: ['number'], gives: 'number', write: ([value]) => `sqrt(nullif(greatest(${float(value)}, -1e-300), -1e-300))` },
  LOG: { takes: ['number'], gives: 'number', write: ([value]) => `ln(nullif(greatest(${float(value)}, 0), 0))` },
  LOG10: { takes: ['number'], gives: 'number', write: ([value]) => `log(nullif(greatest(${float(value)}, 0), 0))` },
  EXP: trig('exp'),
  SIN: trig('sin'),
  COS: trig('cos'),
  TAN: trig('tan'),
  ACOS: trig('acos'),
  ASIN: trig('asin'),
  ATAN: trig('atan'),
  COUNT: aggregate('count', 'unknown'),
  [COUNT_ROWS]: { takes: [], gives: 'number', write: () => 'count(*)', aggregate: true },
  SUM: aggregate('sum', 'number'),
  AVG: aggregate('avg', 'number'),
  MIN: extreme('min'),
  MAX: extreme('max'),
  STDDEV: aggregate('stddev', 'number'),
  VAR: aggregate('var_samp', 'number'),
};
