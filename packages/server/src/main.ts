// The web process: the database starts while the code of the portal is loaded, which takes as long.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { CACHE_DIR } from './platform/cache-dir.ts';
import { exists } from './platform/files/exists.ts';

/** Compiled code is kept between starts; the processes started from here find it by this variable. */
process.env.NODE_COMPILE_CACHE ??= join(CACHE_DIR, 'code');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

/** What the operator is told about when the start fails. */
let places: Config | undefined;

async function start(): Promise<void> {
  const [{ readConfig }, { openPortal }, { preparedTemplate }] = await Promise.all([
    import('./config/config.ts'),
    import('./platform/open-portal.ts'),
    import('./platform/db/template.ts'),
  ]);
  const config = readConfig(process.env);
  places = config;
  const isNew = config.databaseUrl === undefined && !(await exists(join(config.dataDir, 'database', 'PG_VERSION')));
  const opening = openPortal(config, isNew ? { templateDir: await preparedTemplate(CACHE_DIR) } : {});
  const [opened, { serve }] = await Promise.all([opening, import('./serve.ts')]);
  await serve(config, opened);
  // Written now rather than at the end, which a killed process never reaches.
  flushCompileCache();
}

/** Compiles all of this and keeps that: a portal that compiles itself holds the compiler, 15 MB of it, until it ends. */
async function compile(): Promise<void> {
  await Promise.all([
    import('./config/config.ts'),
    import('./platform/db/template.ts'),
    import('./platform/open-portal.ts'),
    import('./serve.ts'),
  ]);
  flushCompileCache();
  process.exit(0);
}

(process.argv.includes('--compile') ? compile() : start()).catch(async (error: unknown) => {
  const { startFault } = await import('./config/start-fault.ts');
  console.error(startFault(error, places) ?? error);
  process.exit(1);
});
