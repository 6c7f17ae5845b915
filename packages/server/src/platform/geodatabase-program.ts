// GDAL's ogr2ogr, where the machine has it: the program with which layers are saved as File Geodatabases.
import { spawn } from 'node:child_process';
import { delimiter, isAbsolute, join } from 'node:path';
import { exists } from './files/exists.ts';

/** How long it may take to say what it writes. */
const ANSWER_MS = 10_000;
/** What is kept of what it says, and of that for a message. */
const MOST_SAID = 100_000;
const MOST_TOLD = 1_000;
/** How the system says that a disk is full. */
const NO_ROOM = /No space left on device|disk is full|Disk quota exceeded/i;
/** Variables that it is given: where it finds its libraries and its tables, nothing of the portal's own. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'GDAL_DATA', 'GDAL_DRIVER_PATH', 'PROJ_LIB', 'PROJ_DATA', 'TMPDIR', 'SystemRoot'] as const;

/**
 * The path of the program, if it writes File Geodatabases, as it does from GDAL 3.6 on; undefined where there is none. `wanted` is a path, a name that is
 * looked for in the PATH, or `off`.
 */
export async function findGeodatabaseProgram(wanted: string): Promise<string | undefined> {
  if (wanted === 'off') return undefined;
  const folders = isAbsolute(wanted) ? [''] : (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    const path = folder === '' ? wanted : join(folder, wanted);
    if (!(await exists(path))) continue;
    const formats = await runProgram(path, ['--formats'], { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    return /^\s*OpenFileGDB\b[^\n(]*\([^)]*w/m.test(formats?.said ?? '') ? path : undefined;
  }
  return undefined;
}

/** How a program runs. */
interface Running {
  signal?: AbortSignal | undefined;
  /** Called when it writes something; what this throws ends it. */
  heard?: () => Promise<void>;
}

/** A program did not do what it was asked for; the message says what it complained of. */
export class ProgramFault extends Error {
  override readonly name = 'ProgramFault';
}

/** What it wrote, the first of it. */
interface Said {
  said: string;
  warnings: string;
}

/** Runs a program to its end. @throws ProgramFault; what ends it from outside, such as a full disk or a system without memory, as an error of the machine */
export async function runProgram(path: string, args: readonly string[], { signal, heard }: Running = {}): Promise<Said> {
  const env = Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]));
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    ...(signal === undefined ? {} : { signal, killSignal: 'SIGKILL' }),
  });
  let said = '';
  let warnings = '';
  let last = '';
  let stopped: unknown;
  let listening: Promise<void> | undefined;
  child.stdout.on('data', (text: Buffer) => {
    said = (said + String(text)).slice(0, MOST_SAID);
    listening ??= heard?.()
      .catch((error: unknown) => {
        stopped = error;
        child.kill('SIGKILL');
      })
      .finally(() => {
        listening = undefined;
      });
  });
  child.stderr.on('data', (text: Buffer) => {
    warnings = (warnings + String(text)).slice(0, MOST_SAID);
    last = (last + String(text)).slice(-MOST_TOLD);
  });
  const [code, killed] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });
  await listening;
  if (stopped !== undefined) throw stopped;
  if (killed !== null) throw new Error(`${path} was ended by ${killed}`);
  if (code !== 0 && NO_ROOM.test(last)) throw Object.assign(new Error(`${path}: ${last}`), { code: 'ENOSPC' });
  if (code !== 0) throw new ProgramFault(last.trim() || said.trim().slice(-MOST_TOLD) || `it ended with ${code}`);
  return { said, warnings };
}
