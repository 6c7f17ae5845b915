// Empties the recycle bin of what has lain in it long enough.
import type { Portal } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { expireItems } from './recycle-bin.ts';

const JOB = 'expire-items';

/** Enqueues the job unless it waits or runs; called now and then. */
export async function enqueueExpiry(portal: Portal): Promise<void> {
  const [latest] = await portal.queue.about(JOB, 1);
  if (latest?.state === 'waiting' || latest?.state === 'running') return;
  await portal.queue.enqueue(portal.db, { name: JOB, payload: {}, subject: JOB });
}

/** The job; run again, it goes on with what is left. */
export const expireItemsJob: JobHandler<Record<string, never>> = {
  name: JOB,
  run: async (portal, _payload, run) => ({ done: await expireItems(portal, (done) => run.progress({ done })) }),
};
