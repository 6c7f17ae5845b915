// Reads what items name that were written before this was kept.
import type { Portal } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { unreadItems } from './references.store.ts';
import { readOldReferences } from './references.ts';

const JOB = 'read-references';

/** Enqueues the job while there is something to read; called at the start. */
export async function ensureReferences(portal: Portal): Promise<void> {
  if ((await unreadItems(portal.db, 1)).length === 0) return;
  const [latest] = await portal.queue.about(JOB, 1);
  if (latest?.state === 'waiting' || latest?.state === 'running') return;
  await portal.queue.enqueue(portal.db, { name: JOB, payload: {}, subject: JOB });
}

/** The job; run again, it goes on with what is left. */
export const readReferencesJob: JobHandler<Record<string, never>> = {
  name: JOB,
  run: async (portal, _payload, run) => ({ done: await readOldReferences(portal, (done) => run.progress({ done })) }),
};
