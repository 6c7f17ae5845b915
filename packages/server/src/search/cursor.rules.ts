// The text by which a client goes on where a page ended: what was asked, and the keys of the last row.
import { createHash } from 'node:crypto';
import { fail } from '@graticule/contract/errors';

/** Asks for the first page. */
export const FIRST_PAGE = '*';

/** What a cursor belongs to: another question has other cursors. */
export function fingerprintOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12);
}

/** The cursor after a row. @param keys values of the sort keys as the database writes them, then the id */
export function writeCursor(fingerprint: string, keys: readonly string[]): string {
  return Buffer.from(JSON.stringify([fingerprint, ...keys])).toString('base64url');
}

/**
 * The keys of the row after which to go on; undefined for the first page.
 * @throws INVALID_PARAMETER for a cursor that is damaged or belongs to another question
 */
export function readCursor(cursor: string, fingerprint: string, keyCount: number): string[] | undefined {
  if (cursor.trim() === FIRST_PAGE) return undefined;
  const [belongsTo, ...keys] = listIn(cursor);
  const fits = keys.length === keyCount && keys.every((key) => typeof key === 'string' && !key.includes('\0'));
  if (belongsTo !== fingerprint || !fits) throw foreignCursor();
  return keys as string[];
}

/** What is said of a cursor that cannot be used. */
export function foreignCursor(cause?: unknown): Error {
  return fail('INVALID_PARAMETER', { values: ['cursor', `does not belong to this search; begin again with ${FIRST_PAGE}`], cause });
}

function listIn(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
