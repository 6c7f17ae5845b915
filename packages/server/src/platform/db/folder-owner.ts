// One process at a time on a database folder: two would destroy it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** How long the database of a killed portal may take to notice and end. */
const PATIENCE_MS = 20_000;
const COMMAND = 'embedded-child';

/**
 * Waits until nobody else uses the folder, then marks it as ours until `release`.
 * @throws Error naming the process that keeps using it
 */
export async function ownFolder(databaseDir: string, patienceMs = PATIENCE_MS): Promise<{ release(): void }> {
  const path = `${databaseDir}.pid`;
  const deadline = Date.now() + patienceMs;
  for (let owner = ownerOf(path); owner !== undefined; owner = ownerOf(path)) {
    if (Date.now() > deadline) throw new Error(`Another portal (process ${owner}) uses the data folder ${databaseDir}. End it first.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  writeFileSync(path, String(process.pid));
  return { release: () => rmSync(path, { force: true }) };
}

function ownerOf(path: string): number | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isDatabase(pid) ? pid : undefined;
}

/** After a restart of the machine the number may belong to any other program. */
function isDatabase(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const [state = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').slice(-1);
    return !state.startsWith('Z') && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(COMMAND);
  } catch {
    // No /proc on this system, or the process has just ended: the next look tells.
    return process.platform !== 'linux';
  }
}
