// Loads the rows of a file into a layer: they are added, merged by a key, or take the place of all rows.
import {
  type AppendAnalysis,
  analyzeAppend,
  appendFeatures,
  type LoadStatus,
  loadStatus,
  replaceFeatures,
} from '@graticule/contract/services/append';
import { LOST } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { newCallKey } from '../api/call-key.ts';
import { checkJob } from '../api/poll-job.ts';
import { patiently } from '../uploads/send-parts.ts';
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
  /** The field that says which rows are the same. */
  key?: string;
  /** The portal cannot be reached; the load goes on all the same. */
  onLost: (isLost: boolean) => void;
  onStatus: (status: LoadStatus) => void;
  signal: AbortSignal;
}

/** What the file holds, and which of its columns fit the layer. @throws ApiError for a file that cannot be read */
export function analyzeRows(rows: SentRows): Promise<AppendAnalysis> {
  return call(analyzeAppend, sourceOf(rows));
}

function sourceOf({ service, layer, upload, reading }: SentRows) {
  return { service, layer, appendUploadId: upload, appendSourceInfo: readingParameters(reading) };
}

/**
 * Starts the load and waits for its end.
 * @throws ApiError when the portal refuses or the load fails
 */
export async function loadRows(wishes: LoadWishes): Promise<LoadStatus> {
  const { mode, key, onLost, signal } = wishes;
  const source = { ...sourceOf(wishes), async: true, idempotencyKey: newCallKey() };
  const merging = mode === 'upsert' ? { upsert: true, upsertMatchingField: key } : {};
  const start = () =>
    mode === 'replace' ? call(replaceFeatures, source, { signal }) : call(appendFeatures, { ...source, ...merging }, { signal });
  const started = await patiently(start, { passing: LOST, signal, onWaiting: onLost });
  return waitForLoad(started.statusUrl.slice(started.statusUrl.lastIndexOf('/') + 1), wishes);
}

/** Loads are told of more often than publications: their readers wait for them. */
function waitForLoad(job: string, { service, layer, onStatus, onLost, signal }: LoadWishes): Promise<LoadStatus> {
  return checkJob(
    async () => {
      signal.throwIfAborted();
      const status = await call(loadStatus, { service, layer, job }, { quiet: true });
      onStatus(status);
      return status;
    },
    undefined,
    onLost,
  );
}
