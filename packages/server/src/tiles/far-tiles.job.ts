// Finds ahead what the far tiles of a layer show that was just loaded: each reads all of its polygons once, for which nobody should wait.
import { tileRange } from '@graticule/geo/project/tile-grid';
import { type HostedLayer, serviceWithAllLayers, tileTable } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import type { JobHandler, JobRun } from '../platform/queue/queue.ts';
import { FAR_TILES } from './far-tiles.ts';
import { isMerged, keepMergedTile } from './merged-rows.store.ts';

/** Of one layer; five million polygons that lie evenly have about seven hundred that merge. */
const MOST_TILES = 1_000;
/** Then the job makes room for others; nearer tiles, which read less, are found when somebody looks. */
const MOST_MS = 30_000;

/** The job; run again, it finds what is kept already. */
export const farTilesJob: JobHandler<{ itemId: string }> = {
  name: FAR_TILES,
  run: async (portal, { itemId }, run) => {
    const service = await serviceWithAllLayers(portal, itemId);
    let done = 0;
    for (const layer of service?.layers ?? []) done += layer.ready && layer.extent !== null ? await keepFarTiles(portal, layer, run) : 0;
    return { done };
  },
};

/** Goes nearer level by level, until tiles show few enough polygons as they are, or somebody changes the layer. */
async function keepFarTiles(portal: Portal, layer: HostedLayer, run: JobRun): Promise<number> {
  const [xmin = 0, ymin = 0, xmax = 0, ymax = 0] = layer.extent ?? [];
  const until = performance.now() + MOST_MS;
  let done = 0;
  for (let z = 0; ; z++) {
    const source = tileTable(layer, z, []);
    if (!isMerged(source) || source.keptAs === undefined) return done;
    const range = tileRange(z, { xmin, ymin, xmax, ymax });
    for (let y = range.ymin; y <= range.ymax; y++) {
      for (let x = range.xmin; x <= range.xmax; x++) {
        if (run.signal.aborted || done >= MOST_TILES || performance.now() > until) return done;
        await keepMergedTile(portal.database, { ...source, keptAs: source.keptAs }, { z, x, y });
        await run.progress({ done: ++done });
      }
    }
  }
}
