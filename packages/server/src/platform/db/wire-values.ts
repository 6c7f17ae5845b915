// Values as PostgreSQL reads them in a statement, and rows as it sends them, both as text: what the driver does for objects of every kind, for the
// few that our own statements bind.
import pg from 'pg';

/** A column of an answer, and what makes its text a value. */
export interface WireColumn {
  name: string;
  read(text: string): unknown;
}

/** The columns that the database describes. */
export function wireColumns(fields: readonly { name: string; dataTypeID: number }[]): readonly WireColumn[] {
  return fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID, 'text') }));
}

/** A row as an object. */
export function wireRow(columns: readonly WireColumn[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) {
    const { name, read } = columns[at] as WireColumn;
    const text = fields[at] ?? null;
    row[name] = text === null ? null : read(text);
  }
  return row;
}

/** Text, numbers, truths, times, bytes, nothing, and lists of these, as the database reads them. */
export function wireValue(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.map(listed).join(',')}}` : String(value);
}

function listed(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
  if (value instanceof Date) return `"${value.toISOString()}"`;
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}
