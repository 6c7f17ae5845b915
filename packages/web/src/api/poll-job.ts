// Waits for a long operation on an item: a second first, then twice as long each time, at most a minute.
import { getItemStatus, type ItemStatus } from '@graticule/contract/content/user-items';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

export const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 60_000;

/** How long to wait before asking for the nth time, counted from 0. @source CO-124 */
export function waitBefore(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}

/** What to wait for, and how. */
export interface JobWatch {
  username: string;
  itemId: string;
  jobId?: string;
  onStatus?: (status: ItemStatus) => void;
  signal?: AbortSignal;
  /** Stands in for the clock in tests. */
  wait?: (ms: number) => Promise<void>;
}

/**
 * Asks for the status until it is no longer processing.
 * @throws ApiError with the status message when the operation failed
 */
export async function pollJob({ username, itemId, jobId, onStatus, signal, wait = sleep }: JobWatch): Promise<ItemStatus> {
  for (let attempt = 0; ; attempt++) {
    await wait(waitBefore(attempt));
    signal?.throwIfAborted();
    const status = await call(getItemStatus, { username, id: itemId, jobId }, { signal });
    onStatus?.(status);
    if (status.status === 'failed') throw new ApiError(400, status.statusMessage, undefined, { reasons: status.reasons });
    if (status.status === 'completed') return status;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
