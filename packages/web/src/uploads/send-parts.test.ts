// Sending in parts: what is sent, what a lost connection costs, and what progress is told.
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { type SendOptions, sendParts } from './send-parts.ts';

const FILE = new Blob(['aaabbbccd']);

/** A target that remembers what arrived, and fails as it is told. */
function receiver(first: Record<number, string> = {}, failures: Record<number, ApiError[]> = {}) {
  const parts = new Map(Object.entries(first).map(([number, text]) => [Number(number), text]));
  const tries: number[] = [];
  return {
    parts,
    tries,
    arrived: async () => [...parts.keys()],
    send: async (number: number, bytes: Blob, { onProgress }: { onProgress: (share: number) => void }) => {
      tries.push(number);
      onProgress(0.5);
      const failure = failures[number]?.shift();
      if (failure) throw failure;
      parts.set(number, await bytes.text());
    },
  };
}

function options(more: Partial<SendOptions> = {}) {
  const shares: number[] = [];
  const waits: (number | boolean)[] = [];
  return {
    shares,
    waits,
    signal: new AbortController().signal,
    partBytes: 3,
    onProgress: (share: number) => void shares.push(Math.round(share * 100)),
    onWaiting: (isWaiting: boolean) => void waits.push(isWaiting),
    wait: async (ms: number) => void waits.push(ms),
    ...more,
  };
}

test('every byte is sent once, in parts counted from 1, and progress only grows', async () => {
  const target = receiver();
  const how = options();
  await sendParts(new Blob(['aaabbbcc']), target, how);
  expect([...target.parts]).toEqual([
    [1, 'aaa'],
    [2, 'bbb'],
    [3, 'cc'],
  ]);
  expect(how.shares).toEqual([0, 19, 38, 56, 75, 88, 100]);
});

test('an upload that is taken up again sends only what is missing, and starts at what arrived', async () => {
  const target = receiver({ 1: 'aaa', 3: 'ccd' });
  const how = options();
  await sendParts(FILE, target, how);
  expect(target.tries).toEqual([2]);
  expect(how.shares[0]).toBe(67);
  expect(how.shares.at(-1)).toBe(100);
});

test('a lost connection is waited out, longer each time, and costs the part that was under way', async () => {
  const lost = () => new ApiError(0, 'offline');
  const target = receiver({}, { 2: [lost(), lost(), new ApiError(503, 'starting')] });
  const how = options();
  await sendParts(FILE, target, how);
  expect(target.tries).toEqual([1, 2, 2, 2, 2, 3]);
  expect(how.waits).toEqual([true, 1000, true, 2000, true, 4000, false]);
  expect([...target.parts.values()].join('')).toBe('aaabbbccd');
});

test('what the portal refuses is not tried again', async () => {
  const target = receiver({}, { 2: [new ApiError(403, 'The quota is used up.')] });
  await expect(sendParts(FILE, target, options())).rejects.toMatchObject({ status: 403 });
  expect(target.tries).toEqual([1, 2]);
});

test('pausing ends the waiting for a connection', async () => {
  const control = new AbortController();
  const target = receiver({}, { 1: [new ApiError(0, 'offline')] });
  const how = options({ signal: control.signal, wait: async () => control.abort() });
  await expect(sendParts(FILE, target, how)).rejects.toMatchObject({ name: 'AbortError' });
  expect(target.tries).toEqual([1]);
});

test('an empty file is one empty part', async () => {
  const target = receiver();
  await sendParts(new Blob([]), target, options());
  expect([...target.parts]).toEqual([[1, '']]);
});
