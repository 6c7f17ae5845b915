// A fresh, migrated database for one test file.
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openDatabase } from '../src/platform/db/database.ts';
import { EMBEDDED_LOGIN, type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/db/embedded.ts';
import { openHostedDatabase } from './embedded-host.ts';
import type { TestDatabase } from './global-setup.ts';

/** A database of its own, and how to end it. */
export type FreshDatabase = ReturnType<typeof openDatabase> & { close(): Promise<void> };

const open = new Set<FreshDatabase>();

/** Clones the template; the clone goes away with `close`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const database = await newDatabase();
  const close = database.close;
  database.close = async () => {
    open.delete(database);
    await close();
  };
  open.add(database);
  return database;
}

/**
 * Closes what a test file has left open: threads that serve many files would gather it.
 * @throws Error when there was something
 */
export async function closeForgottenDatabases(): Promise<void> {
  const forgotten = [...open];
  await Promise.all(forgotten.map((database) => database.close()));
  if (forgotten.length > 0) throw new Error(`This file leaves ${forgotten.length} databases open: close them, also when a test fails.`);
}

async function newDatabase(): Promise<FreshDatabase> {
  const provided = inject('testDatabase');
  if (provided.engine === 'embedded') return hostedDatabase(provided);
  const name = `graticule_test_${randomBytes(6).toString('hex')}`;
  await clone(provided.connection, name, provided.template);
  const opened = openDatabase({ ...provided.connection, database: name }, 'postgres', 8);
  return {
    ...opened,
    close: async () => {
      await opened.handle.close();
      const client = new pg.Client({ database: 'postgres', ...provided.connection });
      await client.connect();
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}

type Embedded = Extract<TestDatabase, { engine: 'embedded' }>;

/** What is waited for at most until an embedded database is there, which takes a second, and some on a busy machine. */
const LONGEST_OPENING_MS = 25_000;

/** One of some ten thousand did not come for more than a minute, for a reason not known: it is told where it stood, and another one is made. */
async function hostedDatabase(provided: Embedded): Promise<FreshDatabase> {
  const steps: string[] = [];
  const first = newHostedDatabase(provided, (step) => steps.push(step));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LONGEST_OPENING_MS);
  });
  const database = await Promise.race([first, late]).finally(() => clearTimeout(timer));
  if (database !== undefined) return database;
  console.error(`An embedded database was not there after ${LONGEST_OPENING_MS / 1000} s (${steps.join(', ')}); another one is made.`);
  first.then((one) => one.close()).catch((error: unknown) => console.error(error));
  return newHostedDatabase(provided, () => undefined);
}

/** @param began is told each step before it */
async function newHostedDatabase(provided: Embedded, began: (step: string) => void): Promise<FreshDatabase> {
  began('folders');
  const home = await mkdtemp(join(await quickFolder(), 'graticule-test-'));
  const socketDir = await mkdtemp(join(tmpdir(), 'graticule-'));
  const folders = { dataDir: join(home, 'database'), socketDir };
  began('copy of the template');
  await cp(provided.templateDir, folders.dataDir, { recursive: true });
  const end = await openHostedDatabase(provided.host, folders, began);
  const opened = openDatabase({ ...EMBEDDED_LOGIN, host: socketDir }, 'embedded', 8);
  return {
    ...opened,
    close: async () => {
      await opened.handle.close();
      await end();
      await Promise.all([home, socketDir].map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

const ENOUGH_BYTES = 2 * 1024 ** 3;

/** A folder in memory where the system has a roomy one: what ends with the test need not reach a disk. */
async function quickFolder(): Promise<string> {
  const memory = '/dev/shm';
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room > ENOUGH_BYTES ? memory : tmpdir();
}

async function clone(connection: pg.ClientConfig, name: string, template: string): Promise<void> {
  const client = new pg.Client({ database: 'postgres', ...connection });
  await client.connect();
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        await client.query(`create database ${name} template ${template}`);
        return;
      } catch (error) {
        // Two files that clone at once get in each other's way for a moment.
        if (attempt > 50) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } finally {
    await client.end();
  }
}

/** The embedded database of a data folder, without the portal around it. */
export function openEmbeddedFolder(dataDir: string): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }) });
}
