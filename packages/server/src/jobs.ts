// Every job handler, listed by hand.
import { loadPlacesJob } from './gazetteer/index.ts';
import type { JobHandler } from './platform/queue/queue.ts';
import { publishFeaturesJob } from './publishing/index.ts';

/** The handlers of all kinds of job. */
export const JOB_HANDLERS: readonly JobHandler<never>[] = [publishFeaturesJob, loadPlacesJob];
