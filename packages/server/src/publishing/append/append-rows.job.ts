// Loads rows of a file into a layer that exists. May run twice: it starts by removing what a run that was cut short left,
// and what was merged once is not merged again.
import { rm, stat, truncate } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { PublishProblem } from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import { sentence } from '@graticule/geo/sentence';
import {
  APPEND_ROWS,
  abandonLoad,
  beginLoad,
  finishLoad,
  noteRefusedFile,
  requireStillAllowed,
  type StagingTask,
  watchRoom,
} from '../../features/index.ts';
import { callerOfAccount } from '../../identity/index.ts';
import type { Portal } from '../../platform/context.ts';
import { fetchableUrl, fetchFile } from '../../platform/files/fetched-file.ts';
import type { JobHandler, JobRun } from '../../platform/queue/queue.ts';
import type { LoadResult } from '../../schema/features.ts';
import type { JobProgress } from '../../schema/platform.ts';
import { enqueueFarTiles } from '../../tiles/index.ts';
import type { LoadedLayer, LoadTask } from '../load-file.ts';
import type { ReportProgress } from '../load-progress.ts';
import { loadWhereFits } from '../load-where-fits.ts';
import { forgetFile } from '../own-file.ts';
import { RefusedRows } from '../refused-rows.ts';
import { dropRefusedOfLoad, keepRefusedOfLoad } from '../reports.ts';
import type { AppendPayload } from './append.ts';

/** Left-out rows that are written in one go. */
const ROWS_AT_ONCE = 2_000;

/** The handler of loads into layers. */
export const appendRowsJob: JobHandler<AppendPayload> = {
  name: APPEND_ROWS,
  run: async (portal, payload, run) => {
    const beginning = await beginLoad(portal, run.id, payload.options);
    if (beginning === undefined) return undefined; // The service was deleted meanwhile.
    if ('done' in beginning) {
      await forgetFile(portal, payload);
      return progressOf(beginning.done);
    }
    const refusedPath = portal.files.receivingPath();
    try {
      return progressOf(await loadRows(portal, payload, { run, refusedPath, ...beginning }));
    } finally {
      // The store has taken what is kept.
      await rm(refusedPath, { force: true });
    }
  },
  onGivenUp: async (portal, payload, _message, run) => {
    const done = await abandonLoad(portal, run.id);
    await forgetFile(portal, payload);
    return done === undefined ? undefined : { progress: progressOf(done) };
  },
  essence: ({ itemId, options: { mode } }) => ({ itemId, options: { mode } }),
};

interface Loading {
  run: JobRun;
  refusedPath: string;
  task: StagingTask;
  username: string;
}

async function loadRows(portal: Portal, payload: AppendPayload, loading: Loading): Promise<LoadResult> {
  const result = await withSource(portal, payload, (path) => loadFrom(portal, payload, { ...loading, path }));
  await enqueueFarTiles(portal, portal.db, payload.itemId);
  await forgetFile(portal, payload);
  return result;
}

async function loadFrom(
  portal: Portal,
  payload: AppendPayload,
  { run, refusedPath, task, username, path }: Loading & { path: string },
): Promise<LoadResult> {
  const { itemId, fileName, fileType, parameters } = payload;
  const source: LoadTask = {
    itemId,
    path,
    fileName,
    fileType,
    parameters,
    scratchDir: portal.files.receivingPath(),
    refusedPath,
    into: task,
  };
  const { layer: stage, report } = await gather(portal, payload, { run, task, username }, source);
  if (report.featuresLoaded === 0) throw noRows(payload.fileName, report.problems[0]);
  const { seesAll } = await requireStillAllowed(portal, await callerOfAccount(portal, username, ''), task);
  let late: readonly PublishProblem[] = [];
  const result = await finishLoad(portal, {
    jobId: run.id,
    username,
    task,
    seesAll,
    stage,
    loaded: report.featuresLoaded,
    refused: report.rowsRefused,
    repaired: report.geometriesRepaired,
    unplaced: report.rowsUnplaced,
    problems: report.problems,
    // How many rows could not be used is told beside them.
    warnings: (report.warnings ?? []).filter(({ code }) => code !== 'rows-left-out'),
    onRefused: (problems) => {
      late = problems;
    },
  });
  const inFile = (report.refusedInFile ?? 0) + (await addLate(portal, source, late, run));
  if (inFile > 0 && (await keepRefusedOfLoad(portal, payload.itemId, run.id, refusedPath))) {
    for (const old of await noteRefusedFile(portal, run.id, inFile)) await dropRefusedOfLoad(portal, payload.itemId, old);
  }
  return result;
}

