// Runs jobs and looks at, or does something about, each of their reports of how far they are.
import type { Portal } from '../src/platform/context.ts';
import { createRunner, type JobHandler } from '../src/platform/queue/queue.ts';

/** Runs the jobs that wait. `around` is given each report to make, and the id of the job; gives how many there were. */
export async function runWatched(
  portal: Portal,
  // biome-ignore lint/suspicious/noExplicitAny: handlers of any payload
  handler: JobHandler<any>,
  around: (report: () => Promise<void>, at: { count: number; jobId: string }) => Promise<void>,
): Promise<number> {
  let count = 0;
  const watched: typeof handler = {
    ...handler,
    run: (portal, payload, run) =>
      handler.run(portal, payload, {
        ...run,
        progress: (progress) => around(() => run.progress(progress), { count: ++count, jobId: run.id }),
      }),
  };
  const runner = createRunner(portal, [watched]);
  await runner.drain();
  await runner.stop();
  return count;
}
