// One process at a time on a database folder: two would destroy it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** How long a database that has lost its portal may take to end by itself; a statement that occupies it can keep it from noticing. */
const ORPHAN_PATIENCE_MS = 10_000;
/** How long another portal's database is waited for before the start is refused. */
const PATIENCE_MS = 20_000;
/** Two newcomers may both take over what a killed one left: the later one wins, and the other has to see that. */
const TAKEOVER_MS = 100;
const COMMAND = 'embedded-child';

interface Owner {
  pid: number;
  /** The portal that started it; unknown in files of older releases. */
  portal: number | undefined;
}

/** How long to wait, in milliseconds. */
export interface Patience {
  others: number;
  orphans: number;
}

/**
 * Waits until nobody else uses the folder, then marks it as ours until `release`.
 * A database without a portal, which nobody can reach any more, is ended when it does not end by itself: commits are safe from that.
 * @throws Error naming the process that keeps using it
 */
export async function ownFolder(
  databaseDir: string,
  patience: Patience = { others: PATIENCE_MS, orphans: ORPHAN_PATIENCE_MS },
): Promise<{ release(): void }> {
  const path = `${databaseDir}.pid`;
  const ours = `${process.pid} ${process.ppid}`;
  const started = performance.now();
  for (;;) {
    const left = readOwner(path);
    if (left !== undefined && isDatabase(left.pid)) {
      const waited = performance.now() - started;
      if (waited > patience.orphans && isOrphan(left, databaseDir)) endProcess(left.pid);
      else if (waited > patience.others) {
        throw new Error(`Another portal (process ${left.pid}) uses the data folder ${databaseDir}. End it first.`);
      }
      await pause(50);
    } else if (await takeOver(path, ours, left !== undefined)) {
      return {
        release: () => {
          if (content(path) === ours) rmSync(path, { force: true });
        },
      };
    }
  }
}

/** Marks the folder; false when somebody else did at the same moment. */
async function takeOver(path: string, ours: string, left: boolean): Promise<boolean> {
  if (left) rmSync(path, { force: true });
  try {
    writeFileSync(path, ours, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  if (left) await pause(TAKEOVER_MS);
  return content(path) === ours;
}

function content(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What the file says; a file without a number (written half) names nobody. */
function readOwner(path: string): Owner | undefined {
  const text = content(path);
  if (text === undefined) return undefined;
  const [pid, portal] = text.split(' ').map(Number);
  return { pid: pid ?? 0, portal };
}

/** After a restart of the machine the number may belong to any other program. */
function isDatabase(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return processState(pid).state !== 'Z' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(COMMAND);
  } catch {
    // No /proc on this system, or the process has just ended: the next look tells.
    return process.platform !== 'linux';
  }
}

/**
 * Whether it surely is the database of this folder and the portal that started it has ended: the system then gives it another parent.
 * Where that cannot be seen nothing is ended: after a restart the number may belong to anything, also to the database of another folder.
 */
function isOrphan(owner: Owner, databaseDir: string): boolean {
  if (owner.portal === undefined) return false;
  try {
    const command = readFileSync(`/proc/${owner.pid}/cmdline`, 'utf8').split('\0');
    return command.includes(databaseDir) && processState(owner.pid).parent !== owner.portal;
  } catch {
    return false;
  }
}

/** @throws Error where there is no /proc, or no such process */
function processState(pid: number): { state: string; parent: number } {
  const [fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').slice(-1);
  const [state = '', parent = ''] = fields.split(' ');
  return { state, parent: Number(parent) };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile, or is another user's: the next look tells.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
