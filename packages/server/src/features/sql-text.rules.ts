// Collects the bound values of one statement while its text is written.
import { type Condition, renumbered } from '../platform/condition.rules.ts';

/** SQL of a geometry with the heights and measures that its layer holds: 0 for a height that it does not have, and no number for such a measure. */
export function inDimensions(shape: string, { hasZ, hasM }: { hasZ: boolean; hasM: boolean }): string {
  if (hasM) return hasZ ? `ST_Force4D(${shape}, 0, 'NaN')` : `ST_Force3DM(${shape}, 'NaN')`;
  return hasZ ? `ST_Force3DZ(${shape})` : `ST_Force2D(${shape})`;
}

/** A value that a statement binds. */
export type Bound = string | number | boolean | null | Uint8Array | readonly (string | number | boolean | null | Uint8Array)[];

/** A statement ready to run. */
export interface Statement {
  text: string;
  values: Bound[];
}

/** Where the values of a statement go: each gets SQL that stands for it, with its type. */
export interface Binds {
  bind(value: Bound, type: string): string;
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

/** A text in quotes, where nothing can be bound; the database has no sign for the one without a code. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

/** A text in a statement that is of one table anyway: values that are always the same take the database longer to read than the text of the statement. */
export function textSql(text: string): string {
  if (/[\\\0]/.test(text)) throw new Error('Such a text has to be bound.');
  return `${quoted(text)}::text`;
}

/** The same of a number. */
export function numberSql(number: number): string {
  if (!Number.isFinite(number)) throw new Error('Such a number has to be bound.');
  return `'${number}'::float8`;
}

/** A quoted identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
