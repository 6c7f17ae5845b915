// Loads the rows of a file into a layer: they are added, merged by a key, or take the place of all rows.
import {
  type AppendAnalysis,
  analyzeAppend,
  appendFeatures,
  cancelLoad,
  type LoadStatus,
  loadStatus,
  replaceFeatures,
} from '@graticule/contract/services/append';
import { ApiError, LOST, toApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { checkJob } from '../api/poll-job.ts';
import { patiently } from '../uploads/send-parts.ts';
import { UNBROKEN } from '../uploads/take-back.ts';
import type { pairParameters } from './column-pairs.ts';
import { type Reading, readingParameters } from './reading.ts';

export type LoadMode = 'append' | 'upsert' | 'replace';

/** A file that was sent to the service of a layer, and how it is to be read. */
export interface SentRows {
  service: string;
  layer: string;
  upload: string;
  reading: Reading;
}

/** What is to be loaded, and how. */
export interface LoadWishes extends SentRows {
  mode: LoadMode;
  /** The field that says which rows are the same; a replacement without one keeps no ids. */
  key?: string;
  /** What goes where, where the portal is not to pair by name; see `pairParameters`. */
  pairing?: ReturnType<typeof pairParameters>;
  /** Made up for this load: asked again with the same, the portal tells of the load that it began with it. */
  callKey: string;
  /** It was asked for before, and its end was not heard. */
  isAgain: boolean;
  /** The portal cannot be reached; the load goes on all the same. */
  onLost: (isLost: boolean) => void;
  onStatus: (status: LoadStatus) => void;
  signal: AbortSignal;
}

/** What became of a load cannot be heard: it may go on, or be done. */
export class UnheardLoad extends ApiError {
  constructor(thrown: unknown) {
    const { status, message, messageCode, details, reasons } = toApiError(thrown);
    super(status, message, messageCode, { details, reasons });
  }
}

/** What the file holds, and which of its columns fit the layer. @throws ApiError for a file that cannot be read */
export function analyzeRows(rows: SentRows): Promise<AppendAnalysis> {
  return call(analyzeAppend, sourceOf(rows));
}

function sourceOf({ service, layer, upload, reading }: SentRows) {
  return { service, layer, appendUploadId: upload, appendSourceInfo: readingParameters(reading) };
}

/**
 * Starts the load and waits for its end. One that is given up ends when the portal has stopped it; a load that was done before that is told as done.
 * @throws ApiError when the portal refuses or the load fails, `UnheardLoad` when it is not known what became of it; the abort when it was given
 * up and the layer is as it was
 */
export async function loadRows(wishes: LoadWishes): Promise<LoadStatus> {
  const { mode, key, pairing, callKey, isAgain, onLost, signal } = wishes;
  const source = { ...sourceOf(wishes), ...pairing, async: true, idempotencyKey: callKey };
  const merging = mode === 'upsert' ? { upsert: true, upsertMatchingField: key } : {};
  const start = () =>
    mode === 'replace' ? call(replaceFeatures, { ...source, matchingField: key }) : call(appendFeatures, { ...source, ...merging });
  // a refusal to ask again says nothing of what was begun before: it may come from before the portal looked for the key, or from in between
  let wasLost = isAgain;
  const onWaiting = (isLost: boolean) => {
    wasLost ||= isLost;
    onLost(isLost);
  };
  const waiting = { passing: LOST, signal: UNBROKEN, onWaiting };
  const started = await patiently(start, waiting).catch((error: unknown) => {
    // a question without an answer may have begun it
    if (wasLost || toApiError(error).status >= 500) throw new UnheardLoad(error);
    signal.throwIfAborted();
    throw error;
  });
  const job = started.statusUrl.slice(started.statusUrl.lastIndexOf('/') + 1);
  try {
    return await waitForLoad(job, wishes);
  } catch (error) {
    if (!signal.aborted) throw error;
    const { service, layer } = wishes;
    await patiently(() => call(cancelLoad, { service, layer, job }), waiting).catch((refused: unknown) => {
      throw new UnheardLoad(refused);
    });
    let hasStopped = false;
    const onStatus = ({ status }: LoadStatus) => {
      hasStopped = status === 'Failed';
    };
    return await waitForLoad(job, { ...wishes, onStatus, signal: UNBROKEN }).catch((end: unknown) => {
      throw hasStopped ? error : end;
    });
  }
}

/** How much of a load is done, 0 to 1, where that is known. Rows that are all read are not the end: they are brought into the layer then. */
export function shareOfLoad({ recordCount, totalCount }: Pick<LoadStatus, 'recordCount' | 'totalCount'>): number | undefined {
  return totalCount ? Math.min(0.99, recordCount / totalCount) : undefined;
}

/** Loads are told of more often than publications: their readers wait for them. */
function waitForLoad(job: string, { service, layer, onStatus, onLost, signal }: LoadWishes): Promise<LoadStatus> {
  let hasFailed = false;
  return checkJob(
    async () => {
      const status = await call(loadStatus, { service, layer, job }, { quiet: true });
      hasFailed = status.status === 'Failed';
      onStatus(status);
      return status;
    },
    { onLost, signal },
  ).catch((error: unknown) => {
    throw hasFailed || signal.aborted ? error : new UnheardLoad(error);
  });
}
