// What is open: the engine, its connections, and how to open more.
import type pg from 'pg';

/** Which engine answers; the embedded one has one session for all connections. */
export type Engine = 'postgres' | 'embedded';

/** Connections and facts of the engine. */
export interface DatabaseHandle {
  engine: Engine;
  pool: pg.Pool;
  /** Few connections for the short look-ups of every request, whose plans are kept; the same pool on the embedded engine. */
  lookups: pg.Pool;
  /** Settings for a further connection, for stores that need a client of their own. */
  connection: pg.ClientConfig;
  /** Comes when nobody waits any more for what is read with this handle. */
  gone?: AbortSignal;
  close(): Promise<void>;
}
