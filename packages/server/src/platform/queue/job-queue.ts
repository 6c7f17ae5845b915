// The part of the queue that operations use: enqueue, look up, cancel. It knows no handlers.
import type { Sentence } from '@graticule/geo/sentence';
import type { JobProgress, JobState } from '../../schema/platform.ts';
import type { Db } from '../db/database.ts';

/** What is enqueued. */
export interface NewJob<P> {
  name: string;
  payload: P;
  /** What the job is about, such as an item id. */
  subject?: string;
  owner?: string;
  maxAttempts?: number;
  /** Not before this time; at once when left out. */
  runAfter?: Date;
}

/** A job as its owner may see it. */
export interface JobStatus {
  id: string;
  name: string;
  subject: string | null;
  owner: string | null;
  state: JobState;
  progress: JobProgress;
  message: string | null;
  reasons: readonly Sentence[];
  created: Date;
  finished: Date | null;
}

/** A job with what it was to do: an empty object where that was too large to be kept. */
export interface JobTask extends JobStatus {
  payload: unknown;
}

/** Jobs of one kind: about a subject, or with this value in what they were to do. */
export type WantedTasks = { name: string; limit: number } & ({ subject: string } | { key: 'sourceItemId'; value: string });

/** Enqueue and look up; the part that operations use. */
export interface Queue {
  enqueue<P>(db: Db, job: NewJob<P>): Promise<string>;
  status(id: string): Promise<JobStatus | undefined>;
  /** Jobs about one subject, newest first. */
  about(subject: string, limit?: number): Promise<JobStatus[]>;
  /** Jobs of one kind, newest first. */
  tasks(wanted: WantedTasks): Promise<JobTask[]>;
  /** How many jobs of a person wait or run. */
  unfinished(owner: string): Promise<number>;
  /** Asks a waiting or running job to stop. */
  cancel(id: string): Promise<void>;
  /** Asks every waiting or running job about these subjects to stop: they are gone. */
  cancelAbout(subjects: readonly string[]): Promise<void>;
}
