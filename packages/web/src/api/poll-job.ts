// Waits for a long operation on an item: a second first, then twice as long each time, at most a minute.
import { getItemStatus, type ItemStatus } from '@graticule/contract/content/user-items';
import type { Sentence } from '@graticule/geo/sentence';
import { ApiError, toApiError } from './api-error.ts';
import { call } from './call.ts';

export const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 60_000;

/** How long to wait before asking for the nth time, counted from 0. @source CO-124 */
export function waitBefore(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}

const FIRST_CHECK_MS = 500;
const LONGER_CHECK_MS = 250;

/** How long to wait before checking on a job for the nth time, counted from 0. @source CO-126 CO-311 */
export function waitBeforeCheck(attempt: number): number {
  return FIRST_CHECK_MS + attempt * LONGER_CHECK_MS;
}

/** The portal cannot be reached, or is busy or starting: the job itself goes on. */
const PASSING: readonly number[] = [0, 408, 429, 502, 503, 504];
/** How long to wait before a portal that could not be reached is asked again. */
const LOST_WAIT_MS = 5000;

/**
 * Asks until there is an answer, however long the portal cannot be reached.
 * @throws ApiError when the portal refuses; the abort when the signal says so
 */
async function askPatiently<T>(
  ask: () => Promise<T>,
  { signal, onLost, wait = sleep }: Pick<JobWatch, 'signal' | 'onLost' | 'wait'>,
): Promise<T> {
  for (let isLost = false; ; isLost = true) {
    signal?.throwIfAborted();
    try {
      const answer = await ask();
      if (isLost) onLost?.(false);
      return answer;
    } catch (error) {
      if (signal?.aborted || !PASSING.includes(toApiError(error).status)) throw error;
      if (!isLost) onLost?.(true);
      await wait(LOST_WAIT_MS, signal);
    }
  }
}

/** The state of a job as a service tells it. */
interface CheckedJob {
  status: string;
  statusMessage?: string;
  reasons?: readonly Sentence[];
}

/**
 * Checks on a job of a service until it is done, whatever it says until then.
 * @throws ApiError with the message of the job when it failed, or says nothing; the abort when the signal says so
 * @source CO-125
 */
export async function checkJob<T extends CheckedJob>(
  check: () => Promise<T>,
  { wait = sleep, onLost, signal }: Pick<JobWatch, 'signal' | 'onLost' | 'wait'> = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    await wait(waitBeforeCheck(attempt), signal);
    const job = await askPatiently(check, { wait, onLost, signal });
    if (job.status === '' || /^failed$/i.test(job.status))
      throw new ApiError(400, job.statusMessage ?? '', undefined, { reasons: job.reasons });
    if (/^completed(WithErrors)?$/i.test(job.status)) return job;
  }
}

/** What to wait for, and how. */
export interface JobWatch {
  username: string;
  itemId: string;
  jobId?: string;
  onStatus?: (status: ItemStatus) => void;
  /** True while the portal cannot be reached. */
  onLost?: ((isLost: boolean) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Stands in for the clock in tests. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Asks for the status until it is no longer processing.
 * @throws ApiError with the status message when the operation failed
 */
export async function pollJob({ username, itemId, jobId, onStatus, onLost, signal, wait = sleep }: JobWatch): Promise<ItemStatus> {
  for (let attempt = 0; ; attempt++) {
    await wait(waitBefore(attempt), signal);
    signal?.throwIfAborted();
    const ask = () => call(getItemStatus, { username, id: itemId, jobId }, { signal });
    const status = await askPatiently(ask, { signal, onLost, wait });
    onStatus?.(status);
    if (status.status === 'failed') throw new ApiError(400, status.statusMessage, undefined, { reasons: status.reasons });
    if (status.status === 'completed') return status;
  }
}

/** Ends after the time, or at once when the signal says so: whoever gives up does not wait for the next question. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
