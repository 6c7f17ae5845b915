// Tables of the floor: jobs, stored files, secrets, answers for whoever lost them.
import type { Sentence } from '@graticule/geo/sentence';
import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string | T, string | T>;

export type JobState = 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

/** Progress that a job reports; shown to its owner. */
export interface JobProgress {
  /** Units done so far, such as rows. */
  done?: number;
  /** Units in all where known. */
  total?: number;
  /** What is done after the last unit, where that may take long: indexes are made, rows brought into their layer, a file finished. */
  phase?: 'indexes' | 'layer' | 'file';
  /** Facts of the kind of job, such as row problems. */
  report?: unknown;
}

export interface JobTable {
  id: string;
  name: string;
  /** What the job is about, such as an item id; status calls look jobs up by it. */
  subject: string | null;
  owner: string | null;
  payload: Json<unknown>;
  state: Generated<JobState>;
  attempts: Generated<number>;
  max_attempts: number;
  /** A running job whose lease is over is taken up again. */
  lease_until: Time | null;
  run_after: Time;
  cancel_asked: Generated<boolean>;
  progress: Json<JobProgress>;
  /** What went wrong, fit for the owner. */
  message: string | null;
  /** The same as sentences that can be translated. */
  reasons: ColumnType<readonly Sentence[], string | undefined, string>;
  created: Time;
  finished: Time | null;
}

export interface StoredFileTable {
  key: string;
  size_bytes: ColumnType<string, number | string, number | string>;
  sha256: string;
  created: Time;
}

export interface SecretTable {
  name: string;
  value: string;
}

export interface AnsweredCallTable {
  username: string;
  /** Made up by the client, once for each call that it means. */
  key: string;
  /** Which call it was. */
  call: string;
  answer: Json<object>;
  created: Generated<Date>;
}

export interface PlatformTables {
  answered_call: AnsweredCallTable;
  job: JobTable;
  stored_file: StoredFileTable;
  secret: SecretTable;
}
