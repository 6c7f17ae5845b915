// Makes a migrated template database once per test run: on PostgreSQL when there is a server, on the embedded engine else.
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { CACHE_DIR } from '../src/platform/cache-dir.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { preparedTemplate } from '../src/platform/db/template.ts';
import { startEmbeddedHost } from './embedded-host.ts';
import { runAsAdmin, startPostgresServer } from './postgres-server.ts';

/** How tests reach a fresh database; handed to the test files by Vitest. */
export type TestDatabase =
  | { engine: 'postgres'; connection: pg.ClientConfig; template: string }
  | { engine: 'embedded'; templateDir: string; host: string };

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabase: TestDatabase;
  }
}

/**
 * `GRATICULE_TEST_ENGINE=embedded` uses the embedded engine.
 * Otherwise `TEST_DATABASE_URL` names a server, or a temporary one is started from an installed PostgreSQL with PostGIS.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.GRATICULE_TEST_ENGINE === 'embedded') {
    const templateDir = await preparedTemplate(CACHE_DIR);
    const host = await startEmbeddedHost(templateDir);
    project.provide('testDatabase', { engine: 'embedded', templateDir, host: host.socket });
    return () => host.stop();
  }
  const server = process.env.TEST_DATABASE_URL === undefined ? await startPostgresServer() : undefined;
  const connection: pg.ClientConfig = server?.connection ?? { connectionString: process.env.TEST_DATABASE_URL };
  const template = `graticule_template_${process.pid}`;
  await runAsAdmin(connection, `create database ${template}`);
  await migrate({ ...connection, database: template });
  project.provide('testDatabase', { engine: 'postgres', connection, template });
  return async () => {
    if (server !== undefined) await server.stop();
    else await runAsAdmin(connection, `drop database if exists ${template}`);
  };
}
