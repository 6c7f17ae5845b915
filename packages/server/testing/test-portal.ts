// A running application on a fresh database, with one agent per person.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { createAccount, issueToken } from '../src/identity/index.ts';
import { JOB_HANDLERS } from '../src/jobs.ts';
import { ensureOrganisation, markSetUp } from '../src/organisation/index.ts';
import type { Portal } from '../src/platform/context.ts';
import { openFileStore } from '../src/platform/files/file-store.ts';
import { findGeodatabaseProgram } from '../src/platform/geodatabase-program.ts';
import { openMailer } from '../src/platform/mail/mailer.ts';
import { createRunner, openQueue } from '../src/platform/queue/queue.ts';
import { Agent } from './agent.ts';
import { testLog } from './log-of-failure.ts';
import { freshDatabase } from './test-database.ts';

/** Built-in roles by the name of the person: `{ ada: 'publisher' }`. */
export interface TestPortalOptions {
  people?: Record<string, 'viewer' | 'data_editor' | 'user' | 'publisher' | 'admin'>;
  config?: Partial<Config>;
  /** False leaves the portal without organisation and people, as on a new install. */
  ready?: boolean;
  /** Folder of built pages; without it there are none. */
  webDir?: string;
  /** Whether it has GDAL write File Geodatabases, where that is installed; asking for it takes a tenth of a second. */
  writesGeodatabases?: boolean;
}

/** What tests use. */
export interface TestPortal {
  app: FastifyInstance;
  portal: Portal;
  orgId: string;
  /** Somebody who is not signed in. */
  stranger: Agent;
  /** The person of that name; made by `people`. */
  as(name: string): Agent;
  /** Runs the jobs that are due. */
  runJobs(): Promise<void>;
  /** Moves the portal's clock. */
  setNow(time: Date): void;
  close(): Promise<void>;
}

/** Every test person has this password. */
export const TEST_PASSWORD = 'correct horse 1';

/** The user name of a test person: names on the wire have at least six characters. */
export function usernameOf(name: string): string {
  return name.length >= 6 ? name : `${name}.test`;
}

/** Starts an application with people. */
export async function testPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'graticule-files-'));
  let now: Date | undefined;
  let wake: () => void = () => undefined;
  const portal: Portal = {
    config: {
      ...readConfig({ GRATICULE_LOG_LEVEL: 'silent', GRATICULE_DATA_DIR: dataDir, GRATICULE_METRICS: 'false' }),
      ...options.config,
    },
    db: database.db,
    database: database.handle,
    files: await openFileStore(join(dataDir, 'files')),
    queue: openQueue(database.db, () => wake()),
    mailer: openMailer(options.config?.mail),
    clock: { now: () => now ?? new Date() },
    geodatabaseProgram: options.writesGeodatabases === true ? await findGeodatabaseProgram('ogr2ogr') : undefined,
    log: testLog(),
  };
  const { app } = await createApp(portal, options.webDir === undefined ? {} : { webDir: options.webDir });
  await app.ready();
  const runner = createRunner(portal, JOB_HANDLERS);
  wake = () => undefined;
  const agents = new Map<string, Agent>();
  let orgId = '';
  if (options.ready !== false) {
    const organisation = await ensureOrganisation(portal);
    await markSetUp(portal, organisation.id);
    orgId = organisation.id;
    for (const [name, role] of Object.entries(options.people ?? {})) {
      const username = usernameOf(name);
      await createAccount(portal.db, {
        username,
        password: TEST_PASSWORD,
        email: `${name}@example.org`,
        fullName: `${name} Test`,
        role,
        orgId,
      });
      const { token } = await issueToken(portal, { username, token_epoch: 0 }, 60);
      agents.set(name, new Agent(app, username, token));
    }
  }
  return {
    app,
    portal,
    orgId,
    stranger: new Agent(app, null, null),
    as: (name) => {
      const agent = agents.get(name);
      if (agent === undefined) throw new Error(`There is no test person ${name}.`);
      return agent;
    },
    runJobs: () => runner.drain(),
    setNow: (time) => {
      now = time;
    },
    close: async () => {
      await runner.stop();
      portal.mailer?.close();
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
