// Starts the embedded database as a child process, waits until it answers, and starts it again when it dies.
import { type ChildProcess, fork } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { exists } from '../files/exists.ts';

/** A running embedded database. */
export interface EmbeddedDatabase {
  connection: pg.ClientConfig;
  /** Process id of the child at the moment; changes when it is started again. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: Logger;
  /** A folder with a prepared database to copy when the data folder is new. */
  templateDir?: string;
  /** How long one statement may occupy the database before it is ended and started again. */
  longestSilenceMs?: number;
}

/** The engine asks nobody who they are: who reaches the socket in its folder is the portal. */
export const EMBEDDED_LOGIN = { port: 5432, user: 'postgres', password: 'postgres', database: 'postgres', ssl: false } as const;

/** Longest wait before the next start after a crash. */
const MAX_PAUSE_MS = 10_000;
const START_TIMEOUT_MS = 120_000;
/** The engine cannot cancel a statement. Making the index of a very large layer takes minutes, no more. */
const LONGEST_SILENCE_MS = 240_000;
/** A Unix socket path has to stay below about 100 bytes, whatever the data folder is called. */
const SOCKET_PREFIX = 'graticule-';

/**
 * Starts the database on its folder, made from the template when new.
 * @throws Error when it does not come up at all
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const databaseDir = join(options.dataDir, 'database');
  await prepareFolder(databaseDir, options.templateDir);
  const socketDir = await mkdtemp(join(tmpdir(), SOCKET_PREFIX));
  let child: ChildProcess | undefined;
  let stopping = false;
  let crashes = 0;

  const start = async (): Promise<void> => {
    child = fork(join(import.meta.dirname, 'embedded-child.ts'), [databaseDir, socketDir], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    const running = child;
    running.once('exit', (code, signal) => {
      if (stopping) return;
      const pauseMs = Math.min(MAX_PAUSE_MS, 200 * 2 ** crashes++);
      options.log.error({ code, signal, pauseMs }, 'the embedded database ended; starting it again');
      setTimeout(() => {
        if (!stopping) start().catch((error: unknown) => options.log.error({ err: error }, 'the embedded database did not start'));
      }, pauseMs);
    });
    await ready(running);
    crashes = 0;
    watch(running, options.longestSilenceMs ?? LONGEST_SILENCE_MS, options.log);
  };

  try {
    await start();
  } catch (error) {
    // Nobody has it who could stop it: without this it would be started again for ever.
    stopping = true;
    await rm(socketDir, { recursive: true, force: true });
    throw error;
  }
  return {
    connection: { ...EMBEDDED_LOGIN, host: socketDir },
    pid: () => child?.pid,
    stop: async () => {
      stopping = true;
      if (child !== undefined) await end(child);
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}

/** The embedded database did not come up; the message says why, as far as is known. */
class EmbeddedStartError extends Error {
  override readonly name = 'EmbeddedStartError';
}

/** Nobody else sends this signal to a database that has just been started. */
function whyKilled(signal: NodeJS.Signals | null): string {
  return signal === 'SIGKILL' ? ': the system ends what takes more memory than there is; the portal needs 2 GB with this database' : '';
}

/** Resolves when the child says that it is ready; rejects when it ends or stays silent. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('The embedded database did not start in time.'));
    }, START_TIMEOUT_MS);
    child.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new EmbeddedStartError(`The embedded database ended while starting (${signal ?? `code ${code}`})${whyKilled(signal)}.`));
    });
  });
}

/** Ends a child that a statement occupies for too long; its exit starts the next one. */
function watch(child: ChildProcess, longestSilenceMs: number, log: Logger): void {
  // Questions without an answer are counted, not seconds: a machine that slept has not been silent.
  let unanswered = 0;
  child.on('message', () => {
    unanswered = 0;
  });
  const timer = setInterval(() => {
    if (unanswered++ >= 4) {
      log.error('a statement occupies the embedded database; ending it');
      child.kill('SIGKILL');
    } else if (child.connected) child.send('alive?', () => undefined);
  }, longestSilenceMs / 4);
  timer.unref();
  child.once('exit', () => clearInterval(timer));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
}

/** Copies the template beside the target first, so that a killed copy is never mistaken for a database. */
async function prepareFolder(databaseDir: string, templateDir: string | undefined): Promise<void> {
  await mkdir(dirname(databaseDir), { recursive: true });
  if (await exists(join(databaseDir, 'PG_VERSION'))) return;
  await rm(databaseDir, { recursive: true, force: true });
  if (templateDir === undefined || !(await exists(join(templateDir, 'PG_VERSION')))) return;
  const copying = `${databaseDir}.copying`;
  await rm(copying, { recursive: true, force: true });
  await cp(templateDir, copying, { recursive: true });
  await rename(copying, databaseDir);
}
