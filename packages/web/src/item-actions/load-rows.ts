// Sends a file to a layer: its rows are added, merged by a key, or take the place of all rows.
import { appendFeatures, type LoadStatus, loadStatus, replaceFeatures } from '@graticule/contract/services/append';
import { call } from '../api/call.ts';
import { checkJob } from '../api/poll-job.ts';
import { uploadToService } from '../uploads/upload-to-service.ts';

export type LoadMode = 'append' | 'upsert' | 'replace';

/** What is to be loaded, and how. */
export interface LoadWishes {
  service: string;
  layer: string;
  file: File;
  mode: LoadMode;
  /** The field that says which rows are the same. */
  key?: string;
  /** Share of the file that was sent, 0 to 1. */
  onSent: (share: number) => void;
  /** The portal cannot be reached; the file goes on when it can. */
  onWaiting: (isWaiting: boolean) => void;
  onStatus: (status: LoadStatus) => void;
  signal: AbortSignal;
}

/**
 * Sends the file, starts the load and waits for its end.
 * @throws ApiError when the portal refuses or the load fails
 */
export async function loadRows(wishes: LoadWishes): Promise<LoadStatus> {
  const { service, layer, file, mode, key, onSent, onWaiting, signal } = wishes;
  const appendUploadId = await uploadToService(service, file, { signal, onProgress: onSent, onWaiting });
  const source = { service, layer, appendUploadId, async: true };
  const started =
    mode === 'replace'
      ? await call(replaceFeatures, source, { signal })
      : await call(appendFeatures, { ...source, ...(mode === 'upsert' ? { upsert: true, upsertMatchingField: key } : {}) }, { signal });
  return waitForLoad(started.statusUrl.slice(started.statusUrl.lastIndexOf('/') + 1), wishes);
}

/** Loads are told of more often than publications: their readers wait for them. */
function waitForLoad(job: string, { service, layer, onStatus, onWaiting, signal }: LoadWishes): Promise<LoadStatus> {
  return checkJob(
    async () => {
      signal.throwIfAborted();
      const status = await call(loadStatus, { service, layer, job }, { quiet: true });
      onStatus(status);
      return status;
    },
    undefined,
    onWaiting,
  );
}
