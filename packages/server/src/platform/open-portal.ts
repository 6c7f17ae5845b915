// Makes the context of a process from its configuration: database, files, queue, clock, log.
import { mkdir } from 'node:fs/promises';
import { parse as parseConnectionString } from 'pg-connection-string';
import { pino } from 'pino';
import type { Config } from '../config/config.ts';
import type { Portal } from './context.ts';
import { type DatabaseHandle, openDatabase } from './db/database.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { filesDirOf, openFileStore } from './files/file-store.ts';
import { findGeodatabaseProgram } from './geodatabase-program.ts';
import { LogPortions } from './log-portions.ts';
import { openMailer } from './mail/mailer.ts';
import { openQueue } from './queue/queue.ts';

/** Keys whose values never reach the log, wherever they turn up. */
const REDACTED = ['password', 'newPassword', 'token', 'auth_token', 'setupCode', 'client_secret', 'authorization', 'cookie'];

const STDOUT = 1;
/** How long a line waits at most. */
const LOG_DELAY_MS = 100;

/** A context with what is needed to end it. */
export interface OpenPortal {
  portal: Portal;
  /** Called by the queue after each enqueue; the runner sets it. */
  onEnqueue(listener: () => void): void;
  embedded: EmbeddedDatabase | undefined;
  close(): Promise<void>;
}

/**
 * Starts or reaches the database, migrates it, opens the rest.
 * @throws MigrationError, or what the database says when it cannot be reached
 */
export async function openPortal(config: Config, options: { templateDir?: string } = {}): Promise<OpenPortal> {
  const log = openLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true });
  const program = findGeodatabaseProgram(config.ogr2ogr);
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedDatabase({
          dataDir: config.dataDir,
          log,
          ...(options.templateDir === undefined ? {} : { templateDir: options.templateDir }),
        })
      : undefined;
  const connection = embedded?.connection ?? externalConnection(config.databaseUrl ?? '');
  const added = await migrate(connection);
  if (added.length > 0) log.info({ migrations: added }, 'the database was brought up to date');
  const { handle, db } = openDatabase(connection, embedded === undefined ? 'postgres' : 'embedded', config.databaseConnections);
  let listener: () => void = () => undefined;
  const portal: Portal = {
    config,
    db,
    database: handle,
    files: await openFileStore(filesDirOf(config.dataDir)),
    queue: openQueue(db, () => listener()),
    mailer: openMailer(config.mail),
    clock: { now: () => new Date() },
    geodatabaseProgram: await program,
    log,
  };
  return {
    portal,
    embedded,
    onEnqueue: (fresh) => {
      listener = fresh;
    },
    close: async () => {
      portal.mailer?.close();
      await handle.close();
      await embedded?.stop();
    },
  };
}

/** What is left is written at the end. */
function openLog(level: Config['logLevel']): Portal['log'] {
  const out = new LogPortions(STDOUT);
  setInterval(() => out.flush(), LOG_DELAY_MS).unref();
  process.once('exit', () => out.flushNow());
  const redact = { paths: REDACTED.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' };
  return pino({ level, redact, base: { service: 'graticule' } }, out);
}

function externalConnection(url: string): DatabaseHandle['connection'] {
  const { host, port, user, password, database, ssl } = parseConnectionString(url);
  return {
    ...(host ? { host } : {}),
    ...(port ? { port: Number(port) } : {}),
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(database ? { database } : {}),
    ...(ssl ? { ssl: ssl as DatabaseHandle['connection']['ssl'] } : {}),
  };
}
