// From the start of the process to a page that a person can use.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparedTemplate } from '../../packages/server/src/platform/db/template.ts';
import { type StartedPortal, startPortal } from '../../packages/server/testing/started-portal.ts';
import { record, timed } from '../measure.ts';

/** Cold from nothing, cold from a prepared database, warm; on the embedded engine. */
export async function measureStart(): Promise<void> {
  const cache = await mkdtemp(join(tmpdir(), 'graticule-bench-'));
  const dataDir = join(cache, 'data');
  try {
    const prepared = await timed(() => preparedTemplate(join(cache, 'template')));
    record({ part: 'start', name: 'preparing the first database, once per installation', value: prepared.seconds, unit: 's' });
    const cold = await untilUsable(() => startPortal({ dataDir }));
    record({ part: 'start', name: 'cold start, database prepared', value: cold.seconds, unit: 's' });
    record({ part: 'start', name: 'cold start from nothing', value: prepared.seconds + cold.seconds, unit: 's', limit: 20 });
    await cold.result.stop();
    const warm = await untilUsable(() => startPortal({ dataDir }));
    record({ part: 'start', name: 'warm start', value: warm.seconds, unit: 's', limit: 5 });
    await warm.result.stop();
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}

function untilUsable(start: () => Promise<StartedPortal>): Promise<{ seconds: number; result: StartedPortal }> {
  return timed(async () => {
    const portal = await start();
    for (const path of ['/ready', '/home/index.html', '/sharing/rest/portals/self?f=json']) {
      const response = await fetch(portal.url + path);
      await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    }
    return portal;
  });
}
