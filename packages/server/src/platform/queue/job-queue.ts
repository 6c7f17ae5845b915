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

/** A job with some of what it was to do: what is found at each of the paths that were asked about. */
export interface JobTask<F extends string = string> extends JobStatus {
  facts: Readonly<Record<F, readonly unknown[]>>;
}

/**
 * Jobs of one kind: about a subject, or with this value in what they were to do. `facts` are JSON paths into that by the names that they are
 * given; nothing else is read, since it may be a whole file.
 */
export type WantedTasks<F extends string = string> = { name: string; limit: number; facts: Readonly<Record<F, string>> } & (
  | { subject: string }
  | { key: 'sourceItemId'; value: string }
);

/** Enqueue and look up; the part that operations use. */
export interface Queue {
  enqueue<P>(db: Db, job: NewJob<P>): Promise<string>;
  status(id: string): Promise<JobStatus | undefined>;
  /** Jobs about one subject, newest first. */
  about(subject: string, limit?: number): Promise<JobStatus[]>;
  /** The newest job about a subject that is of one of these kinds, however many others came after it. */
  latest(subject: string, names: readonly string[]): Promise<JobStatus | undefined>;
  /** Whether nobody else has a job of one of these kinds wait or run for a subject, or is enqueuing one; until the transaction ends nobody else may. Waits for nobody. */
  claim(db: Db, subject: string, names: readonly string[]): Promise<boolean>;
  /** Jobs of one kind, newest first. */
  tasks<F extends string>(wanted: WantedTasks<F>): Promise<JobTask<F>[]>;
  /** How many jobs of a person wait or run. */
  unfinished(owner: string): Promise<number>;
  /** Asks a waiting or running job to stop. */
  cancel(id: string): Promise<void>;
  /** Asks every waiting or running job about these subjects to stop: they are gone. */
  cancelAbout(subjects: readonly string[]): Promise<void>;
}
