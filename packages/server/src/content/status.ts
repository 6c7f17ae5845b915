// How far a long operation on an item is: an upload in parts, or a job about the item.
import type { ItemStatus } from '@graticule/contract/content/user-items';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { Portal } from '../platform/context.ts';
import type { JobStatus } from '../platform/queue/job-queue.ts';
import type { ItemRow } from '../schema/content.ts';

/**
 * The state of the named job, else of the newest job that makes or fills the item, else of its upload.
 * @throws INVALID_REQUEST for a job that the item does not have: whoever waits for it would wait in vain, or take it for done
 */
export async function itemStatus(portal: Portal, item: ItemRow, jobId: string | undefined): Promise<ItemStatus> {
  const job = await jobOf(portal, item, jobId);
  if (job === undefined)
    return { status: item.status, statusMessage: item.status_message, itemId: item.id, ...(jobId === undefined ? {} : { jobId }) };
  const { done, total, phase } = job.progress;
  // rows that are all in are not the end: indexes and tiles follow
  const most = job.state === 'completed' ? 100 : 99;
  const percent = done !== undefined && total !== undefined && total > 0 ? Math.min(most, Math.floor((done / total) * 100)) : undefined;
  return {
    status: STATUS[job.state],
    statusMessage: job.message ?? '',
    ...(job.reasons.length === 0 ? {} : { reasons: job.reasons }),
    itemId: item.id,
    jobId: job.id,
    ...(percent === undefined ? {} : { percent }),
    ...(phase === undefined || job.state !== 'running' ? {} : { phase }),
  };
}

const STATUS = { waiting: 'processing', running: 'processing', completed: 'completed', failed: 'failed', cancelled: 'failed' } as const;

/** Kinds of job that make or fill an item; edits, copies and loads by jobs leave it as it is, whatever becomes of them. */
const OF_ITEM: readonly string[] = ['join-parts', 'publish-features', 'export-layers'];

/** Jobs of other items are not told about, whoever knows their id. */
async function jobOf(portal: Portal, item: ItemRow, jobId: string | undefined): Promise<JobStatus | undefined> {
  if (jobId === undefined) {
    if (item.status === 'partial') return undefined;
    return portal.queue.latest(item.id, OF_ITEM);
  }
  // What is ready at once has no job; its item stands for one.
  if (jobId === item.id) return undefined;
  const job = await portal.queue.status(jobId);
  if (job?.subject !== item.id) throw refuse('job-unknown', { id: jobId.slice(0, 40) });
  return job;
}
