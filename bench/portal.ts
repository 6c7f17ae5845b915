// Portals to measure, and calls on them.
import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { startPostgresServer } from '../packages/server/testing/postgres-server.ts';
import { type StartedPortal, startPortal } from '../packages/server/testing/started-portal.ts';
import { endWithBench } from './end-with-bench.ts';

export type Engine = 'embedded' | 'postgres';

/** The account of every measured portal. */
export const ADMIN = { username: 'bench.admin', password: 'Measure twice, cut once 1', email: 'bench@example.org', fullName: 'Bench' };

/** A file of a form, or the bytes of it from one place to another. */
export interface SentFile {
  path: string;
  name: string;
  part?: { from: number; to: number };
}

/** A running portal and its administrator. */
export interface Bench {
  engine: Engine;
  portal: StartedPortal;
  token: string;
  /** Address of the database; undefined on the embedded engine. */
  databaseUrl: string | undefined;
  /** Process id of the private PostgreSQL server. */
  databasePid: number | undefined;
  /** POSTs a form. @throws Error with the portal's words */
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  call(path: string, params?: Record<string, string | number | boolean | object>, file?: SentFile): Promise<any>;
  close(): Promise<void>;
}

/** Starts a portal on a new database. */
export async function openBench(engine: Engine): Promise<Bench> {
  const server = engine === 'postgres' ? await startPostgresServer({ durable: true }) : undefined;
  const databaseUrl = await server?.createDatabase(`bench_${randomBytes(4).toString('hex')}`);
  const env = { GRATICULE_LOG_LEVEL: 'info', GRATICULE_UPLOAD_LIMIT: '3GB' };
  const portal = await startPortal({ admin: ADMIN, env, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  const letGo = endWithBench([portal.pid, ...(server === undefined ? [] : [server.pid])]);
  const bench: Bench = {
    engine,
    portal,
    token: '',
    databaseUrl,
    databasePid: server?.pid,
    call: async (path, params = {}, file) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ f: 'json', ...(bench.token === '' ? {} : { token: bench.token }), ...params }))
        form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      if (file !== undefined) {
        const whole = await openAsBlob(file.path);
        form.append('file', file.part === undefined ? whole : whole.slice(file.part.from, file.part.to), file.name);
      }
      const response = await fetch(`${portal.url}/${path}`, { method: 'POST', body: form });
      const reply = await response.json();
      if (reply.error !== undefined) throw new Error(`${path}: ${JSON.stringify(reply.error)}`);
      return reply;
    },
    close: async () => {
      letGo();
      await portal.stop();
      await server?.stop();
    },
  };
  const { username, password } = ADMIN;
  bench.token = (await bench.call('sharing/rest/generateToken', { username, password, client: 'requestip', expiration: 600 })).token;
  return bench;
}

/** Waits until the portal has loaded its place names, which it does once, after the first start. */
export async function untilPlacesAreLoaded(bench: Bench): Promise<void> {
  const isOver = (): boolean =>
    bench.portal
      .output()
      .split('\n')
      .some((line) => line.includes('"load-places"') && line.includes('job completed'));
  for (let attempt = 0; !isOver(); attempt++) {
    if (attempt > 600) throw new Error('The place names were not loaded within two minutes.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What publishing took, from the finished upload to the finished layer. */
export interface PublishTimes {
  uploadSeconds: number;
  publishSeconds: number;
  itemId: string;
  url: string;
}

/** Uploads a file and publishes it. @throws Error when the job fails */
export async function publishFile(
  bench: Bench,
  file: { path: string; name: string; type: string; fileType: string },
  publishParameters: Record<string, string>,
): Promise<PublishTimes> {
  const content = `sharing/rest/content/users/${ADMIN.username}`;
  const begun = performance.now();
  const { id } = await bench.call(`${content}/addItem`, { title: file.name, type: file.type }, file);
  const uploaded = performance.now();
  const { services } = await bench.call(`${content}/publish`, { itemid: id, filetype: file.fileType, publishParameters });
  const [service] = services;
  if (service.error !== undefined) throw new Error(JSON.stringify(service.error));
  for (;;) {
    const status = await bench.call(`${content}/items/${service.serviceItemId}/status`, { jobId: service.jobId, jobType: 'publish' });
    if (status.status === 'failed') throw new Error(status.statusMessage);
    if (status.status === 'completed') break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    uploadSeconds: (uploaded - begun) / 1000,
    publishSeconds: (performance.now() - uploaded) / 1000,
    itemId: service.serviceItemId,
    url: service.serviceurl,
  };
}
