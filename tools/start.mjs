// `npm start`: builds what is stale, prepares the first database, then runs the portal until it is told to end.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compilePortal, isCompiled, PORTAL, PORTAL_ENV } from './portal-process.ts';
import { endWith, NODE, ROOT, run, start } from './run-program.ts';
import { buildWeb, isBuilt } from './web-build.mjs';

const [pages, database] = await Promise.all([preparePages(), prepareDatabase()]);
if (!pages || !database) process.exit(1);
endWith(start(PORTAL, { env: PORTAL_ENV }));

async function preparePages() {
  if (await isBuilt()) {
    if (!isCompiled()) await compilePortal();
    return true;
  }
  console.log('Building the pages …');
  // Where the pages are of another version, so is the rest.
  const [{ code, output, seconds }] = await Promise.all([buildWeb(), compilePortal()]);
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
