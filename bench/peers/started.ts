// Starts the peers that are programs of ours: the floor server, and Koop where it is installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithBench } from '../end-with-bench.ts';

const FLOOR_PORT = 18_801;
const KOOP_PORT = 18_803;

/** The floor server. */
export const startFloor = (databaseUrl: string): Promise<Started> =>
  startPeer('floor-server.ts', [databaseUrl, String(FLOOR_PORT)], FLOOR_PORT);

/** Koop, where `BENCH_KOOP` names a folder that it is installed in. */
export async function startKoop(databaseUrl: string): Promise<Started | undefined> {
  const folder = process.env.BENCH_KOOP;
  return folder === undefined ? undefined : startPeer('koop.ts', [databaseUrl, String(KOOP_PORT), folder], KOOP_PORT);
}

/** A server in a process of its own. */
export interface Started {
  url: string;
  pid: number;
  stop(): void;
}

async function startPeer(program: string, args: readonly string[], port: number): Promise<Started> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const letGo = endWithBench(child.pid === undefined ? [] : [child.pid]);
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('listening')) resolve();
    });
  });
  const stop = (): void => {
    letGo();
    child.kill('SIGTERM');
  };
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}
