// Ends programs that a bench started also when the bench itself is killed, and can end nothing any more.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/**
 * From now on these processes end with this one, however it ends: a shell waits for the end of a pipe that only this process holds.
 * The call that is given back lets them go again; processes that have ended are to be let go.
 */
export function endWithBench(pids: readonly number[]): () => void {
  // In a group of its own: what ends the group of the bench must not end the shell first.
  const script = 'cat > /dev/null; kill "$@"; sleep 3; kill -9 "$@"';
  const shell = spawn('sh', ['-c', script, 'sh', ...pids.map(String)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return () => shell.kill('SIGKILL');
}

/** Ends processes, whether they are still there or not. MapServer hears SIGTERM only once it is asked for something again. */
export function killQuietly(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already; the others still have to.
    }
  }
}

/** Process ids in a file that a program wrote; none while there is no such file. */
export function pidsIn(path: string): number[] {
  try {
    return [...readFileSync(path, 'utf8').matchAll(/\d+/g)].map(([text]) => Number(text));
  } catch {
    return [];
  }
}
