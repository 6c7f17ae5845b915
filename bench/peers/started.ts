// Starts the peers that are programs of ours: the floor server, and Koop where it is installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { endWithBench } from '../end-with-bench.ts';

/** A port that nobody uses, so that two benches at once do not meet. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The floor server. */
export async function startFloor(databaseUrl: string): Promise<Started> {
  const port = await freePort();
  return startPeer('floor-server.ts', [databaseUrl, String(port)], port);
}

/** Koop, where `BENCH_KOOP` names a folder that it is installed in. */
export async function startKoop(databaseUrl: string): Promise<Started | undefined> {
  const folder = process.env.BENCH_KOOP;
  if (folder === undefined) return undefined;
  const port = await freePort();
  return startPeer('koop.ts', [databaseUrl, String(port), folder], port);
}

/** A server in a process of its own. */
export interface Started {
  url: string;
  pid: number;
  stop(): void;
}

async function startPeer(program: string, args: readonly string[], port: number): Promise<Started> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Koop's packages warn of themselves at each request.
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const letGo = endWithBench(child.pid === undefined ? [] : [child.pid]);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('listening')) resolve();
    });
    child.once('exit', (code, signal) => reject(new Error(`${program} ended before it listened (${signal ?? code}).`)));
  });
  const stop = (): void => {
    child.kill('SIGTERM');
    letGo();
  };
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}
