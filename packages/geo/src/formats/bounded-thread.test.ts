// Threads that end, run without an end, or take memory without an end.
import { afterEach, expect, it } from 'vitest';
import { BoundedThread } from './bounded-thread.ts';

let thread: BoundedThread<string, string> | undefined;
afterEach(() => thread?.close());

/** A thread that runs a script for every question. */
function threadOf(act: string, limits: { limitMs?: number; totalMb?: number } = {}): BoundedThread<string, string> {
  const script = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (asked) => { ${act} });`;
  thread = new BoundedThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`), null, {
    limitMs: 20_000,
    heapMb: 64,
    totalMb: 200,
    ...limits,
  });
  return thread;
}

it('answers one question after another', async () => {
  const echo = threadOf('parentPort.postMessage(asked + "!")');
  expect(await echo.ask('a')).toBe('a!');
  expect(await echo.ask('b')).toBe('b!');
});

it('says that it is gone, during a question and ever after', async () => {
  const dying = threadOf('process.exit(1)');
  await expect(dying.ask('a')).rejects.toThrow('ended');
  // By itself, not because an answer took too long: those who wait for one would wait for 20 s.
  await expect(dying.ask('b')).rejects.toThrow('ended');
});

it('is told of a fault of the thread', async () => {
  await expect(threadOf('throw new RangeError("outside")').ask('a')).rejects.toThrow('outside');
});

it('is ended when an answer takes too long, although it never listens', async () => {
  const endless = threadOf('for (;;);', { limitMs: 300 });
  await expect(endless.ask('a')).rejects.toThrow('too long');
  await expect(endless.ask('b')).rejects.toThrow(/ended|too long/);
});

it('is ended when it waits for ever, and not for waiting a while: the machine may have other things to do', async () => {
  const slow = threadOf('setTimeout(() => parentPort.postMessage("late"), 600)', { limitMs: 300 });
  expect(await slow.ask('a')).toBe('late');
  const waiting = threadOf('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', { limitMs: 20 });
  await expect(waiting.ask('a')).rejects.toThrow('too long');
});

it('is ended when its buffers grow beyond the limit, although they are no part of its heap', async () => {
  const hungry = 'const all = []; for (;;) { all.push(new Uint8Array(4e6).fill(1)); for (let i = 0; i < 1e6; i++) all.length; }';
  const before = process.memoryUsage().rss;
  await expect(threadOf(hungry).ask('a')).rejects.toThrow('too much memory');
  expect(process.memoryUsage().rss - before).toBeLessThan(1.5e9);
});

it('is ended by the engine when its heap grows beyond the limit', async () => {
  await expect(threadOf('const all = []; for (;;) all.push({ a: [1, 2, 3], b: String(Math.random()) });').ask('a')).rejects.toThrow(
    /memory/,
  );
});
