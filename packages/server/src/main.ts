// The web process: the database starts while the code of the portal is loaded, which takes as long.
import { access } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const CACHE_DIR = join(import.meta.dirname, '../../../node_modules/.cache/graticule');
/** Compiled code is kept between starts; the processes started from here find it by this variable. */
process.env.NODE_COMPILE_CACHE ??= join(CACHE_DIR, 'code');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

async function start(): Promise<void> {
  const [{ readConfig }, { openPortal }, { preparedTemplate }] = await Promise.all([
    import('./config/config.ts'),
    import('./platform/open-portal.ts'),
    import('./platform/db/template.ts'),
  ]);
  const config = readConfig(process.env);
  const isNew = config.databaseUrl === undefined && !(await exists(join(config.dataDir, 'database', 'PG_VERSION')));
  const opening = openPortal(config, isNew ? { templateDir: await preparedTemplate(CACHE_DIR) } : {});
  const [opened, { serve }] = await Promise.all([opening, import('./serve.ts')]);
  await serve(config, opened);
  // Written now rather than at the end, which a killed process never reaches.
  flushCompileCache();
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

start().catch((error: unknown) => {
  console.error((error as Error | undefined)?.name === 'ConfigError' ? (error as Error).message : (portTaken(error) ?? error));
  process.exit(1);
});

/** Words for the commonest fault of a start. */
function portTaken(error: unknown): string | undefined {
  const { code, port } = error as { code?: string; port?: number };
  return code === 'EADDRINUSE' ? `Port ${port} is in use by another program. End it, or set GRATICULE_PORT to another port.` : undefined;
}
