// Steps on a layer: what one takes, what it says, and how long somebody else waits meanwhile.
import { record, timed, watchMemory } from '../measure.ts';
import { ADMIN, type Bench } from '../portal.ts';

export const CONTENT = `sharing/rest/content/users/${ADMIN.username}`;

/** The address through which a layer or service is administered. */
export const adminOf = (path: string): string => path.replace('rest/services', 'rest/admin/services');

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a job of a service. @throws Error when it fails */
export async function untilDone(bench: Bench, reply: { statusURL?: string; statusUrl?: string }): Promise<unknown> {
  for (;;) {
    const status = await bench.call(new URL((reply.statusURL ?? reply.statusUrl) as string).pathname.slice(1));
    if (/fail/i.test(status.status)) throw new Error(JSON.stringify(status));
    if (/^complete/i.test(status.status)) return status;
    await pause(500);
  }
}

/** Waits for a job of an item. @throws Error when it fails */
export async function untilKept(bench: Bench, itemId: string, job: { jobId: string; jobType: string }): Promise<unknown> {
  for (;;) {
    const status = await bench.call(`${CONTENT}/items/${itemId}/status`, job);
    if (status.status === 'failed') throw new Error(status.statusMessage);
    if (status.status === 'completed') return status;
    await pause(500);
  }
}

/** Exports a layer to an item. @throws Error when that fails */
export async function exported(bench: Bench, itemId: string, exportFormat: string): Promise<unknown> {
  const made = await bench.call(`${CONTENT}/export`, { itemId, exportFormat, title: `out ${exportFormat} ${Date.now()}` });
  return untilKept(bench, made.exportItemId, { jobId: made.jobId, jobType: 'export' });
}

/** Runs a step, and meanwhile asks for the number of features as a visitor would. */
export async function watched(
  { part, bench, layer }: { part: string; bench: Bench; layer: string },
  name: string,
  step: () => Promise<unknown>,
): Promise<void> {
  let isOver = false;
  let slowest = 0;
  let refused = 0;
  const visits = (async () => {
    while (!isOver) {
      const { seconds, result } = await timed(() =>
        fetch(`${bench.portal.url}/${layer}/query?where=kind%3D'well'+and+id<1000&returnCountOnly=true&f=json&token=${bench.token}`).then(
          (reply) => reply.json(),
        ),
      );
      slowest = Math.max(slowest, seconds);
      if (typeof result.count !== 'number') refused++;
      await pause(200);
    }
  })();
  const memory = watchMemory(bench.portal.pid);
  const { seconds, result } = await timed(() => step().catch((error: Error) => error));
  isOver = true;
  await visits;
  const peak = memory.stop();
  const on = bench.engine;
  record({ part, name, value: seconds, unit: 's', on });
  console.log(
    `      server ${peak.server.toFixed(0)} MB, database ${peak.database.toFixed(0)}, loader ${peak.loader.toFixed(0)}; slowest visit ${slowest.toFixed(1)} s, refused ${refused}`,
  );
  const said = result instanceof Error ? `FAILED ${result.message}` : JSON.stringify(result);
  console.log(`      ${said.slice(0, 300)}`);
}
