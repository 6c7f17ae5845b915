// `npm start`: builds what is stale, prepares the first database, then runs the portal until it is told to end.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endWith, NODE, ROOT, run, start } from './run-program.ts';
import { buildWeb, isBuilt } from './web-build.mjs';

const [pages, database] = await Promise.all([preparePages(), prepareDatabase()]);
if (!pages || !database) process.exit(1);
// Node would keep up to 130 MB for short-lived objects, and let what has lived for a moment become several times what is in use before it looks
// through it; a small part of that is as fast here. So small a part is cleared by one thread with half the work that four of them have, which wait for each
// other most of the time. Each thread would have memory of its own for what is not JavaScript.
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=30', '--no-parallel-scavenge'];
const MALLOC_ARENA_MAX = process.env.MALLOC_ARENA_MAX ?? '2';
// Compiled code of earlier starts is known from the first line on: the compiler, 20 MB of it, is then never loaded.
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/graticule/code');
endWith(start([NODE, ...FLAGS, 'packages/server/src/main.ts'], { env: { NODE_COMPILE_CACHE, MALLOC_ARENA_MAX } }));

async function preparePages() {
  if (await isBuilt()) return true;
  console.log('Building the pages …');
  const { code, output, seconds } = await buildWeb();
  console.log(code === 0 ? `The pages were built in ${seconds.toFixed(1)} s.` : `The pages could not be built:\n${output}`);
  return code === 0;
}

async function prepareDatabase() {
  if (process.env.DATABASE_URL) return true;
  const dataDir = resolve(ROOT, process.env.GRATICULE_DATA_DIR || 'data');
  if (existsSync(join(dataDir, 'database/PG_VERSION'))) return true;
  console.log('Preparing the embedded database …');
  const { code, output, seconds } = await run([NODE, 'tools/prepare-database.mjs']);
  console.log(code === 0 ? `The database was prepared in ${seconds.toFixed(1)} s.` : `The database could not be prepared:\n${output}`);
  return code === 0;
}
