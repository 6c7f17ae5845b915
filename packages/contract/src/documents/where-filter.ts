// A where clause as a filter of a map style, for tiles that hold all features of a layer.

/** An expression of the style. */
export type FilterExpression = readonly [string, ...unknown[]];
type Expression = FilterExpression;

/** How a field is read. Undefined for one that the tiles do not hold. */
export type ReadField = (name: string) => FilterExpression | undefined;

/** Parentheses and NOT within one another; clauses that go deeper are not understood. */
const DEEPEST = 64;

interface Token {
  kind: 'word' | 'text' | 'number' | 'sign' | 'name';
  text: string;
}

const TOKEN =
  /\s*(?:'((?:[^']|'')*)'|"([^"]+)"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_.]*)|(<>|!=|<=|>=|=|<|>|\(|\)|,))/uy;

/** Thrown inside when the clause holds something that cannot be written as a filter. */
class NotUnderstood extends Error {}

function tokenise(clause: string): Token[] {
  const tokens: Token[] = [];
  // Once for all: blanks at the end are not looked through again after each token.
  const whole = clause.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < whole.length) {
    const found = TOKEN.exec(whole);
    if (!found) throw new NotUnderstood();
    const [, text, name, number, word, sign] = found;
    if (text !== undefined) tokens.push({ kind: 'text', text: text.replaceAll("''", "'") });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}

/**
 * The filter for a where clause with comparisons, IN, BETWEEN, LIKE, IS NULL, AND, OR, NOT.
 * Undefined for a clause that holds for everything; `null` for one that needs the server.
 */
export function readWhere(clause: string, field: ReadField = (name) => ['get', name]): FilterExpression | undefined | null {
  try {
    const parser = new ClauseParser(tokenise(clause), field);
    return parser.whole();
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

const NEGATED: Readonly<Record<string, string>> = { '=': '==', '<>': '!=', '!=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' };

class ClauseParser {
  private at = 0;
  private depth = 0;
  private readonly tokens: Token[];
  private readonly field: ReadField;

  constructor(tokens: Token[], field: ReadField) {
    this.tokens = tokens;
    this.field = field;
  }

  whole(): Expression | undefined {
    if (this.tokens.length === 0) return undefined;
    const result = this.either();
    if (this.at < this.tokens.length) throw new NotUnderstood();
    return result === true ? undefined : result;
  }

  private peekWord(word: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'word' && token.text.toUpperCase() === word;
  }

  private takeWord(word: string): boolean {
    if (!this.peekWord(word)) return false;
    this.at++;
    return true;
  }

  private takeSign(sign: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.at++;
    return true;
  }

  private need(taken: boolean): void {
    if (!taken) throw new NotUnderstood();
  }

  private either(): Expression | true {
    const parts = [this.both()];
    while (this.takeWord('OR')) parts.push(this.both());
    if (parts.includes(true)) return true;
    return parts.length === 1 ? (parts[0] ?? true) : ['any', ...parts];
  }

  private both(): Expression | true {
    const parts = [this.single()];
    while (this.takeWord('AND')) parts.push(this.single());
    const real = parts.filter((part) => part !== true);
    if (real.length <= 1) return real[0] ?? true;
    return ['all', ...real];
  }

  private single(): Expression | true {
    this.need(++this.depth <= DEEPEST);
    const found = this.negatedOrGrouped();
    this.depth--;
    return found;
  }

  private negatedOrGrouped(): Expression | true {
    if (this.takeWord('NOT')) {
      const inner = this.single();
      return ['!', inner === true ? ['literal', true] : inner];
    }
    if (this.takeSign('(')) {
      const inner = this.either();
      this.need(this.takeSign(')'));
      return inner;
    }
    return this.comparison();
  }

  private comparison(): Expression | true {
    const left = this.tokens[this.at++];
    if (left?.kind === 'number') {
      // "1=1" is how clients write "everything"
      this.need(this.takeSign('='));
      const right = this.tokens[this.at++];
      this.need(right?.kind === 'number');
      return left.text === right?.text ? true : ['literal', false];
    }
    if (left?.kind !== 'word' && left?.kind !== 'name') throw new NotUnderstood();
    if (this.tokens[this.at]?.text === '(') throw new NotUnderstood();
    const field = this.field(left.text);
    if (field === undefined) throw new NotUnderstood();
    return this.condition(field);
  }

  private condition(field: Expression): Expression {
    if (this.takeWord('IS')) {
      const not = this.takeWord('NOT');
      this.need(this.takeWord('NULL'));
      return [not ? '!=' : '==', field, null];
    }
    const not = this.takeWord('NOT');
    const wrap = (inner: Expression): Expression => (not ? ['all', ['!=', field, null], ['!', inner]] : inner);
    if (this.takeWord('IN')) return wrap(this.list(field));
    if (this.takeWord('BETWEEN')) {
      const low = this.value();
      this.need(this.takeWord('AND'));
      return wrap(['all', this.compare('>=', field, low), this.compare('<=', field, this.value())]);
    }
    if (this.takeWord('LIKE')) return wrap(this.like(field));
    if (not) throw new NotUnderstood();
    const sign = this.tokens[this.at++];
    const operator = sign?.kind === 'sign' ? NEGATED[sign.text] : undefined;
    if (!operator) throw new NotUnderstood();
    return this.compare(operator, field, this.value());
  }

  private value(): string | number {
    const token = this.tokens[this.at++];
    if (token?.kind === 'text') return token.text;
    if (token?.kind === 'number') return Number(token.text);
    throw new NotUnderstood();
  }

  /** A comparison with nothing is never true, as in SQL; the type test keeps the library from failing on the order of unlike things. */
  private compare(operator: string, field: Expression, value: string | number): Expression {
    return ['all', ['==', ['typeof', field], typeof value], [operator, field, value]];
  }

  private list(field: Expression): Expression {
    this.need(this.takeSign('('));
    const values = [this.value()];
    while (this.takeSign(',')) values.push(this.value());
    this.need(this.takeSign(')'));
    return ['in', field, ['literal', values]];
  }

  /** Patterns with a percent sign at the ends only. */
  private like(field: Expression): Expression {
    const pattern = String(this.value());
    const core = pattern.replace(/^%|%$/g, '');
    if (/[%_]/.test(core)) throw new NotUnderstood();
    const text: Expression = ['to-string', field];
    if (pattern.startsWith('%') && pattern.endsWith('%')) return ['in', core, text];
    if (pattern.endsWith('%')) return ['==', ['slice', text, 0, core.length], core];
    if (pattern.startsWith('%')) return ['==', ['slice', text, -core.length], core];
    return ['==', text, core];
  }
}
