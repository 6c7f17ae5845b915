// Sends a file to a service for a later call: small files at once, large ones in parts that go on after a reload.
import {
  commitUpload,
  deleteUpload,
  describeUpload,
  listUploadParts,
  registerUpload,
  uploadFile,
  uploadPart,
} from '@graticule/contract/services/append';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { isSameFile } from './kept-list.ts';
import { holdUpload, uploadsElsewhere } from './running.ts';
import { PART_BYTES, patiently, type SendOptions, sendParts } from './send-parts.ts';
import { forgetUnfinishedRows, keepUnfinishedRows, type UnfinishedRows, unfinishedRows } from './unfinished-rows.ts';

/**
 * Gives the id under which the service keeps the file.
 * @param username whose upload it is
 * @throws ApiError when the portal refuses; the abort when the signal says so: then nothing of the file stays
 */
export async function uploadToService(service: string, file: File, username: string, options: SendOptions): Promise<string> {
  const { signal } = options;
  // an upload whose answer was lost is used by nobody, and goes after a day
  if (file.size <= PART_BYTES) return (await patiently(() => call(uploadFile, { service, file }, options), options)).item.itemID;
  const known = await knownRows(service, file, username, options);
  if (known?.isWhole) return known.rows.upload;
  const rows = known?.rows ?? (await begin(service, file, username, options));
  const address = { service, upload: rows.upload };
  const release = holdUpload(rows.upload);
  let { share: keptShare } = rows;
  const onProgress = (share: number) => {
    options.onProgress(share);
    if (share - keptShare < 0.01 && share < 1) return;
    keptShare = share;
    keepUnfinishedRows({ ...rows, share });
  };
  const target = {
    arrived: async () => (await call(listUploadParts, address, { signal })).parts,
    send: (partId: number, partFile: Blob, how: Pick<SendOptions, 'signal' | 'onProgress'>) =>
      call(uploadPart, { ...address, partId, partFile }, how),
  };
  try {
    await sendParts(file, target, { ...options, onProgress });
    await patiently(async (failures) => {
      // a lost answer does not tell whether the parts were joined
      if (failures > 0 && (await call(describeUpload, address, { signal })).committed) return;
      await call(commitUpload, address, { signal });
    }, options);
  } catch (error) {
    await dropFromService(address);
    throw error;
  } finally {
    release();
  }
  return rows.upload;
}

/** Removes a file that nobody uses; one that is gone already is as it should be. */
export async function dropFromService(address: { service: string; upload: string }): Promise<void> {
  forgetUnfinishedRows(address.upload);
  await call(deleteUpload, address, { quiet: true }).catch(() => undefined);
}

async function begin(service: string, file: File, username: string, options: SendOptions): Promise<UnfinishedRows> {
  const { signal } = options;
  const { item } = await patiently(() => call(registerUpload, { service, itemName: file.name }, { signal }), options);
  const { name, size, lastModified } = file;
  const rows = { service, upload: item.itemID, username, name, size, lastModified, share: 0, begun: Date.now() };
  keepUnfinishedRows(rows);
  return rows;
}

/** What the page sent of this very file before it was loaded anew, unless another tab sends it, or the portal knows it no longer. */
async function knownRows(service: string, file: File, username: string, options: SendOptions) {
  const { signal } = options;
  const rows = unfinishedRows(service, username).find((each) => isSameFile(each, file));
  if (!rows || (await uploadsElsewhere()).has(rows.upload)) return undefined;
  try {
    const { committed } = await patiently(() => call(describeUpload, { service, upload: rows.upload }, { signal }), options);
    return { rows, isWhole: committed };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    forgetUnfinishedRows(rows.upload);
    return undefined;
  }
}
