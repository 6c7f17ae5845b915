// Every job handler, listed by hand.
import type { JobHandler } from './platform/queue/queue.ts';

/** The handlers of all kinds of job. */
export const JOB_HANDLERS: readonly JobHandler<never>[] = [];
