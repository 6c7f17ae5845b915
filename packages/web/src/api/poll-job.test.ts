// Waiting for a job.
import { afterEach, expect, test, vi } from 'vitest';
import { checkJob, pollJob, waitBefore } from './poll-job.ts';

afterEach(() => vi.unstubAllGlobals());

function answers(...statuses: { status: string; statusMessage?: string }[]): void {
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ statusMessage: '', itemId: 'i', ...(statuses.length > 1 ? statuses.shift() : statuses[0]) })),
  );
}

const watch = { username: 'ada', itemId: 'i', jobId: 'j' };

test('CO-124 CO-310 the delay starts at one second, doubles, and is never more than a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 20].map(waitBefore)).toEqual([1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]);
});

test('CO-124 a job is asked for until it is no longer processing', async () => {
  answers({ status: 'processing' }, { status: 'processing' }, { status: 'completed' });
  const waits: number[] = [];
  const seen: string[] = [];
  const result = await pollJob({ ...watch, onStatus: ({ status }) => seen.push(status), wait: async (ms) => void waits.push(ms) });
  expect(result.status).toBe('completed');
  expect(waits).toEqual([1000, 2000, 4000]);
  expect(seen).toEqual(['processing', 'processing', 'completed']);
});

test('CO-299 a failed job is an error with the message of the portal', async () => {
  answers({ status: 'failed', statusMessage: 'The file holds no features.' });
  await expect(pollJob({ ...watch, wait: async () => {} })).rejects.toThrow('The file holds no features.');
});

/** A job that is in one state after another. */
function jobOf(...states: string[]): {
  check: () => Promise<{ status: string; statusMessage: string }>;
  wait: (ms: number) => Promise<void>;
  waits: number[];
} {
  const waits: number[] = [];
  return {
    waits,
    check: async () => ({ status: states.shift() ?? 'Completed', statusMessage: 'The file holds no features.' }),
    wait: async (ms) => void waits.push(ms),
  };
}

test('CO-125 a check on a job resolves once it is completed, and rejects with its message when it failed or says nothing', async () => {
  const { check, wait } = jobOf('Completed');
  expect(await checkJob(check, { wait })).toMatchObject({ status: 'Completed' });
  for (const status of ['Failed', 'failed', '']) {
    const job = jobOf('Pending', status);
    await expect(checkJob(job.check, { wait: job.wait })).rejects.toThrow('The file holds no features.');
  }
});

test('CO-126 CO-311 any other state is checked again, after half a second and a quarter more each time', async () => {
  const { check, wait, waits } = jobOf('Pending', 'InProgress', 'something else', 'completed');
  await checkJob(check, { wait });
  expect(waits).toEqual([500, 750, 1000, 1250]);
});

test('a lost connection is told and waited out: the job goes on without it', async () => {
  const answers = [
    new TypeError('Failed to fetch'),
    new Response('', { status: 503 }),
    new Response(JSON.stringify({ status: 'completed' })),
  ];
  vi.stubGlobal('fetch', async () => {
    const next = answers.shift();
    if (next instanceof Response) return next;
    throw next;
  });
  const told: boolean[] = [];
  const result = await pollJob({ ...watch, onLost: (isLost) => told.push(isLost), wait: async () => {} });
  expect(result.status).toBe('completed');
  expect(told).toEqual([true, false]);
});

test('what the portal refuses is not asked again', async () => {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ error: { code: 400, message: 'no such item', details: [] } })));
  vi.stubGlobal('fetch', fetched);
  await expect(pollJob({ ...watch, wait: async () => {} })).rejects.toThrow('no such item');
  expect(fetched).toHaveBeenCalledOnce();
});

test('whoever gives up does not wait until the job would have been asked for again', async () => {
  answers({ status: 'processing' });
  const giving = new AbortController();
  const asked = pollJob({ ...watch, signal: giving.signal });
  const checked = checkJob(async () => ({ status: 'Pending' }), { signal: giving.signal });
  giving.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  await expect(checked).rejects.toMatchObject({ name: 'AbortError' });
});
