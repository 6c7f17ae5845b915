// A PostgreSQL server of its own on a Unix socket in a temporary folder; its data lives as long as the run.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A started server. */
export interface PostgresServer {
  connection: pg.ClientConfig;
  /** Process id of the postmaster. */
  pid: number;
  /** Makes an empty database; the address that `DATABASE_URL` takes. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Fast and forgetful: fine for tests that never kill the server. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const SETTINGS = ["listen_addresses=''", 'shared_buffers=256MB', 'max_connections=200', 'jit=off'];

/**
 * Starts a server from an installed PostgreSQL with PostGIS.
 * `durable` keeps PostgreSQL's own promises about acknowledged writes, for tests that kill processes; `settings` are lines of its configuration.
 * @throws Error when none is installed or it does not come up
 */
export async function startPostgresServer(options: { durable?: boolean; settings?: readonly string[] } = {}): Promise<PostgresServer> {
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
    ...SETTINGS,
    `unix_socket_directories='${home}'`,
    ...(options.durable === true ? [] : FORGETFUL),
    ...(options.settings ?? []),
  ];
  execFileSync(...as('sh', ['-c', `printf '%s\\n' "$@" >> '${data}/postgresql.conf'`, 'sh', ...settings]));
  const child = spawn(...as(join(bin, 'postgres'), ['-D', data]), { stdio: 'ignore' });
  const connection: pg.ClientConfig = { host: home, user: 'postgres' };
  await reachable(connection);
  return {
    connection,
    pid: child.pid ?? 0,
    createDatabase: async (name) => {
      await runAsAdmin(connection, `create database ${name}`);
      return `postgres://postgres@/${name}?host=${encodeURIComponent(home)}`;
    },
    stop: async () => {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGINT');
      // A server that is told to end while it recovers from a crash may wait for ever.
      const force = setTimeout(() => child.kill('SIGQUIT'), 10_000);
      await gone;
      clearTimeout(force);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Runs one statement in the maintenance database. */
export async function runAsAdmin(connection: pg.ClientConfig, sql: string): Promise<void> {
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

async function reachable(connection: pg.ClientConfig): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await runAsAdmin(connection, 'select 1');
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
