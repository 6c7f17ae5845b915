// Reads standardized SQL by recursive descent; knows the grammar, not the fields.
import { requireShallow } from './depth.rules.ts';
import { PrimaryParser } from './primary.ts';
import { tokenize } from './tokens.ts';
import type { ArithmeticOperator, ComparisonOperator, Expression } from './tree.ts';
import { WhereError } from './where-error.ts';

const MAX_NESTING = 50;
const MAX_LIST = 1000;
const MAX_CHAIN = 200;

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  '=': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/**
 * The tree of an expression.
 * @throws WhereError with the fault and its position
 */
export function parseExpression(sql: string): Expression {
  const parser = new Parser(tokenize(sql));
  const tree = parser.expression();
  parser.end();
  requireShallow(tree);
  return tree;
}

class Parser extends PrimaryParser {
  #depth = 0;

  end(): void {
    if (this.peek().kind !== 'end') throw this.unexpected();
  }

  override expression(): Expression {
    this.#enter();
    const tree = this.#or();
    this.#depth--;
    return tree;
  }

  #enter(): void {
    if (++this.#depth > MAX_NESTING) throw new WhereError('where-nested', this.peek().at, { most: MAX_NESTING });
  }

  #or(): Expression {
    return this.#chain('OR', () => this.#chain('AND', () => this.#not()));
  }

  #chain(operator: 'AND' | 'OR', operand: () => Expression): Expression {
    const first = operand();
    if (!this.atKeyword(operator)) return first;
    const args = [first];
    while (this.acceptKeyword(operator)) args.push(operand());
    return { kind: 'logic', operator, args, at: first.at };
  }

  #not(): Expression {
    const token = this.peek();
    if (!this.acceptKeyword('NOT')) return this.#predicate();
    this.#enter();
    const arg = this.#not();
    this.#depth--;
    return { kind: 'not', arg, at: token.at };
  }

  #predicate(): Expression {
    const left = this.#sum();
    const token = this.peek();
    const operator = token.kind === 'symbol' ? COMPARISONS[token.value] : undefined;
    if (operator !== undefined) {
      this.next();
      return { kind: 'compare', operator, left, right: this.#sum(), at: token.at };
    }
    if (this.acceptKeyword('IS')) {
      const negated = this.acceptKeyword('NOT');
      this.expectKeyword('NULL');
      return { kind: 'isNull', negated, arg: left, at: token.at };
    }
    const negated = this.atKeyword('NOT');
    if (negated) this.next();
    if (this.acceptKeyword('IN')) return this.#in(left, negated, token.at);
    if (this.acceptKeyword('BETWEEN')) {
      const low = this.#sum();
      this.expectKeyword('AND');
      return { kind: 'between', negated, arg: left, low, high: this.#sum(), at: token.at };
    }
    if (this.acceptKeyword('LIKE')) return this.#like(left, negated, token.at);
    if (negated) throw this.unexpected();
    return left;
  }

  #in(arg: Expression, negated: boolean, at: number): Expression {
    this.expectSymbol('(');
    const list = [this.expression()];
    while (this.acceptSymbol(',')) {
      if (list.length >= MAX_LIST) throw new WhereError('where-list', at, { most: MAX_LIST });
      list.push(this.expression());
    }
    this.expectSymbol(')');
    return { kind: 'in', negated, arg, list, at };
  }

  #like(arg: Expression, negated: boolean, at: number): Expression {
    const pattern = this.#sum();
    if (!this.acceptKeyword('ESCAPE')) return { kind: 'like', negated, arg, pattern, at };
    const token = this.next();
    if (token.kind !== 'text' || [...token.value].length !== 1) throw new WhereError('where-escape', token.at);
    return { kind: 'like', negated, arg, pattern, escape: token.value, at };
  }

  #sum(): Expression {
    return this.#arithmetic(['+', '-', '||'], () => this.#arithmetic(['*', '/'], () => this.#sign()));
  }

  #arithmetic(operators: readonly ArithmeticOperator[], operand: () => Expression): Expression {
    let left = operand();
    for (let count = 0; ; count++) {
      const token = this.peek();
      const operator = operators.find((symbol) => token.kind === 'symbol' && token.value === symbol);
      if (operator === undefined) return left;
      if (count >= MAX_CHAIN) throw new WhereError('where-operators', token.at, { most: MAX_CHAIN });
      this.next();
      left = { kind: 'arithmetic', operator, left, right: operand(), at: token.at };
    }
  }

  #sign(): Expression {
    const token = this.peek();
    if (this.acceptSymbol('+')) return this.#signed();
    if (this.acceptSymbol('-')) return { kind: 'negate', arg: this.#signed(), at: token.at };
    return this.primary();
  }

  #signed(): Expression {
    this.#enter();
    const arg = this.#sign();
    this.#depth--;
    return arg;
  }
}
