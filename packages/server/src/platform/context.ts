// The services of the floor that every operation receives.
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Schema } from '../schema/schema.ts';
import type { DatabaseHandle } from './db/database.ts';
import type { FileStore } from './files/file-store.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Queue } from './queue/job-queue.ts';

/** Where operations read the time, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** The context of an operation: floor services only, no domain. */
export interface Portal {
  config: Config;
  db: Kysely<Schema>;
  /** Raw connections and facts about the engine, for stores that need COPY or binary rows. */
  database: DatabaseHandle;
  files: FileStore;
  queue: Queue;
  /** Undefined when the portal sends no mail. */
  mailer: Mailer | undefined;
  clock: Clock;
  /** Path of GDAL's ogr2ogr; undefined where none writes File Geodatabases. */
  geodatabaseProgram: string | undefined;
  log: Logger;
}
