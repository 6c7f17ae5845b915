// Has the bundled places loaded into the database by a process of its own, so that the server keeps nothing of them.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fail } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import type { FromPlacesLoader, ToPlacesLoader } from './load-places-messages.ts';
import { arePlacesLoaded, notePlacesLoaded } from './loaded-places.ts';

const JOB = 'load-places';
const HEAP_MB = 128;
/** The database's own code for it: the job waits until it is back instead of using up its attempts. */
const DATABASE_AWAY = '57P03';

/** Enqueues the load when the database has not got this version yet. */
export async function ensurePlaces(portal: Portal): Promise<void> {
  if (await arePlacesLoaded(portal.db)) return;
  const [latest] = await portal.queue.about(JOB, 1);
  if (latest?.state === 'waiting' || latest?.state === 'running') return;
  await portal.queue.enqueue(portal.db, { name: JOB, payload: {}, subject: JOB });
}

/** The job; run again, it starts anew. */
export const loadPlacesJob: JobHandler<Record<string, never>> = {
  name: JOB,
  run: async (portal, _payload, run) => {
    const child = fork(join(import.meta.dirname, 'load-places-process.ts'), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=4'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { connection, engine } = portal.database;
    try {
      const total = await converse(child, { kind: 'load', connection, engine }, (done) => run.progress({ done }));
      await notePlacesLoaded(portal.db);
      return { done: total, total };
    } finally {
      child.kill('SIGKILL');
    }
  },
};

function converse(child: ChildProcess, first: ToPlacesLoader, progress: (rows: number) => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`The process that loads the places ended early (${signal ?? code}).`)));
    child.on('message', (message: FromPlacesLoader) => {
      if (message.kind === 'progress') {
        progress(message.rows).then(() => child.send({ kind: 'goOn' } satisfies ToPlacesLoader), reject);
      } else if (message.kind === 'done') resolve(message.total);
      else reject(message.isDatabaseAway ? fail('UNAVAILABLE', { cause: { code: DATABASE_AWAY } }) : new Error(message.message));
    });
    child.send(first);
  });
}
