// How the portal's process runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT, run } from './run-program.ts';

/** Flags of the portal's Node; its loaders have others. */
export const PORTAL_FLAGS: readonly string[] = [
  // Node would keep up to 130 MB for short-lived objects, and let what has lived for a moment become several times what is in use before it looks
  // through it; a small part of that is as fast here. So small a part is cleared by one thread with half the work that four of them have, which wait for each
  // other most of the time. Each thread would have memory of its own for what is not JavaScript. It has this size from the start: Node would begin with a megabyte,
  // let it grow with what lives, of which requests leave nothing, and clear it every thirty requests, where a hundred and fifty have room.
  '--max-semi-space-size=8',
  '--min-semi-space-size=8',
  '--heap-growing-percent=30',
  '--no-parallel-scavenge',
  // Node guesses from the first moments which objects will last, and puts them where only the large collections look, from then on. Of requests it guesses wrong in
  // about half of the starts: all that hangs on one lasts then, and each request costs a third to twice as much, until the portal ends.
  '--no-allocation-site-pretenuring',
];
const MALLOC_ARENA_MAX = process.env.MALLOC_ARENA_MAX ?? '2';
// Compiled code of earlier starts is known from the first line on: the compiler, 20 MB of it, is then never loaded.
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/graticule/code');

/** What is run, and with which variables. */
export const PORTAL: readonly string[] = [NODE, ...PORTAL_FLAGS, 'packages/server/src/main.ts'];
export const PORTAL_ENV = { NODE_COMPILE_CACHE, MALLOC_ARENA_MAX };

/** Compiles the portal's code ahead of its start. What fails here fails at the start too, which says why. */
export async function compilePortal(): Promise<void> {
  await run([...PORTAL, '--compile'], { env: PORTAL_ENV });
}

/** Whether the portal was compiled here before. */
export function isCompiled(): boolean {
  return existsSync(NODE_COMPILE_CACHE);
}
