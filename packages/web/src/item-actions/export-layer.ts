// Exporting a hosted layer to the own content: begin, wait for the job, leave nothing when it fails or is given up.
import { exportItem } from '@graticule/contract/content/publishing';
import type { ItemStatus } from '@graticule/contract/content/user-items';
import { call } from '../api/call.ts';
import { pollJob } from '../api/poll-job.ts';
import { takeBack } from '../uploads/take-back.ts';

/** What is to be exported, and how. */
export interface ExportWishes {
  username: string;
  itemId: string;
  title: string;
  format: string;
  /** The one layer to take, and which of its rows; every layer without it. */
  only: { id: number; where?: string } | undefined;
  /** The number of the coordinate system of the file; the layer's own without it. */
  system: number | undefined;
  onStatus: (status: ItemStatus) => void;
  /** True while the portal cannot be reached; the file is written all the same. */
  onLost: (isLost: boolean) => void;
  /** Gives up: what was made of the file goes. */
  signal: AbortSignal;
}

/**
 * Gives the id of the item with the file.
 * @throws ApiError when the portal refuses or the job fails; the abort once nothing is left of what was given up
 */
export async function exportToContent({ username, itemId, title, format, only, system, ...watch }: ExportWishes): Promise<string> {
  const exportParameters = {
    ...(only === undefined ? {} : { layers: [only] }),
    ...(system === undefined ? {} : { targetSR: { wkid: system } }),
  };
  // not broken off when it is given up: only the answer names what is to be taken back
  const started = await call(exportItem, { username, itemId, exportFormat: format, exportParameters, title });
  const { exportItemId, jobId } = started;
  try {
    await pollJob({ username, itemId: exportItemId, jobId, ...watch });
  } catch (error) {
    const removed = takeBack(username, exportItemId, { onWaiting: watch.onLost });
    if (watch.signal.aborted) await removed;
    else await removed.catch(() => undefined);
    throw error;
  }
  return exportItemId;
}