/** Adds rows to the file of those that were left out, with what they hold: the file is read once more. Gives how many it had room for. */
async function addLate(portal: Portal, source: LoadTask, late: readonly PublishProblem[], run: JobRun): Promise<number> {
  if (late.length === 0) return 0;
  const { refusedPath = '' } = source;
  const written = (await stat(refusedPath).catch(() => undefined))?.size;
  // The rows are in the layer: nothing that happens now undoes it, and nobody waits to hear how far it is.
  const again = { ...source, scratchDir: portal.files.receivingPath(), late };
  const [read] = await loadWhereFits(portal, again, async () => undefined, run.signal).catch(async (error: unknown) => {
    portal.log.warn({ err: error }, 'rows that were left out are told of without what they hold');
    // What was written before it failed is told of only once.
    if (written === undefined) await rm(refusedPath, { force: true });
    else await truncate(refusedPath, written);
    return [];
  });
  return read?.report.refusedInFile ?? addToFile(source, late);
}

/** Adds rows to the file of those that were left out, in portions: others are answered in between. Gives how many it had room for. */
async function addToFile({ refusedPath = '', into }: LoadTask, problems: readonly PublishProblem[]): Promise<number> {
  const refused = new RefusedRows(refusedPath);
  const layer = into?.layer.name ?? '';
  let added = 0;
  for (const [at, problem] of problems.entries()) {
    if (!refused.add(layer, problem)) break;
    added++;
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
  }
  refused.end();
  return added;
}

/** Gives the file to `use`; one that was fetched goes afterwards. */
async function withSource<T>(portal: Portal, { sourceUrl, fileKey }: AppendPayload, use: (path: string) => Promise<T>): Promise<T> {
  if (sourceUrl === undefined) return use(portal.files.pathOf(fileKey));
  // The operator may have changed the list since the call.
  const { path } = await fetchFile(portal, fetchableUrl(portal, 'sourceUrl', sourceUrl));
  try {
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function gather(
  portal: Portal,
  payload: AppendPayload,
  { run, task: { table }, username }: Pick<Loading, 'run' | 'task' | 'username'>,
  task: LoadTask,
): Promise<LoadedLayer> {
  const replaces = payload.options.mode !== 'append';
  const look = await watchRoom(portal, { itemId: payload.itemId, table, replaces, asker: username });
  const progress: ReportProgress = async (done, total, phase) => {
    await look();
    await run.progress({ done, ...(total === null ? {} : { total }), ...(phase === undefined ? {} : { phase }) });
  };
  const [loaded] = await loadWhereFits(portal, task, progress, run.signal);
  if (loaded === undefined) throw fail('UNREADABLE_FILE', { reasons: [sentence('no-rows', { file: payload.fileName })] });
  return loaded;
}

function noRows(file: string, first: PublishProblem | undefined): Error {
  const why = first === undefined ? sentence('no-rows', { file }) : sentence('rows-unusable', { file, row: first.row, reason: first.said });
  return fail('UNREADABLE_FILE', { reasons: [why] });
}

function progressOf(result: LoadResult): JobProgress {
  const { problems, refusedInFile: _, ...counts } = result;
  const done = counts.inserted + counts.updated + counts.skipped + counts.refused;
  return { done, total: done, report: [{ ...counts, problems: problems.slice(0, 10) }] };
}
