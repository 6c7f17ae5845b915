// What was done with the rows of a layer: loads, publications and overwrites of its service, exports; and stopping what is not done.

import type { PublishReport } from '@graticule/contract/content/publishing';
import { PortalError } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { LoadList, LoadStatus } from '@graticule/contract/services/append';
import type { Sentence } from '@graticule/geo/sentence';
import { type ResourceRow, requireInfoFile } from '../../content/index.ts';
import { cancelling, findLayer, jobView, knownStarters, layerLoads, refusedRowsOf, stopLoad } from '../../features/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { JobTask } from '../../platform/queue/job-queue.ts';
import { EXPORT_LAYERS } from '../export.ts';
import { PUBLISH_FEATURES } from '../publish.ts';
import { REFUSED_ROWS } from '../reports.ts';

/** Jobs of each kind that are told about when nothing is asked for, and at most. */
const LISTED = 20;
const MOST_LISTED = 1_000;
/** What is told of what jobs were to do. */
const OF_PUBLICATIONS = { overwrite: '$.overwrite', askedBy: '$.askedBy' };
const OF_EXPORTS = { format: '$.format', layers: '$.layers[*].id' };

interface LayerAddress {
  service: string;
  layer: string;
}

/**
 * The latest jobs with the rows of a layer, newest first: those that the caller asked for, and those of all for whoever administers it.
 * @param most of each kind
 */
export async function layerHistory(portal: Portal, caller: Caller, address: LayerAddress, most = LISTED): Promise<LoadList> {
  const limit = Math.min(Math.max(1, most), MOST_LISTED);
  const { layer, item } = await findLayer(portal, caller, address);
  const isMeant = knownStarters(caller, item);
  const { loads, isCut } = await layerLoads(portal, layer, isMeant, limit);
  const published = await portal.queue.tasks({ name: PUBLISH_FEATURES, subject: layer.itemId, limit, facts: OF_PUBLICATIONS });
  const about = { key: 'sourceItemId', value: layer.itemId } as const;
  const exported = await portal.queue.tasks({ name: EXPORT_LAYERS, ...about, limit, facts: OF_EXPORTS });
  // The file beside the item is of the latest that came so far.
  const withFile = published.find(({ progress }) => ((progress.report ?? []) as unknown[]).length > 0);
  const others = [
    ...published.map((job) => publication(layer.name, job, job.id === withFile?.id)),
    ...exported.filter((job) => job.facts.layers.includes(layer.id)).map((job) => exportView(layer.name, job)),
  ];
  const jobs = [...loads, ...others.filter(({ startedBy }) => isMeant(startedBy ?? null))];
  return {
    jobs: jobs.sort((a, b) => b.submissionTime - a.submissionTime),
    more: isCut || published.length === limit || exported.length === limit,
  };
}

/** The file of the rows that a load, or the latest publication of the service, left out. @throws INVALID_REQUEST, FILE_NOT_FOUND */
export async function refusedRowsOfJob(portal: Portal, caller: Caller, address: LayerAddress, jobId: string): Promise<ResourceRow> {
  try {
    return await refusedRowsOf(portal, caller, address, jobId);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'INVALID_REQUEST') throw error;
    const { jobs } = await layerHistory(portal, caller, address, MOST_LISTED);
    const job = jobs.find((one) => one.jobId === jobId && isPublication(one));
    if (job === undefined) throw error;
    if (job.refusedInFile === undefined) throw refuse('refused-rows-none');
    const { item } = await findLayer(portal, caller, address);
    return requireInfoFile(portal, item, REFUSED_ROWS);
  }
}

const isPublication = ({ operation }: LoadStatus): boolean => operation === 'publish' || operation === 'overwrite';

/**
 * Stops a load, or an overwrite, that waits or runs; a service that is published for the first time is given up with its item.
 * @throws INVALID_REQUEST for a job that does not exist, or is not the caller's to know
 */
export async function stopJob(portal: Portal, caller: Caller, address: LayerAddress, jobId: string): Promise<void> {
  try {
    await stopLoad(portal, caller, address, jobId);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'INVALID_REQUEST') throw error;
    const { jobs } = await layerHistory(portal, caller, address, MOST_LISTED);
    const job = jobs.find((one) => one.jobId === jobId && one.operation === 'overwrite');
    if (job === undefined) throw error;
    await portal.queue.cancel(jobId);
  }
}

function publication(layerName: string, job: JobTask<keyof typeof OF_PUBLICATIONS>, hasFile: boolean): LoadStatus {
  const [overwrite] = job.facts.overwrite as boolean[];
  const [askedBy] = job.facts.askedBy as (string | null)[];
  const startedBy = askedBy ?? job.owner;
  const reports = (job.progress.report ?? []) as Omit<PublishReport, 'problems'>[];
  const sum = (name: 'rowsRefused' | 'geometriesRepaired' | 'refusedInFile' | 'rowsUnplaced'): number =>
    reports.reduce((all, report) => all + (report[name] ?? 0), 0);
  const warnings = reports.flatMap((report) => report.warnings ?? []);
  return {
    ...jobView(layerName, job, sum('rowsRefused')),
    ...(overwrite === undefined ? {} : { operation: overwrite ? ('overwrite' as const) : ('publish' as const) }),
    ...(startedBy === null ? {} : { startedBy }),
    ...(overwrite ? cancelling(job) : {}),
    ...(reports.length === 0 ? {} : { refusedCount: sum('rowsRefused'), repairedCount: sum('geometriesRepaired') }),
    ...(sum('rowsUnplaced') > 0 ? { unplacedCount: sum('rowsUnplaced') } : {}),
    ...(hasFile && sum('refusedInFile') > 0 ? { refusedInFile: sum('refusedInFile') } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function exportView(layerName: string, job: JobTask<keyof typeof OF_EXPORTS>): LoadStatus {
  const [format] = job.facts.format as string[];
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
