// The portal over an open database: sets up what is missing, listens, runs jobs, sweeps, and ends in order.
import { join } from 'node:path';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { enqueueExpiry, ensureReferences } from './content/index.ts';
import { sweepHostedTables } from './features/index.ts';
import { ensurePlaces } from './gazetteer/index.ts';
import { JOB_HANDLERS } from './jobs.ts';
import { ensureOrganisation } from './organisation/index.ts';
import { usedKeys } from './platform/files/stored-files.store.ts';
import type { OpenPortal } from './platform/open-portal.ts';
import { releaseAllLeases } from './platform/queue/jobs.store.ts';
import { createRunner } from './platform/queue/queue.ts';
import { sweepJobs } from './publishing/index.ts';
import { forgetUnusedWords, keepFilling, keepSettled } from './search/index.ts';
import { bootstrapAdmin, newSetupCode } from './setup/index.ts';
import { warmUpTiles } from './tiles/index.ts';

const WEB_DIR = join(import.meta.dirname, '../../web/dist');
/** Received and stored files without a row are removed once they are this old: an upload may still be on its way. */
const ORPHAN_AGE_MS = 3_600_000;
const SWEEP_EVERY_MS = 6 * 3_600_000;
const WARM_UP_AFTER_MS = 1_000;
const SHUTDOWN_MS = 15_000;

/** Serves the portal until the process is told to end; resolves once it is announced. */
export async function serve(config: Config, opened: OpenPortal): Promise<void> {
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
    sweepJobs(portal).catch((error: unknown) => portal.log.warn({ err: error }, 'records of old jobs could not be tidied'));
    forgetUnusedWords(portal.db).catch((error: unknown) => portal.log.warn({ err: error }, 'words of searches could not be tidied'));
    enqueueExpiry(portal).catch((error: unknown) => portal.log.warn({ err: error }, 'the recycle bin could not be looked through'));
  };
  sweep();
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS);
  const stopSettling = keepSettled(portal);
  const stopFilling = keepFilling(portal);
  // Not before the pages that somebody waits for now. The embedded engine has one session for all, which this would keep busy.
  const warming = setTimeout(() => {
    if (portal.database.engine === 'embedded') return;
    warmUpTiles(portal).catch((error: unknown) => portal.log.warn({ err: error }, 'what tiles are made with could not be tried'));
  }, WARM_UP_AFTER_MS);
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
    clearTimeout(warming);
    stopSettling();
    stopFilling();
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
