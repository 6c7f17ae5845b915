// Processes that end, run without an end, or take memory without an end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BoundedProcess } from './bounded-process.ts';

let dir: string;
let scripts = 0;
let child: BoundedProcess<string, string> | undefined;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'graticule-bounded-'));
});
afterEach(() => child?.close());
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A process that runs a script for every question. */
function processOf(act: string, limits: { limitMs?: number; totalMb?: number } = {}): BoundedProcess<string, string> {
  const path = join(dir, `${scripts++}.mjs`);
  writeFileSync(path, `process.once('message', (input) => process.on('message', (asked) => { ${act} }));`);
  child = new BoundedProcess(pathToFileURL(path), '!', { limitMs: 20_000, heapMb: 64, totalMb: 300, ...limits });
  return child;
}

it('answers one question after another', async () => {
  const echo = processOf('process.send(asked + input)');
  expect(await echo.ask('a')).toBe('a!');
  expect(await echo.ask('b')).toBe('b!');
});

it('knows nothing of how the portal reaches its database', async () => {
  process.env.DATABASE_URL = 'postgres://secret@localhost/';
  process.env.SOME_KEY = 'secret';
  try {
    expect(await processOf('process.send(String([process.env.DATABASE_URL, process.env.SOME_KEY]))').ask('a')).toBe(',');
  } finally {
    delete process.env.DATABASE_URL;
    delete process.env.SOME_KEY;
  }
});

it('says that it is gone, during a question and ever after', async () => {
  const dying = processOf('process.exit(1)');
  await expect(dying.ask('a')).rejects.toThrow('ended');
  // By itself, not because an answer took too long: those who wait for one would wait for 20 s.
  await expect(dying.ask('b')).rejects.toThrow('ended');
});

it('is gone after a fault', async () => {
  await expect(processOf('throw new RangeError("outside")').ask('a')).rejects.toThrow('ended');
});

it('is ended when an answer takes too long, although it never listens', async () => {
  const endless = processOf('for (;;);', { limitMs: 600 });
  await expect(endless.ask('a')).rejects.toThrow('too long');
  await expect(endless.ask('b')).rejects.toThrow(/ended|too long/);
});

it('is ended when it waits for ever, and not for waiting a while: the machine may have other things to do', async () => {
  const slow = processOf('setTimeout(() => process.send("late"), 1_200)', { limitMs: 500 });
  expect(await slow.ask('a')).toBe('late');
  const waiting = processOf('setTimeout(() => process.send("too late"), 60_000)', { limitMs: 50 });
  await expect(waiting.ask('a')).rejects.toThrow('too long');
});

it('is ended when its buffers grow beyond the limit, although they are no part of its heap', async () => {
  const hungry = 'const all = []; for (;;) { all.push(new Uint8Array(4e6).fill(1)); for (let i = 0; i < 1e6; i++) all.length; }';
  await expect(processOf(hungry).ask('a')).rejects.toThrow('too much memory');
});

it.each([
  ['bit by bit', 'const all = []; for (;;) all.push({ a: [1, 2, 3], b: String(Math.random()) });'],
  ['with a single thing', 'const all = new Array(1e9); for (let i = 0; i < 1e9; i++) all[i] = i;'],
])('ends alone when its heap grows beyond the limit %s', async (_how, act) => {
  await expect(processOf(act).ask('a')).rejects.toThrow(/ended|memory/);
});

it('goes with whoever asked, although it never listens', async () => {
  const [script, parent] = [join(dir, 'busy.mjs'), join(dir, 'parent.mjs')];
  writeFileSync(script, "process.once('message', () => process.on('message', () => { process.send(process.pid); for (;;); }));");
  const limits = '{ limitMs: 60_000, heapMb: 64, totalMb: 300 }';
  const url = JSON.stringify(new URL('./bounded-process.ts', import.meta.url).href);
  const made = `new BoundedProcess(new URL(${JSON.stringify(pathToFileURL(script))}), '!', ${limits})`;
  writeFileSync(
    parent,
    `import { BoundedProcess } from ${url}; process.stdout.write(String(await ${made}.ask('a'))); setInterval(() => 0, 1000);`,
  );
  const asking = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [pid] = await once(asking.stdout, 'data');
  const isThere = (): boolean => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  expect(isThere()).toBe(true);
  asking.kill('SIGKILL');
  try {
    await expect.poll(isThere, { timeout: 5_000 }).toBe(false);
  } finally {
    if (isThere()) process.kill(Number(pid), 'SIGKILL');
  }
});
