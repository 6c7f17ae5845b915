// The web process: reads the configuration, starts everything, listens, and ends in order.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { enqueueExpiry, ensureReferences } from './content/index.ts';
import { sweepHostedTables } from './features/index.ts';
import { ensurePlaces } from './gazetteer/index.ts';
import { JOB_HANDLERS } from './jobs.ts';
import { ensureOrganisation } from './organisation/index.ts';
import { preparedTemplate } from './platform/db/template.ts';
import { usedKeys } from './platform/files/stored-files.store.ts';
import { openPortal } from './platform/open-portal.ts';
import { releaseAllLeases } from './platform/queue/jobs.store.ts';
import { createRunner } from './platform/queue/queue.ts';
import { bootstrapAdmin, newSetupCode } from './setup/index.ts';

const ROOT = join(import.meta.dirname, '../../..');
const WEB_DIR = join(ROOT, 'packages/web/dist');
const CACHE_DIR = join(ROOT, 'node_modules/.cache/graticule');
/** Received and stored files without a row are removed once they are this old: an upload may still be on its way. */
const ORPHAN_AGE_MS = 3_600_000;
const SWEEP_EVERY_MS = 6 * 3_600_000;
const SHUTDOWN_MS = 15_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const isNew = config.databaseUrl === undefined && !(await exists(join(config.dataDir, 'database', 'PG_VERSION')));
  const opened = await openPortal(config, isNew ? { templateDir: await preparedTemplate(CACHE_DIR) } : {});
  const { portal } = opened;
  const runner = createRunner(portal, JOB_HANDLERS);
  opened.onEnqueue(runner.wake);
  await ensureOrganisation(portal);
  await bootstrapAdmin(portal);
  await ensurePlaces(portal);
  await ensureReferences(portal);
  const { app } = await createApp(portal, { webDir: WEB_DIR });
  await app.listen({ port: config.port, host: config.host });

  // With the embedded database this is the only process: jobs of the one before it can go on at once.
  if (config.databaseUrl === undefined) await releaseAllLeases(portal.db);
  runner.start(config.jobWorkers);
  const sweep = (): void => {
    portal.files
      .sweep(ORPHAN_AGE_MS, (keys) => usedKeys(portal.db, keys))
      .then((removed) => {
        if (removed > 0) portal.log.info({ removed }, 'removed files that nothing refers to');
      })
      .catch((error: unknown) => portal.log.warn({ err: error }, 'the sweep of files failed'));
    sweepHostedTables(portal).catch((error: unknown) => portal.log.warn({ err: error }, 'the sweep of hosted tables failed'));
    enqueueExpiry(portal).catch((error: unknown) => portal.log.warn({ err: error }, 'the recycle bin could not be looked through'));
  };
  sweep();
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS);
  await announce(config.publicUrl ?? `http://${displayHost(config.host)}:${(app.server.address() as { port: number }).port}`);

  async function announce(url: string): Promise<void> {
    const code = await newSetupCode(portal);
    console.log(`\n  Graticule is running at ${url}\n`);
    if (code !== undefined) {
      console.log('  There is no administrator yet. Create the first one with this link (it works once):');
      console.log(`  ${url}/home/createadmin.html?code=${code}\n`);
    }
    process.send?.({ ready: true, url, setupCode: code });
  }

  let ending = false;
  const end = async (signal: string): Promise<void> => {
    if (ending) return;
    ending = true;
    portal.log.info({ signal }, 'ending');
    const force = setTimeout(() => process.exit(1), SHUTDOWN_MS);
    clearInterval(sweeping);
    await app.close();
    await runner.stop();
    await opened.close();
    clearTimeout(force);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}

function displayHost(host: string): string {
  return host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

start().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : (portTaken(error) ?? error));
  process.exit(1);
});

/** Words for the commonest fault of a start. */
function portTaken(error: unknown): string | undefined {
  const { code, port } = error as { code?: string; port?: number };
  return code === 'EADDRINUSE' ? `Port ${port} is in use by another program. End it, or set GRATICULE_PORT to another port.` : undefined;
}
