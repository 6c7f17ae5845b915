// Makes a migrated template database once per test run: on PostgreSQL when there is a server, on the embedded engine else.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/db/migrate.ts';
import { preparedTemplate } from '../src/platform/db/template.ts';

/** How tests reach a fresh database; handed to the test files by Vitest. */
export type TestDatabase =
  | { engine: 'postgres'; connection: pg.ClientConfig; template: string }
  | { engine: 'embedded'; templateDir: string };

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabase: TestDatabase;
  }
}

const CACHE_DIR = join(import.meta.dirname, '../../../node_modules/.cache/graticule');

/**
 * `GRATICULE_TEST_ENGINE=embedded` uses the embedded engine.
 * Otherwise `TEST_DATABASE_URL` names a server, or a temporary one is started from an installed PostgreSQL with PostGIS.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.GRATICULE_TEST_ENGINE === 'embedded') {
    project.provide('testDatabase', { engine: 'embedded', templateDir: await preparedTemplate(CACHE_DIR) });
    return async () => undefined;
  }
  const server = process.env.TEST_DATABASE_URL === undefined ? await startServer() : undefined;
  const connection: pg.ClientConfig = server?.connection ?? { connectionString: process.env.TEST_DATABASE_URL };
  const template = `graticule_template_${process.pid}`;
  await admin(connection, `create database ${template}`);
  await migrate({ ...connection, database: template });
  project.provide('testDatabase', { engine: 'postgres', connection, template });
  return async () => {
    if (server !== undefined) await server.stop();
    else await admin(connection, `drop database if exists ${template}`);
  };
}

async function admin(connection: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client({ database: 'postgres', ...connection });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function serverBinaries(): string {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (found === undefined)
    throw new Error(
      'No PostgreSQL server is installed. Install postgresql and postgis, set TEST_DATABASE_URL, or set GRATICULE_TEST_ENGINE=embedded.',
    );
  return found;
}

/** A server of its own on a Unix socket in a temporary folder, without fsync: its data lives as long as the tests. */
async function startServer(): Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }> {
  const bin = serverBinaries();
  const home = mkdtempSync(join(tmpdir(), 'graticule-pg-'));
  const data = join(home, 'data');
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root; the package's own user exists wherever the package is installed.
  const as = (command: string, args: string[]): [string, string[]] =>
    isRoot ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]] : [command, args];
  if (isRoot) execFileSync('chown', ['postgres:postgres', home]);
  execFileSync(...as(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']), {
    stdio: 'ignore',
  });
  const settings = [
    "listen_addresses=''",
    `unix_socket_directories='${home}'`,
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'shared_buffers=256MB',
    'max_connections=200',
    'jit=off',
  ];
  execFileSync(...as('sh', ['-c', `printf '%s\\n' "$@" >> '${data}/postgresql.conf'`, 'sh', ...settings]));
  const child = spawn(...as(join(bin, 'postgres'), ['-D', data]), { stdio: 'ignore' });
  const connection: pg.ClientConfig = { host: home, user: 'postgres' };
  await reachable(connection);
  return {
    connection,
    stop: async () => {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGINT');
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function reachable(connection: pg.ClientConfig): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await admin(connection, 'select 1');
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
