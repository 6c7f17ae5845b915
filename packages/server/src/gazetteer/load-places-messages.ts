// What the server and the process that loads the places say to each other.
import type { DatabaseHandle } from '../platform/db/database.ts';

/** From the server: where the database is, then an answer to each report of progress. */
export type ToPlacesLoader =
  | { kind: 'load'; connection: DatabaseHandle['connection']; engine: DatabaseHandle['engine'] }
  | { kind: 'goOn' };

/** From the loader. */
export type FromPlacesLoader =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; total: number }
  | { kind: 'failed'; message: string; isDatabaseAway: boolean };
