// How far a load is, and other jobs with the rows of a layer, as replies tell it.
import type { LoadState, LoadStatus } from '@graticule/contract/services/append';
import type { JobStatus } from '../../platform/queue/job-queue.ts';
import type { LoadRow } from './loads.store.ts';

/** A load. Problems in a reply; all that are kept. */
export function loadView(layerName: string, { result, username }: LoadRow, job: JobStatus): LoadStatus {
  const view = { ...jobView(layerName, job, result?.refused ?? 0), ...cancelling(job), startedBy: username };
  if (result === null) return view;
  return {
    ...view,
    recordCount: result.inserted + result.updated,
    insertedCount: result.inserted,
    updatedCount: result.updated,
    removedCount: result.removed,
    skippedCount: result.skipped,
    refusedCount: result.refused,
    repairedCount: result.repaired,
    ...(result.unplaced === undefined ? {} : { unplacedCount: result.unplaced }),
    problems: result.problems,
    ...(result.warnings === undefined ? {} : { warnings: [...result.warnings] }),
    ...(result.refusedInFile === undefined ? {} : { refusedInFile: result.refusedInFile }),
  };
}

/** What is told of every job; `refused` are the rows that it could not use. */
export function jobView(layerName: string, job: JobStatus, refused: number): LoadStatus {
  const { done = 0, total, phase } = job.progress;
  return {
    jobId: job.id,
    layerName,
    submissionTime: job.created.getTime(),
    lastUpdatedTime: (job.finished ?? job.created).getTime(),
    recordCount: done,
    ...(total === undefined ? {} : { totalCount: total }),
    ...(phase === undefined || job.state !== 'running' ? {} : { phase }),
    status: stateOf(job, refused),
    jobStatus: stateOf(job, refused),
    ...(job.state === 'cancelled' ? { cancelled: true as const } : {}),
    ...(job.message ? { statusMessage: job.message } : {}),
    ...(job.reasons.length > 0 ? { reasons: job.reasons } : {}),
  };
}

/** Whoever may know of a job may stop it as long as it waits or runs. */
export function cancelling({ state }: JobStatus): Pick<LoadStatus, 'mayCancel'> {
  return state === 'waiting' || state === 'running' ? { mayCancel: true } : {};
}

function stateOf({ state }: JobStatus, refused: number): LoadState {
  switch (state) {
    case 'waiting':
      return 'Pending';
    case 'running':
      return 'InProgress';
    case 'completed':
      return refused > 0 ? 'CompletedWithErrors' : 'Completed';
    default:
      return 'Failed';
  }
}
