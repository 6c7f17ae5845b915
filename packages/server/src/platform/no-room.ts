// A disk without room, in words for whoever waits for something.

const WORDS: ReadonlyMap<unknown, string> = new Map([
  ['ENOSPC', 'The disk of the server is full.'],
  ['EDQUOT', 'The disk of the server is full.'],
  // SQLSTATE of a table that cannot grow.
  ['53100', 'The disk of the database is full.'],
]);
/** What SQLite says when the file that it writes, a GeoPackage, cannot grow. */
const SQLITE_FULL = 13;

/** Says which disk is full when an error, or what caused it, is about that; undefined for every other error. */
export function noRoom(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, errcode } = at as { code?: unknown; errcode?: unknown };
    const words = WORDS.get(code === 'ERR_SQLITE_ERROR' && errcode === SQLITE_FULL ? 'ENOSPC' : code);
    if (words !== undefined) return words;
  }
  return undefined;
}
