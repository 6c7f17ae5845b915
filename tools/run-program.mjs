// Runs the repository's own programs on its own Node, whatever Node called npm.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The repository's folder. */
export const ROOT = join(import.meta.dirname, '..');
/** The Node of package.json; the system's may be older. */
export const NODE = join(ROOT, 'node_modules/.bin/node');
const BIN = join(ROOT, 'node_modules/.bin');

/**
 * Starts a program of the repository.
 * @param {string[]} command program and arguments; a bare name is one of node_modules/.bin
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, options = {}) {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    ...options,
    env: { ...process.env, ...options.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` },
  });
}

/**
 * Runs a program to its end, without input, and collects what it prints.
 * @param {string[]} command
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number; output: string; seconds: number }>}
 */
export function run(command, options = {}) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = start(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    const done = (code) => resolve({ code, output, seconds: (performance.now() - began) / 1000 });
    child.once('error', (error) => {
      output += error.message;
      done(1);
    });
    child.once('close', (code, signal) => done(code ?? (signal === null ? 0 : 1)));
  });
}

/**
 * Hands the signals of this process on to a child, and ends when the child has ended.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWith(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}
