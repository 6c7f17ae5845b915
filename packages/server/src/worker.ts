// The job process: runs jobs beside one or more web processes that share an external database and a data folder.
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { startFault } from './config/start-fault.ts';
import { JOB_HANDLERS } from './jobs.ts';
import { openPortal } from './platform/open-portal.ts';
import { createRunner } from './platform/queue/queue.ts';

let places: Config | undefined;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  places = config;
  if (config.databaseUrl === undefined)
    throw new ConfigError('A job process needs DATABASE_URL: the embedded database belongs to the web process, which runs its own jobs.');
  const opened = await openPortal(config);
  const runner = createRunner(opened.portal, JOB_HANDLERS);
  runner.start(Math.max(1, config.jobWorkers));
  opened.portal.log.info({ workers: Math.max(1, config.jobWorkers) }, 'running jobs');
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    await runner.stop();
    await opened.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
}

start().catch((error: unknown) => {
  console.error(startFault(error, places) ?? error);
  process.exit(1);
});
