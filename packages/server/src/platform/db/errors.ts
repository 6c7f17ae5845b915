// Maps what the database says to what the portal says.
import { fail, PortalError } from '@graticule/contract/errors';

/** SQLSTATE and driver codes that mean the database cannot be reached at the moment. */
const AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

interface DriverError {
  code?: string;
  constraint?: string;
  message?: string;
  syscall?: string;
}

/** The database says that it was asked nothing: it lost the statement. The embedded one does after a failure of its geometry library. */
export function lostStatement(): Error {
  return new Error('The database answered to no statement.');
}

/** The constraint that a unique violation named, or undefined for any other error. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = error as DriverError;
  return cause?.code === '23505' ? (cause.constraint ?? '') : undefined;
}

/** The constraint that a foreign-key violation named, or undefined for any other error. */
export function violatedForeignKey(error: unknown): string | undefined {
  const cause = error as DriverError;
  return cause?.code === '23503' ? (cause.constraint ?? '') : undefined;
}

/** Whether the database could not read a value as the type of its column, or the value is out of its range. */
export function isUnreadableValue(error: unknown): boolean {
  return ['22P02', '22003', '22007', '22008'].includes((error as DriverError)?.code ?? '');
}

/** Whether a value is longer than an index can hold. */
export function isTooLongForIndex(error: unknown): boolean {
  return (error as DriverError)?.code === '54000';
}

/** Whether a table has no place for another column: those that were dropped keep theirs. */
export function isTableFull(error: unknown): boolean {
  return (error as DriverError)?.code === '54011';
}

/** Columns and tables of hosted layers, which people add and delete while the portal runs; that others are missing is a fault. */
const OF_LAYERS = /hosted\.|\bl_[0-9a-f]{32}\b|\bf\d+_/;

/** Whether a statement names a column or a table of a layer that is gone: what it was made for has changed since it was looked up. */
export function isOutdated(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as DriverError;
  return ['42703', '42P01'].includes(code) && OF_LAYERS.test(message);
}

/** SQLSTATEs of a deadlock, and of a serialisation that failed. */
const LOST: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** Whether the database has undone a transaction in favour of one that it waited for. */
export function isTangled(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return LOST.has(code) || LOST.has(cause?.code);
}

/** Whether others changed what a call had looked up, or won where both waited for each other: the database has kept nothing of the statement. */
export function isOvertaken(error: unknown): boolean {
  return isOutdated(error) || isTangled(error);
}

/** Whether the error says that the database is away rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error as DriverError;
  if (cause?.code !== undefined && AWAY.has(cause.code)) return true;
  // The socket of the embedded database is gone while it starts again; any other missing file is somebody else's fault.
  if (cause?.code === 'ENOENT' && cause.syscall === 'connect') return true;
  return /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i.test(
    cause?.message ?? '',
  );
}

/** A NUL in text or in JSON: it came from the request, whatever the parameter. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** What to do when the database took too long. */
const LESS = 'Ask for less at once, with a smaller area or a simpler condition, or give the fields of the condition an index.';

/** Throws UNAVAILABLE for a database that is away, QUERY_TIMED_OUT for a cancelled statement, else the error itself. */
export function translateDatabaseError(error: unknown): never {
  if (error instanceof PortalError) throw error;
  if (isDatabaseAway(error)) throw fail('UNAVAILABLE', { cause: error });
  if (UNSTORABLE.has((error as DriverError)?.code ?? '')) {
    throw fail('INVALID_REQUEST', {
      values: ['A value holds a character that cannot be stored.'],
      details: ['Remove null characters and halves of characters from the texts.'],
      cause: error,
    });
  }
  if ((error as DriverError)?.code === '57014') throw fail('QUERY_TIMED_OUT', { details: [LESS], cause: error });
  throw error;
}
