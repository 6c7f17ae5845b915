// Loads the features of a file into the hosted tables of a service. May run twice: it starts by removing what a run
// that was cut short left behind.
import { rm } from 'node:fs/promises';
import { fail } from '@graticule/contract/errors';
import { sentence } from '@graticule/geo/sentence';
import { updateItemRow } from '../content/index.ts';
import {
  itemFollowsService,
  lastObjectIds,
  layersAdded,
  layersLoadedBy,
  NumbersGiven,
  removeService,
  removeUnfinishedLayers,
  replaceLayers,
  serviceWithAllLayers,
  watchRoom,
} from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import type { JobHandler, JobRun } from '../platform/queue/queue.ts';
import { enqueueFarTiles } from '../tiles/index.ts';
import type { LoadTask } from './load-file.ts';
import type { ReportProgress } from './load-progress.ts';
import { loadWhereFits } from './load-where-fits.ts';
import { forgetFile } from './own-file.ts';
import { PUBLISH_FEATURES, type PublishPayload, requireStillOverwritable } from './publish.ts';
import { keepReports } from './reports.ts';

/** The handler of publish jobs. */
export const publishFeaturesJob: JobHandler<PublishPayload> = {
  name: PUBLISH_FEATURES,
  run: async (portal, payload, run) => {
    const service = await serviceWithAllLayers(portal, payload.itemId);
    if (service === undefined) return undefined; // The item was deleted meanwhile.
    await removeUnfinishedLayers(portal, service);
    // Taken up again after the layers were opened: people may have edited them, so they stay as they are.
    const opened = layersLoadedBy(service, run.id);
    if (opened.length === 0) await loadLayers(portal, payload, run);
    await describeItem(portal, payload);
    await forgetFile(portal, payload);
    return undefined;
  },
  onGivenUp: async (portal, payload, message, job) => {
    const service = await serviceWithAllLayers(portal, payload.itemId);
    if (service !== undefined) {
      const opened = layersLoadedBy(service, job.id);
      if (opened.length > 0) {
        await describeItem(portal, payload);
        await forgetFile(portal, payload);
        return {};
      }
      await removeUnfinishedLayers(portal, service);
      // A service that never worked gives its name back; one that was to be overwritten stays as it was.
      if (!payload.overwrite) await removeService(portal, payload.itemId);
    }
    if (!payload.overwrite) {
      await portal.db
        .transaction()
        .execute((db) => updateItemRow(db, payload.itemId, { status: 'failed', status_message: message, url: null }));
    }
    await forgetFile(portal, payload);
    return undefined;
  },
  essence: ({ itemId, overwrite, askedBy }) => ({ itemId, overwrite, askedBy }),
};

/** Numbers left free for features that people add to a layer while rows are loaded in the place of all of them: none, and more where somebody did. */
const ROOM_FOR_NUMBERS = [0, 10_000, 10_000_000];

/** Loads the file into new layers and opens them; what is told of the job at its end is written before that. */
async function loadLayers(portal: Portal, payload: PublishPayload, run: JobRun): Promise<void> {
  const refusedPath = portal.files.receivingPath();
  try {
    for (const [at, room] of ROOM_FOR_NUMBERS.entries()) {
      const service = payload.overwrite ? await serviceWithAllLayers(portal, payload.itemId) : undefined;
      const given = service === undefined ? [] : await lastObjectIds(portal, service);
      const firstIds = new Map([...given].map(([id, last]) => [id, last + room + 1]));
      const added = service === undefined ? [] : layersAdded(service);
      try {
        return await loadAndOpen(portal, payload, { run, refusedPath, firstIds, added });
      } catch (error) {
        if (!(error instanceof NumbersGiven) || at === ROOM_FOR_NUMBERS.length - 1) throw error;
        const unfinished = await serviceWithAllLayers(portal, payload.itemId);
        if (unfinished !== undefined) await removeUnfinishedLayers(portal, unfinished);
      }
    }
  } finally {
    // The store has taken what is kept.
    await rm(refusedPath, { force: true });
  }
}

async function loadAndOpen(
  portal: Portal,
  payload: PublishPayload,
  { run, refusedPath, ...beside }: { run: JobRun; refusedPath: string } & Required<Pick<LoadTask, 'firstIds' | 'added'>>,
): Promise<void> {
  const task: LoadTask = {
    itemId: payload.itemId,
    path: portal.files.pathOf(payload.fileKey),
    fileName: payload.fileName,
    fileType: payload.fileType,
    parameters: payload.parameters,
    isOverwrite: payload.overwrite,
    ...beside,
    scratchDir: portal.files.receivingPath(),
    refusedPath,
    quotaBytes: portal.config.storageQuotaBytes,
  };
  const look = await watchRoom(portal, { itemId: payload.itemId, replaces: payload.overwrite });
  const progress: ReportProgress = async (done, total, phase) => {
    await look();
    await run.progress({ done, ...(total === null ? {} : { total }), ...(phase === undefined ? {} : { phase }) });
  };
  const loaded = await loadWhereFits(portal, task, progress, run.signal);
  const reports = loaded.map((one) => one.report);
  const done = reports.reduce((sum, report) => sum + report.featuresLoaded, 0);
  const first = reports.flatMap((report) => report.problems)[0];
  // A file that only says which fields there are makes a layer to fill by editing; it never empties one that has features.
  const isForm = first === undefined && !payload.overwrite && loaded.some(({ layer }) => layer.fields.some((field) => field.editable));
  if (done === 0 && !isForm) {
    const file = payload.fileName;
    const why =
      first === undefined ? sentence('no-rows', { file }) : sentence('rows-unusable', { file, row: first.row, reason: first.said });
    throw fail('UNREADABLE_FILE', { reasons: [why] });
  }
  const kept = await keepReports(portal, payload.itemId, reports, { path: refusedPath, isNew: !payload.overwrite });
  await run.progress({
    done,
    total: done,
    report: kept.map(({ problems, unplaced: _, ...counts }) => ({ ...counts, problems: problems.slice(0, 10) })),
  });
  const caller = await requireStillOverwritable(portal, payload);
  const layers = loaded.map((one) => one.layer);
  await replaceLayers(portal, payload.itemId, layers, { jobId: run.id, caller });
}

/** The item follows its layers, and is ready. */
async function describeItem(portal: Portal, payload: PublishPayload): Promise<void> {
  await portal.db.transaction().execute(async (db) => {
    await itemFollowsService(portal, db, payload.itemId);
    await updateItemRow(db, payload.itemId, { status: 'completed', status_message: '' });
    await enqueueFarTiles(portal, db, payload.itemId);
  });
}
