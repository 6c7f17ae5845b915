// Collects the bound values of one statement while its text is written.
import { type Condition, renumbered } from '../platform/condition.rules.ts';

/** A value that a statement binds. */
export type Bound = string | number | boolean | null | Uint8Array | readonly (string | number | boolean | null | Uint8Array)[];

/** A statement ready to run. */
export interface Statement {
  text: string;
  values: Bound[];
}

/** The values of a statement in the making. */
export class SqlText {
  readonly values: Bound[] = [];

  /** Binds a value and gives the SQL that stands for it, with its type. */
  bind(value: Bound, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Takes the values of a condition in and gives its text. */
  condition(one: Condition): string {
    const text = renumbered(one.text, this.values.length);
    this.values.push(...(one.values as Bound[]));
    return text;
  }

  /** The finished statement. */
  statement(text: string): Statement {
    return { text, values: this.values };
  }
}

/** A quoted identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
