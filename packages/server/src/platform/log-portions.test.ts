// Every line arrives once and in order, however slow the reader is.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LogPortions } from './log-portions.ts';

let folder: string;
let path: string;
let file: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'graticule-log-'));
  path = join(folder, 'log');
  file = openSync(path, 'w');
});
afterEach(() => {
  closeSync(file);
  rmSync(folder, { recursive: true });
});

const written = (): string => readFileSync(path, 'utf8');

it('writes lines of every length in their order, while earlier ones are being written', async () => {
  const log = new LogPortions(file);
  const lines = Array.from({ length: 3_000 }, (_, number) => `${number} ${'é☃🗺 '.repeat(number % 97)}\n`);
  lines[1500] = `1500 ${'wide '.repeat(100_000)}\n`;
  for (const [number, line] of lines.entries()) {
    log.write(line);
    if (number % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  log.flush();
  const whole = lines.join('');
  await vi.waitFor(
    () => {
      log.flush();
      expect(written().length).toBe(whole.length);
    },
    { timeout: 20_000 },
  );
  expect(written()).toBe(whole);
});

it('keeps a few short lines until they are asked for, and writes them at once at the end', () => {
  const log = new LogPortions(file);
  log.write('one\n');
  log.write('two\n');
  expect(written()).toBe('');
  log.flushNow();
  expect(written()).toBe('one\ntwo\n');
  log.flushNow();
  expect(written()).toBe('one\ntwo\n');
});

it('goes on without a reader', async () => {
  // A file that is open for reading only.
  const log = new LogPortions(openSync('/dev/null', 'r'));
  log.write(`${'x'.repeat(40_000)}\n`);
  await new Promise((resolve) => setImmediate(resolve));
  const goOn = (): void => {
    log.write('after\n');
    log.flush();
    log.flushNow();
  };
  expect(goOn).not.toThrow();
});
