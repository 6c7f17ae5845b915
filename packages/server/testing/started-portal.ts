// The real server process, started on a free port as an operator would start it; for journeys, outside clients, kills and figures.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PORTAL_FLAGS } from '../../../tools/portal-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const START_TIMEOUT_MS = 120_000;

/** How to start. Without `databaseUrl` the portal runs the embedded engine. */
export interface StartOptions {
  databaseUrl?: string;
  /** A folder that stays when the portal ends; otherwise a temporary one goes away with it. */
  dataDir?: string;
  /** 0 takes a free port. */
  port?: number;
  admin?: { username: string; password: string; email: string; fullName: string };
  /** More variables for the process. */
  env?: Record<string, string>;
}

/** A portal that listens. */
export interface StartedPortal {
  url: string;
  /** The code of the printed set-up link, while there is no administrator. */
  setupCode: string | undefined;
  dataDir: string;
  pid: number;
  /** How long it took from the start of the process to the printed address. */
  startedInMs: number;
  /** What the process wrote, the last 64 kB. */
  output(): string;
  /** Process id of the embedded database at the moment. */
  databasePid(): number | undefined;
  /** SIGKILL to the server alone; its embedded database is left to notice. */
  killServer(): Promise<void>;
  /** SIGKILL to the server and its database; resolves when both are gone. */
  kill(): Promise<void>;
  /** Ends it in order and removes a temporary data folder. */
  stop(): Promise<void>;
}

/** Starts `main.ts` and waits until it has printed its address. */
export async function startPortal(options: StartOptions = {}): Promise<StartedPortal> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'graticule-portal-')));
  const began = performance.now();
  const child = spawn(nodeBinary(), [...PORTAL_FLAGS, join(ROOT, 'packages/server/src/main.ts')], {
    cwd: ROOT,
    env: environment(options, dataDir),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const written = lastOf(child);
  const ready = await announced(child, written);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const startedInMs = performance.now() - began;
  const pid = child.pid ?? 0;
  const databasePid = (): number | undefined => childrenOf(pid).find((each) => commandOf(each).includes('embedded-child'));
  return {
    url: ready.url,
    setupCode: ready.setupCode,
    dataDir,
    pid,
    startedInMs,
    output: written,
    databasePid,
    killServer: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    kill: async () => {
      const database = databasePid();
      child.kill('SIGKILL');
      if (database !== undefined) killQuietly(database);
      await gone;
      while (database !== undefined && existsSync(`/proc/${database}`)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await gone;
      }
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Node of the repository, whatever started the tests. */
function nodeBinary(): string {
  const own = join(ROOT, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

/** Variables of the caller that would change the portal stay out. */
function environment(options: StartOptions, dataDir: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(GRATICULE_|DATABASE_URL$|NODE_OPTIONS$|VITEST)/.test(name));
  return {
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/graticule/code'),
    MALLOC_ARENA_MAX: '2',
    ...Object.fromEntries(kept),
    GRATICULE_HOST: '127.0.0.1',
    GRATICULE_PORT: String(options.port ?? 0),
    GRATICULE_DATA_DIR: dataDir,
    GRATICULE_LOG_LEVEL: 'warn',
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...(options.admin === undefined ? {} : { GRATICULE_BOOTSTRAP_ADMIN: JSON.stringify(options.admin) }),
    ...options.env,
  };
}

/** What is kept of the output, in bytes. */
const KEPT_BYTES = 65_536;

/** The last that a process wrote. Pieces are put together when somebody asks: each of them by itself would take a busy portal time that is measured as its own. */
function lastOf(child: ChildProcess): () => string {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      while (bytes - (pieces[0]?.length ?? 0) >= KEPT_BYTES) bytes -= pieces.shift()?.length ?? 0;
    });
  return () => Buffer.concat(pieces).subarray(-KEPT_BYTES).toString();
}

function announced(child: ChildProcess, written: () => string): Promise<{ url: string; setupCode?: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The portal did not start in time.\n${written()}`));
    }, START_TIMEOUT_MS);
    child.once('message', (message) => {
      clearTimeout(timer);
      resolve(message as { url: string; setupCode?: string });
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`The portal ended while starting (${signal ?? code}).\n${written()}`));
    });
  });
}

/** Process ids of the children of a process. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** The command line of a process, or an empty text once it is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its parent.
  }
}
