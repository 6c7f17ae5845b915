// What is open: the engine, its connections, and how to open more.
import type pg from 'pg';
import type { Gone } from '../departure.ts';
import type { Lookups } from './lookups.ts';
import type { ReadyClients } from './ready-clients.ts';

/** Which engine answers; the embedded one has one session for all connections. */
export type Engine = 'postgres' | 'embedded';

/** Connections and facts of the engine. */
export interface DatabaseHandle {
  engine: Engine;
  pool: pg.Pool;
  /** For statements that find rows by their keys, whatever the values: on an external server connections of their own, which keep the plans. */
  byKey: pg.Pool;
  /** The same connections at hand, where they are connections of their own: nobody else takes them. */
  ready?: ReadyClients;
  /** For statements whose best plan is the same whatever the values: on an external server connections of their own too, which keep the plans. */
  kept: pg.Pool;
  /** The short look-ups of every request, which go out together; on an external server on a connection of their own, whose plans are kept. */
  lookups: Lookups;
  /** Settings for a further connection, for stores that need a client of their own. */
  connection: pg.ClientConfig;
  /** Comes when nobody waits any more for what is read with this handle. */
  gone?: Gone;
  close(): Promise<void>;
}
