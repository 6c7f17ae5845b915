// Loads of rows into a layer: who may start one, what its job begins with, how far it is.
import { randomBytes } from 'node:crypto';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { LoadStatus } from '@graticule/contract/services/append';
import { mayDo, type ResourceRow, requireInfoFile } from '../../content/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { JobStatus, JobTask } from '../../platform/queue/job-queue.ts';
import type { LoadResult } from '../../schema/features.ts';
import { administeredLayer, type LayerAddress } from '../admin.ts';
import { editableLayer, type Target } from '../edits/edits.ts';
import { creationValues, ownFeaturesOnly } from '../edits/tracked.ts';
import { dropTable } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { serviceOfItem } from '../services.store.ts';
import { type FoundLayer, findLayer } from '../services.ts';
import { requireOwnTable } from '../views/view-parts.ts';
import type { LoadOptions } from './load-options.rules.ts';
import { loadView } from './load-status.ts';
import * as store from './loads.store.ts';
import type { StagingTask } from './staged-rows.ts';

/** Name of the job that loads the rows. */
export const APPEND_ROWS = 'append-rows';

/**
 * The layer that rows are to go into. Adding needs the right to add, merging that to change as well, replacing that to
 * administer the layer.
 * @throws FORBIDDEN, TOKEN_REQUIRED
 */
export async function loadTarget(portal: Portal, caller: Caller, address: LayerAddress, options: LoadOptions): Promise<Target> {
  if (options.mode === 'replace') return ownTable(await administeredLayer(portal, caller, address));
  const merges = options.mode === 'upsert';
  const target = await editableLayer(portal, caller, address, [
    ...(merges && options.skipInserts ? [] : (['Create'] as const)),
    ...(merges && !options.skipUpdates ? (['Update'] as const) : []),
  ]);
  // Rows that match the features of others would have to be left out one by one.
  const partly = (): boolean => target.layer.onlyOf !== undefined || ownFeaturesOnly(caller, target, 'allowOthersToUpdate') !== null;
  if (merges && (target.layer.isClosed || partly())) throw refuse('load-of-others');
  return ownTable(target);
}

/**
 * Reading a file may take long: whoever lost the right meanwhile changes nothing. Tells whether the caller sees all features of the layer.
 * @throws FORBIDDEN, LAYER_NOT_FOUND
 */
export async function requireStillAllowed(portal: Portal, caller: Caller, task: StagingTask): Promise<{ seesAll: boolean }> {
  const service = await serviceOfItem(portal.db, task.layer.itemId);
  if (service === undefined) throw refuse('layer-of-item-gone');
  const { layer } = await loadTarget(portal, caller, { service: service.name, layer: String(task.layer.id) }, task.options);
  return { seesAll: layer.onlyOf === undefined && !layer.isClosed };
}

function ownTable(target: Target): Target {
  requireOwnTable(target.layer);
  return target;
}

/** Keeps that a job loads rows into a layer; belongs into the transaction that enqueues the job. */
export async function recordLoad(db: Db, jobId: string, target: Target, username: string): Promise<void> {
  await store.insertLoad(db, { job_id: jobId, item_id: target.service.itemId, layer_id: target.layer.id, username });
  await store.forgetOldLoads(db, target.service.itemId, target.layer.id);
}

/** What a job has to do: nothing when the service is gone, nothing more when a run before this one did it. */
export type LoadBeginning = { task: StagingTask; username: string } | { done: LoadResult } | undefined;

/** Removes what a run that was cut short left, and says what is to be gathered. @throws LAYER_NOT_FOUND */
export async function beginLoad(portal: Portal, jobId: string, options: LoadOptions): Promise<LoadBeginning> {
  const load = await store.loadOfJob(portal.db, jobId);
  if (load === undefined) return undefined;
  if (load.result !== null) return { done: load.result };
  await clear(portal, load);
  const service = await serviceOfItem(portal.db, load.item_id);
  const layer = service?.layers.find((one) => one.id === load.layer_id && one.ready);
  if (layer === undefined) throw refuse('layer-of-item-gone');
  const table = `l_${randomBytes(16).toString('hex')}`;
  await store.setLoadTable(portal.db, jobId, table);
  const own = creationValues(layer, { username: load.username }, portal.clock.now());
  return { task: { layer, table, options, own }, username: load.username };
}

async function clear(portal: Portal, load: store.LoadRow): Promise<void> {
  if (load.table_name === null) return;
  await dropTable(portal.db, load.table_name);
  await store.setLoadTable(portal.db, load.job_id, null);
}

