// What the server and the process that loads large files say to each other.
import type { ErrorCode } from '@graticule/contract/errors';
import type { Sentence } from '@graticule/geo/sentence';

import type { DatabaseHandle } from '../platform/db/database.ts';
import type { JobProgress } from '../schema/platform.ts';
import type { LoadedLayer, LoadTask } from './load-file.ts';

/** From the server: what to load, then an answer to each report of progress. */
export type ToLoader =
  | { kind: 'load'; task: LoadTask; connection: DatabaseHandle['connection']; engine: DatabaseHandle['engine']; filesDir: string }
  | { kind: 'goOn' };

/** From the loader. Dates of layers travel as themselves: the channel copies structures. */
export type FromLoader =
  | { kind: 'progress'; rows: number; total: number | null; phase: JobProgress['phase'] }
  | { kind: 'done'; loaded: LoadedLayer[] }
  | { kind: 'refused'; code: ErrorCode; message: string; details: string[]; reasons: readonly Sentence[] }
  | { kind: 'failed'; message: string; stack: string; code?: string | undefined };
