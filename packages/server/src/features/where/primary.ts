// Reads the innermost parts of an expression: literals, names, calls, CASE, CAST and intervals.
import { sentence } from '@graticule/geo/sentence';
import { COUNT_ROWS } from './functions.ts';
import { TokenReader } from './token-reader.ts';
import type { Token } from './tokens.ts';
import type { CastTarget, Constant, DatePart, Expression, IntervalUnit } from './tree.ts';
import { WhereError } from './where-error.ts';

const UNITS: ReadonlySet<string> = new Set(['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND']);
const CONSTANTS: ReadonlySet<string> = new Set(['CURRENT_TIMESTAMP', 'CURRENT_DATE', 'CURRENT_USER']);
const TARGETS: Readonly<Record<string, CastTarget>> = {
  INTEGER: 'INTEGER',
  INT: 'INTEGER',
  SMALLINT: 'INTEGER',
  BIGINT: 'INTEGER',
  FLOAT: 'FLOAT',
  REAL: 'FLOAT',
  DOUBLE: 'FLOAT',
  VARCHAR: 'VARCHAR',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP',
};
/** What sides of a text are trimmed by. */
const TRIMS: Readonly<Record<string, string>> = { BOTH: 'TRIM', LEADING: 'LTRIM', TRAILING: 'RTRIM' };
const RESERVED: ReadonlySet<string> = new Set([
  ...['AND', 'OR', 'NOT', 'IS', 'NULL', 'IN', 'BETWEEN', 'LIKE', 'ESCAPE', 'WHEN', 'THEN', 'ELSE', 'END'],
  ...['SELECT', 'UNION', 'FROM', 'WHERE', 'COLLATE'],
]);
/** Words that begin no value, so that one in the place of a value can only be the name of a field: `"end" > 5` without its quotes. */
const NAMES_TOO: ReadonlySet<string> = new Set([...RESERVED].filter((word) => word !== 'NOT' && word !== 'NULL'));

/** The part of the parser below the operators. */
export abstract class PrimaryParser extends TokenReader {
  /** A whole expression, read inside parentheses and argument lists. */
  abstract expression(): Expression;

  protected primary(): Expression {
    const token = this.peek();
    if (token.kind === 'number') return this.#number(this.next());
    if (token.kind === 'text') return { kind: 'literal', literal: 'text', value: this.next().value, at: token.at };
    if (token.kind === 'name') return { kind: 'field', field: this.next().value, at: token.at };
    if (token.kind === 'word') return this.#word(token);
    if (!this.acceptSymbol('(')) throw this.unexpected(sentence('where-wants-value'));
    const inner = this.expression();
    this.expectSymbol(')');
    return inner;
  }

