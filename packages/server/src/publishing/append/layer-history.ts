// What was done with the rows of a layer: loads, publications and overwrites of its service, exports; and stopping what is not done.

import type { PublishReport } from '@graticule/contract/content/publishing';
import { PortalError } from '@graticule/contract/errors';
import type { LoadStatus } from '@graticule/contract/services/append';
import type { Sentence } from '@graticule/geo/sentence';
import { cancelling, findLayer, jobView, knownStarters, layerLoads, stopLoad } from '../../features/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { JobTask } from '../../platform/queue/job-queue.ts';
import { EXPORT_LAYERS, type ExportPayload } from '../export.ts';
import { PUBLISH_FEATURES, type PublishPayload } from '../publish.ts';

/** Jobs of each kind that are told about. */
const MAX_LISTED = 20;

interface LayerAddress {
  service: string;
  layer: string;
}

/** The latest jobs with the rows of a layer, newest first: those that the caller asked for, and those of all for whoever administers it. */
export async function layerHistory(portal: Portal, caller: Caller, address: LayerAddress): Promise<LoadStatus[]> {
  const { layer, item } = await findLayer(portal, caller, address);
  const isMeant = knownStarters(caller, item);
  const loads = await layerLoads(portal, layer, isMeant);
  const published = await portal.queue.tasks({ name: PUBLISH_FEATURES, subject: layer.itemId, limit: MAX_LISTED });
  const exported = await portal.queue.tasks({ name: EXPORT_LAYERS, key: 'sourceItemId', value: layer.itemId, limit: MAX_LISTED });
  const others = [
    ...published.map((job) => publication(layer.name, job)),
    ...exported.filter((job) => layersOf(job).includes(layer.id)).map((job) => exportView(layer.name, job)),
  ];
  return [...loads, ...others.filter(({ startedBy }) => isMeant(startedBy ?? null))].sort((a, b) => b.submissionTime - a.submissionTime);
}

/**
 * Stops a load, or an overwrite, that waits or runs; a service that is published for the first time is given up with its item.
 * @throws INVALID_REQUEST for a job that does not exist, or is not the caller's to know
 */
export async function stopJob(portal: Portal, caller: Caller, address: LayerAddress, jobId: string): Promise<void> {
  try {
    await stopLoad(portal, caller, address, jobId);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'INVALID_REQUEST') throw error;
    const job = (await layerHistory(portal, caller, address)).find((one) => one.jobId === jobId && one.operation === 'overwrite');
    if (job === undefined) throw error;
    await portal.queue.cancel(jobId);
  }
}

function publication(layerName: string, job: JobTask): LoadStatus {
  const { overwrite, askedBy } = job.payload as Partial<PublishPayload>;
  const startedBy = askedBy ?? job.owner;
  const reports = (job.progress.report ?? []) as Omit<PublishReport, 'problems'>[];
  const sum = (name: 'rowsRefused' | 'geometriesRepaired'): number => reports.reduce((all, report) => all + report[name], 0);
  const warnings = reports.flatMap((report) => report.warnings ?? []);
  return {
    ...jobView(layerName, job, sum('rowsRefused')),
    ...(overwrite === undefined ? {} : { operation: overwrite ? ('overwrite' as const) : ('publish' as const) }),
    ...(startedBy === null ? {} : { startedBy }),
    ...(overwrite ? cancelling(job) : {}),
    ...(reports.length === 0 ? {} : { refusedCount: sum('rowsRefused'), repairedCount: sum('geometriesRepaired') }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function layersOf(job: JobTask): number[] {
  return ((job.payload as Partial<ExportPayload>).layers ?? []).map(({ id }) => id);
}

function exportView(layerName: string, job: JobTask): LoadStatus {
  const { format } = job.payload as Partial<ExportPayload>;
  const [report] = (job.progress.report ?? []) as { textsCut: number; warnings?: Sentence[] }[];
  return {
    ...jobView(layerName, job, 0),
    operation: 'export',
    ...(job.owner === null ? {} : { startedBy: job.owner }),
    ...(format === undefined ? {} : { exportFormat: format }),
    ...(report === undefined ? {} : { textsCut: report.textsCut }),
    ...(report?.warnings === undefined || report.warnings.length === 0 ? {} : { warnings: report.warnings }),
  };
}