/** Removes what a load that was given up has gathered; gives its result instead when the layer had the rows already. */
export async function abandonLoad(portal: Portal, jobId: string): Promise<LoadResult | undefined> {
  const load = await store.loadOfJob(portal.db, jobId);
  if (load === undefined) return undefined;
  if (load.result !== null) return load.result;
  await clear(portal, load);
  return undefined;
}

/** A load of the layer that the caller started, or that somebody started on a layer that the caller administers. */
async function requireLoad(
  portal: Portal,
  caller: Caller,
  address: LayerAddress,
  jobId: string,
): Promise<{ layerName: string; item: FoundLayer['item']; load: store.LoadRow; job: JobStatus }> {
  const { layer, item } = await findLayer(portal, caller, address);
  const load = /^[0-9a-f]{32}$/.test(jobId) ? await store.loadOfJob(portal.db, jobId) : undefined;
  const job = load === undefined ? undefined : await portal.queue.status(jobId);
  const known = load?.item_id === layer.itemId && load.layer_id === layer.id;
  const mayKnow = load !== undefined && knownStarters(caller, item)(load.username);
  if (job === undefined || !known || !mayKnow) throw refuse('job-unknown', { id: jobId.slice(0, 40) });
  return { layerName: layer.name, item, load, job };
}

/** How far a load is. */
export async function loadProgress(portal: Portal, caller: Caller, address: LayerAddress, jobId: string): Promise<LoadStatus> {
  const { layerName, load, job } = await requireLoad(portal, caller, address, jobId);
  return loadView(layerName, load, job);
}

/** Tasks that are looked through for those of one layer. */
const LATEST_TASKS = 100;

/** Of the latest loads of a layer those that were started by whom the caller may know of; `isCut` where there may be older ones. */
export async function layerLoads(
  portal: Portal,
  { itemId, id, name }: HostedLayer,
  isMeant: StartedBy,
  most: number,
): Promise<{ loads: LoadStatus[]; isCut: boolean }> {
  const latest = await store.loadsOfLayer(portal.db, itemId, id, most);
  const facts = { mode: '$.options.mode' };
  const tasks = await portal.queue.tasks({ name: APPEND_ROWS, subject: itemId, limit: Math.max(LATEST_TASKS, most), facts });
  const jobs = new Map(tasks.map((job) => [job.id, job]));
  const loads = latest.flatMap((load) => {
    const job = isMeant(load.username) ? jobs.get(load.job_id) : undefined;
    return job === undefined ? [] : [{ ...loadView(name, load, job), ...modeOf(job) }];
  });
  return { loads, isCut: latest.length === most };
}

function modeOf({ facts }: JobTask<'mode'>): Pick<LoadStatus, 'operation'> {
  const [mode] = facts.mode as LoadOptions['mode'][];
  return mode === undefined ? {} : { operation: mode };
}

/** Whether a person started a job that is asked for. */
export type StartedBy = (username: string | null) => boolean;

/** Whose jobs with a layer the caller may know of and stop: their own, and those of all where they administer the layer. */
export function knownStarters(caller: Caller, item: FoundLayer['item']): StartedBy {
  const all = mayDo(caller, { ...item, group_update: false }, 'update');
  return (username) => all || (username !== null && username === caller.username);
}

/** Where the rows that a load left out stand beside its item, as a file. */
export function refusedRowsPath(jobId: string): string {
  return `refusedRows/${jobId}.csv`;
}

/** The file of the rows that a load left out. @throws FILE_NOT_FOUND */
export async function refusedRowsOf(portal: Portal, caller: Caller, address: LayerAddress, jobId: string): Promise<ResourceRow> {
  const { item } = await requireLoad(portal, caller, address, jobId);
  return requireInfoFile(portal, item, refusedRowsPath(jobId));
}

/** Says how many rows the file of a load tells of; gives the loads of the layer whose files are too old to be kept. */
export async function noteRefusedFile(portal: Portal, jobId: string, refusedInFile: number): Promise<string[]> {
  const load = await store.loadOfJob(portal.db, jobId);
  if (load?.result == null) return [];
  await store.setLoadResult(portal.db, jobId, { ...load.result, refusedInFile });
  return store.forgetRefusedFiles(portal.db, load.item_id, load.layer_id);
}

/** Stops a load that waits or runs. */
export async function stopLoad(portal: Portal, caller: Caller, address: LayerAddress, jobId: string): Promise<void> {
  await requireLoad(portal, caller, address, jobId);
  await portal.queue.cancel(jobId);
}
