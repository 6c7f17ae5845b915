// Ids that are kept as text, as they were sent: with braces or without, in capitals or not. They are compared as if all were written alike.
import type { StoredField } from '../schema/features.ts';
import { identifier } from './sql-text.rules.ts';

/** A regular expression for what `guidText` makes of an id. */
export const GUID_TEXT = '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$';

/** SQL of an id as it is compared, from SQL of a text; indexes are made of the very same. */
export function guidText(sql: string): string {
  return `upper(trim(both '{} ' from ${sql}))`;
}

/** What `guidText` makes of a text that is known. */
export function readGuidText(text: string): string {
  return text.replace(/^[{} ]+|[{} ]+$/g, '').toUpperCase();
}

/** SQL of a column as its values are compared and indexed, of the table or alias that is named. */
export function comparedColumn({ type, column }: Pick<StoredField, 'type' | 'column'>, of?: string): string {
  const sql = of === undefined ? identifier(column) : `${of}.${identifier(column)}`;
  return type === 'esriFieldTypeGUID' ? guidText(sql) : sql;
}
