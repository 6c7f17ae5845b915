// Sends a large file part by part: a lost connection costs one part, and what arrived once is not sent again.
import { toApiError } from '../api/api-error.ts';

/** Each part is sent by one request; proxies and slow lines manage this much. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Where parts go. */
export interface PartsTarget {
  /** Numbers of the parts that arrived, from 1. */
  arrived(signal: AbortSignal): Promise<readonly number[]>;
  send(number: number, bytes: Blob, options: { signal: AbortSignal; onProgress: (share: number) => void }): Promise<unknown>;
}

/** How it goes. */
export interface SendOptions {
  signal: AbortSignal;
  /** Share of the file that arrived, 0 to 1. */
  onProgress: (share: number) => void;
  /** True while the portal cannot be reached and the upload waits for it. */
  onWaiting?: (isWaiting: boolean) => void;
  /** Stands in for the clock and the network in tests. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  partBytes?: number;
}

/** The connection is lost, or the portal is busy or starting: later it may work. */
const PASSING: readonly number[] = [0, 408, 429, 502, 503, 504];
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Sends the parts that have not arrived. Lost connections are waited out for as long as it takes.
 * @throws ApiError when the portal refuses a part; the abort when the signal says so
 */
export async function sendParts(file: Blob, target: PartsTarget, options: SendOptions): Promise<void> {
  const { signal, onProgress, partBytes = PART_BYTES } = options;
  const count = Math.max(1, Math.ceil(file.size / partBytes));
  const there = new Set(await patiently(() => target.arrived(signal), options));
  const bytesOf = (number: number) => Math.min(file.size, number * partBytes) - (number - 1) * partBytes;
  let sentBytes = 0;
  for (const number of there) if (number <= count) sentBytes += bytesOf(number);
  const tell = (bytes: number) => onProgress(file.size === 0 ? 1 : bytes / file.size);
  tell(sentBytes);
  for (let number = 1; number <= count; number++) {
    if (there.has(number)) continue;
    const size = bytesOf(number);
    const bytes = file.slice((number - 1) * partBytes, (number - 1) * partBytes + size);
    const before = sentBytes;
    await patiently(() => target.send(number, bytes, { signal, onProgress: (share) => tell(before + share * size) }), options);
    sentBytes += size;
    tell(sentBytes);
  }
}

/**
 * Repeats what fails for a passing reason, after longer and longer waits.
 * @param act is told how often it failed
 */
export async function patiently<T>(
  act: (failures: number) => Promise<T>,
  {
    signal,
    onWaiting,
    wait = untilOnline,
    passing = PASSING,
  }: Pick<SendOptions, 'signal' | 'onWaiting' | 'wait'> & { passing?: readonly number[] },
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      const done = await act(attempt);
      if (attempt > 0) onWaiting?.(false);
      return done;
    } catch (error) {
      if (signal.aborted || !passing.includes(toApiError(error).status)) throw error;
      onWaiting?.(true);
      await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt), signal);
    }
  }
}

/** Ends after the time, as soon as the browser is online again, or with an abort. */
function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
