// Runs the repository's own programs on its own Node, whatever Node called npm.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The repository's folder. */
export const ROOT = join(import.meta.dirname, '..');
/** The Node of package.json; the system's may be older. */
export const NODE = join(ROOT, 'node_modules/.bin/node');
const BIN = join(ROOT, 'node_modules/.bin');

/** How a program ended, and what it printed. */
export interface Finished {
  code: number;
  output: string;
  seconds: number;
}

/** Starts a program of the repository; a bare name is one of node_modules/.bin. */
export function start(command: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    ...options,
    env: { ...process.env, ...options.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` },
  });
}

/** Runs a program to its end, without input, and collects what it prints. */
export function run(command: readonly string[], options: SpawnOptions = {}): Promise<Finished> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = start(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: string): void => {
      output += chunk;
    };
    const done = (code: number): void => resolve({ code, output, seconds: (performance.now() - began) / 1000 });
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.once('error', (error) => {
      output += error.message;
      done(1);
    });
    child.once('close', (code, signal) => {
      output += wordsOf(signal);
      done(code ?? (signal === null ? 0 : 1));
    });
  });
}

/** Hands the signals of this process on to a child, and ends when the child has ended. */
export function endWith(child: ChildProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal === 'SIGKILL') console.error(wordsOf(signal));
    process.exit(code ?? (signal === null ? 0 : 1));
  });
}

/** What to say of a program that did not end by itself. */
function wordsOf(signal: NodeJS.Signals | null): string {
  if (signal === null) return '';
  return signal === 'SIGKILL'
    ? 'The system ended it (SIGKILL), as it does when memory is short: 2 GB are needed with the embedded database, 1 GB with a PostgreSQL elsewhere.\n'
    : `It was ended by ${signal}.\n`;
}
