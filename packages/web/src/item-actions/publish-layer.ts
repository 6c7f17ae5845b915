// Publishing a file as a hosted layer: look at it, publish, wait for the job, read the report.
import type { Item } from '@graticule/contract/content/item';
import { getItemInfo } from '@graticule/contract/content/items';
import {
  type AnalyzeReply,
  analyzeFile,
  type FeatureCollection,
  generateFeatures,
  type PublishedService,
  type PublishReport,
  publishItem,
} from '@graticule/contract/content/publishing';
import type { ItemStatus } from '@graticule/contract/content/user-items';
import { itemType } from '@graticule/contract/item-types/classify';
import { ApiError, LOST } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { newCallKey } from '../api/call-key.ts';
import { pollJob } from '../api/poll-job.ts';
import { patiently } from '../uploads/send-parts.ts';
import { takeBack, UNBROKEN } from '../uploads/take-back.ts';
import { type Reading, readingParameters } from './reading.ts';

type Source = Pick<Item, 'id' | 'owner' | 'type'>;

/** A published layer: its item, and what was kept and left out of each of its layers. */
export interface PublishedLayer {
  itemId: string;
  reports: readonly PublishReport[];
}

/** What the file holds and how the portal proposes to publish it, read as the person said. */
export function analyze(item: Source, reading: Reading = {}): Promise<AnalyzeReply> {
  const analyzeParameters = readingParameters(reading);
  return call(analyzeFile, { itemId: item.id, fileType: itemType(item.type).publishAs ?? '', analyzeParameters });
}

/** The first features of the first layers, in Web Mercator metres. */
export async function previewFeatures(
  item: Source,
  analysis: AnalyzeReply,
  reading: Reading,
  previewCount: number,
): Promise<FeatureCollection> {
  const publishParameters = { ...analysis.publishParameters, ...readingParameters(reading), previewCount };
  const fileType = itemType(item.type).publishAs ?? '';
  return (await call(generateFeatures, { itemId: item.id, fileType, publishParameters }, { quiet: true })).featureCollection;
}

/** Names are cut here: the portal adds to them, and a moment may follow. */
export const LONGEST_NAME = 70;

/** The name in addresses for a title: plain letters, digits and underscores for blanks; empty for a title without any such letter. @source CO-169 */
export function serviceName(title: string): string {
  const name = title.trim().normalize('NFKD').replace(/\s+/g, '_').replace(/\W/g, '').replace(/^_+/, '').slice(0, LONGEST_NAME);
  return /[a-z]/i.test(name) ? name : '';
}

/** Like `serviceName`, with a moment that makes it one of its own: names of services are taken for ever. */
export function ownServiceName(title: string, fallback: string): string {
  return `${serviceName(title) || fallback}_${Date.now().toString(36)}`;
}

/** How a file is to be published. */
interface PublishWishes {
  title: string;
  reading: Reading;
  onStatus: (status: ItemStatus) => void;
  /** True while the portal cannot be reached; the layer is made all the same. */
  onLost?: (isLost: boolean) => void;
  /** Gives up: what was made of the layer goes. */
  signal?: AbortSignal;
}

/**
 * Publishes and waits until the layer is ready.
 * @throws ApiError when the portal refuses or the job fails; the abort once nothing is left of what was given up
 */
export async function publish(
  item: Source,
  analysis: AnalyzeReply,
  { title, reading, onStatus, onLost, signal }: PublishWishes,
): Promise<PublishedLayer> {
  const name = serviceName(title) || ownServiceName(title, 'layer');
  const parameters = analysis.publishParameters;
  const input = {
    username: item.owner,
    itemId: item.id,
    fileType: itemType(item.type).publishAs ?? '',
    publishParameters: {
      ...parameters,
      ...readingParameters(reading),
      name,
      title: title.trim(),
      layerInfo: { ...parameters.layerInfo, name: title.trim() || name },
    },
    idempotencyKey: newCallKey(),
  };
  const waiting = { passing: LOST, signal: UNBROKEN, ...(onLost ? { onWaiting: onLost } : {}) };
  const { services } = await patiently(() => call(publishItem, input), waiting);
  if (services[0] && 'error' in services[0]) signal?.throwIfAborted();
  const service = madeService(services);
  await waitForLayer(item.owner, service.serviceItemId, service.jobId, { onStatus, onLost, signal });
  return { itemId: service.serviceItemId, reports: await readReports(service.serviceItemId) };
}

/**
 * Publishes a package of vector tiles as it is: there is nothing to look at before and nothing to wait for after.
 * @throws ApiError when the portal refuses, or cannot read the package
 */
export async function publishPackage(item: Source, title: string): Promise<PublishedLayer> {
  const input = {
    username: item.owner,
    itemId: item.id,
    fileType: itemType(item.type).publishAs ?? '',
    publishParameters: { name: serviceName(title) || ownServiceName(title, 'tiles'), title: title.trim() },
    idempotencyKey: newCallKey(),
  };
  const { services } = await patiently(() => call(publishItem, input), { passing: LOST, signal: UNBROKEN });
  return { itemId: madeService(services).serviceItemId, reports: [] };
}

/** What became of the one source. @throws ApiError */
function madeService([service]: readonly PublishedService[]): Extract<PublishedService, { jobId: string }> {
  if (!service) throw new ApiError(500, '');
  if ('error' in service) throw new ApiError(service.error.code, service.error.message, undefined, { reasons: service.error.reasons });
  return service;
}

/** Waits for the job. A layer that could not be made, or was given up, leaves no item behind: the file and the reason are what is of use. */
async function waitForLayer(
  username: string,
  id: string,
  jobId: string,
  { onStatus, onLost, signal }: Pick<PublishWishes, 'onStatus' | 'onLost' | 'signal'>,
): Promise<void> {
  let hasFailed = false;
  const onStep = (status: ItemStatus) => {
    hasFailed = status.status === 'failed';
    onStatus(status);
  };
  try {
    await pollJob({ username, itemId: id, jobId, onStatus: onStep, onLost, signal });
  } catch (error) {
    if (signal?.aborted) await takeBack(username, id, onLost ? { onWaiting: onLost } : {});
    else if (hasFailed) await takeBack(username, id).catch(() => undefined);
    throw error;
  }
}

/** The report lies beside the item; without one nothing was left out that is worth saying. */
async function readReports(id: string): Promise<readonly PublishReport[]> {
  try {
    const address = { ...getItemInfo, path: getItemInfo.path.replace('*', 'publishReport.json') };
    return ((await call(address, { id } as never, { quiet: true })) as { layers: PublishReport[] }).layers;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