  #number(token: Token): Expression {
    if (!Number.isFinite(Number(token.value))) throw new WhereError('where-number-range', token.at);
    return { kind: 'literal', literal: 'number', value: token.value, at: token.at };
  }

  #word(token: Token): Expression {
    const following = this.peek(1);
    const opens = following.kind === 'symbol' && following.value === '(';
    if (token.keyword === 'NULL') return this.#literal('null', this.next().value, token.at);
    if (following.kind === 'text') {
      if (token.keyword === 'DATE' || token.keyword === 'TIMESTAMP' || token.keyword === 'TIME') return this.#dated(token);
      if (token.keyword === 'INTERVAL') return this.#interval(token);
    }
    if (token.keyword === 'CASE') return this.#case(token);
    if (RESERVED.has(token.keyword) && (opens || !NAMES_TOO.has(token.keyword))) throw this.unexpected();
    if (opens) return this.#call(token);
    this.next();
    if (CONSTANTS.has(token.keyword)) return this.#constant(token);
    return { kind: 'field', field: token.value, at: token.at };
  }

  #constant({ keyword, at }: Token): Expression {
    return { kind: 'constant', constant: keyword as Constant, at };
  }

  #literal(literal: 'null' | 'date' | 'timestamp' | 'time', value: string, at: number): Expression {
    return { kind: 'literal', literal, value, at };
  }

  #dated(token: Token): Expression {
    this.next();
    const value = this.next().value;
    if (token.keyword === 'TIME') return this.#literal('time', value, token.at);
    // Older clients write DATE '2020-01-31 13:45:00'; it is a moment all the same.
    return this.#literal(token.keyword === 'TIMESTAMP' || value.trim().length > 10 ? 'timestamp' : 'date', value, token.at);
  }

  #interval(token: Token): Expression {
    this.next();
    const value = this.next();
    const unit = this.#unit();
    if (this.acceptKeyword('TO')) {
      const last = this.#unit();
      if (unit !== 'DAY' || last !== 'SECOND') throw new WhereError('where-interval-units', token.at);
      return { kind: 'interval', amounts: daysToSeconds(value), at: token.at };
    }
    const amount = Number(value.value);
    if (value.value.trim() === '' || !Number.isFinite(amount) || Math.abs(amount) > 1e9) {
      throw new WhereError('where-interval-number', value.at, { text: value.value.slice(0, 40) });
    }
    return { kind: 'interval', amounts: [{ amount, unit }], at: token.at };
  }

  #unit(): IntervalUnit {
    const keyword = this.peek().keyword;
    if (!UNITS.has(keyword)) throw this.unexpected(sentence('where-wants-unit'));
    this.next();
    return keyword as IntervalUnit;
  }

  #call(token: Token): Expression {
    this.next();
    this.expectSymbol('(');
    switch (token.keyword) {
      case 'CAST':
        return this.#cast(token);
      case 'EXTRACT':
        return this.#extract(token);
      case 'POSITION':
        return this.#position(token);
      case 'TRIM':
        return this.#trim(token);
      default:
        // The vendor writes these words as functions without arguments.
        if (CONSTANTS.has(token.keyword) && this.acceptSymbol(')')) return this.#constant(token);
        return this.#arguments(token);
    }
  }

  #arguments(token: Token): Expression {
    const args: Expression[] = [];
    // No word can have this name, so that nothing else calls the function.
    if (token.keyword === 'COUNT' && this.acceptSymbol('*')) {
      this.expectSymbol(')');
      return { kind: 'call', name: COUNT_ROWS, args, at: token.at };
    }
    if (!this.acceptSymbol(')')) {
      args.push(this.expression());
      if (token.keyword === 'SUBSTRING' && this.acceptKeyword('FROM')) {
        args.push(this.expression());
        if (this.acceptKeyword('FOR')) args.push(this.expression());
      } else while (this.acceptSymbol(',')) args.push(this.expression());
      this.expectSymbol(')');
    }
    return { kind: 'call', name: token.keyword, args, at: token.at };
  }

  #cast(token: Token): Expression {
    const arg = this.expression();
    this.expectKeyword('AS');
    const target = TARGETS[this.peek().keyword];
    if (target === undefined) throw this.unexpected(sentence('where-wants-type'));
    const word = this.next().keyword;
    if (word === 'DOUBLE') this.acceptKeyword('PRECISION');
    let length: number | undefined;
    if (target === 'VARCHAR' && this.acceptSymbol('(')) {
      length = Number(this.peek().value);
      if (this.peek().kind !== 'number' || !Number.isInteger(length) || length < 1 || length > 100_000) {
        throw this.unexpected(sentence('where-wants-length'));
      }
      this.next();
      this.expectSymbol(')');
    }
    this.expectSymbol(')');
    return { kind: 'cast', target, arg, at: token.at, ...(length === undefined ? {} : { length }) };
  }

  #extract(token: Token): Expression {
    const part: DatePart = this.#unit();
    this.expectKeyword('FROM');
    const arg = this.expression();
    this.expectSymbol(')');
    return { kind: 'extract', part, arg, at: token.at };
  }

  /** `POSITION(a IN b)`, or with a comma; `a` is a plain value, so that IN is not taken for the test. */
  #position(token: Token): Expression {
    const part = this.primary();
    if (!this.acceptSymbol(',')) this.expectKeyword('IN');
    const whole = this.expression();
    this.expectSymbol(')');
    return { kind: 'call', name: 'POSITION', args: [part, whole], at: token.at };
  }

  /** `TRIM(s)`, or `TRIM(LEADING ' ' FROM s)`, where both words and characters may be left out; fields may be called like the words. */
  #trim(token: Token): Expression {
    const name = this.peek(1).kind === 'symbol' ? undefined : TRIMS[this.peek().keyword];
    if (name !== undefined) this.next();
    const given = this.atKeyword('FROM') ? undefined : this.expression();
    const of = name === undefined && !this.atKeyword('FROM') ? undefined : this.#trimmed();
    this.expectSymbol(')');
    const args = [of, given].filter((one) => one !== undefined);
    return { kind: 'call', name: name ?? 'TRIM', args, at: token.at };
  }

  #trimmed(): Expression {
    this.expectKeyword('FROM');
    return this.expression();
  }

  #case(token: Token): Expression {
    this.next();
    const operand = this.atKeyword('WHEN') ? undefined : this.expression();
    const branches: { when: Expression; result: Expression }[] = [];
    while (this.acceptKeyword('WHEN')) {
      const when = this.expression();
      this.expectKeyword('THEN');
      branches.push({ when, result: this.expression() });
    }
    if (branches.length === 0) throw this.unexpected(sentence('where-wants-word', { word: 'WHEN' }));
    const otherwise = this.acceptKeyword('ELSE') ? this.expression() : undefined;
    this.expectKeyword('END');
    return { kind: 'case', branches, at: token.at, ...(operand ? { operand } : {}), ...(otherwise ? { otherwise } : {}) };
  }
}

function daysToSeconds(token: Token): { amount: number; unit: IntervalUnit }[] {
  const match = /^\s*([+-]?)(\d{1,6})\s+(\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)\s*$/.exec(token.value);
  if (!match) throw new WhereError('where-interval-days', token.at);
  const sign = match[1] === '-' ? -1 : 1;
  const units: IntervalUnit[] = ['DAY', 'HOUR', 'MINUTE', 'SECOND'];
  return units.map((unit, index) => ({ amount: sign * Number(match[index + 2]), unit }));
}
