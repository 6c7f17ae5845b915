// The jobs of a hosted service, as its administrators see them.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { ServiceJob } from '@graticule/contract/services/service-admin';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { JobStatus } from '../platform/queue/job-queue.ts';
import { administeredService } from './admin.ts';
import { CHANGE_SERVICE } from './definition/service-change.ts';

const MAX_JOBS = 20;

const STATES: Readonly<Record<JobStatus['state'], ServiceJob['status']>> = {
  waiting: 'Pending',
  running: 'InProgress',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The latest jobs of a service, newest first. @throws FORBIDDEN */
export async function jobsOfService(portal: Portal, caller: Caller, name: string): Promise<ServiceJob[]> {
  const { service } = await administeredService(portal, caller, name);
  return (await portal.queue.about(service.itemId, MAX_JOBS)).map(jobView);
}

/** One job of a service. @throws FORBIDDEN, INVALID_REQUEST for an unknown one */
export async function jobOfService(portal: Portal, caller: Caller, name: string, id: string): Promise<ServiceJob> {
  const { service } = await administeredService(portal, caller, name);
  const job = /^[0-9a-f]{32}$/.test(id) ? await portal.queue.status(id) : undefined;
  if (job?.subject !== service.itemId) throw refuse('job-unknown', { id: id.slice(0, 40) });
  return jobView(job);
}

/** The state of a job in the words of services. */
export function jobState({ state }: Pick<JobStatus, 'state'>): ServiceJob['status'] {
  return STATES[state];
}

function jobView(job: JobStatus): ServiceJob {
  const { done, total } = job.progress;
  return {
    jobId: job.id,
    operation: job.name,
    status: jobState(job),
    submissionTime: job.created.getTime(),
    lastUpdatedTime: (job.finished ?? job.created).getTime(),
    ...(done === undefined ? {} : { done }),
    ...(total === undefined ? {} : { total }),
    ...(job.name === CHANGE_SERVICE && job.state === 'completed' ? { result: job.progress.report as object } : {}),
    ...(job.message ? { statusMessage: job.message } : {}),
  };
}
