// Uploads one file as an item: small files at once, large ones in parts that go on after a loss.
import type { Folder, Item } from '@graticule/contract/content/item';
import { addItem, addItemToFolder } from '@graticule/contract/content/user-content';
import { addPart, cancelUpload, commitUpload, getItemStatus, getParts, type ReceivedPart } from '@graticule/contract/content/user-items';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { pollJob } from '../api/poll-job.ts';
import { holdUpload, uploadsElsewhere } from './running.ts';
import { PART_BYTES, patiently, type SendOptions, sendParts } from './send-parts.ts';
import { UNBROKEN } from './take-back.ts';
import { forgetUnfinished, keepUnfinished, type Unfinished, unfinishedUploadOf } from './unfinished.ts';

/** What is uploaded, and whose it will be. */
export interface Upload {
  file: File;
  /** Name of the item's file, where it differs from the file's own. */
  fileName?: string;
  username: string;
  folder: Folder | undefined;
  type: string;
  title: string;
  tags: readonly string[];
  /** Of `newCallKey`; the same for every try of one upload, so that a lost answer does not make a second item. */
  key: string;
}

export type Uploaded = Pick<Item, 'id' | 'owner' | 'type' | 'title'>;

/** Files above this size go in parts. */
const AT_ONCE_BYTES = PART_BYTES;

/**
 * Sends the file and gives what the next steps need of the item. Once everything was sent, the item may be made already: the
 * answer is waited for then, whatever the signal says.
 * @throws ApiError when the portal refuses; the abort when the signal says so: a large upload can go on later
 */
export async function uploadItem(upload: Upload, options: SendOptions): Promise<Uploaded> {
  const { username, type, title } = upload;
  const id = upload.file.size <= AT_ONCE_BYTES ? await sendSmall(upload, options) : await sendLarge(upload, options);
  return { id, owner: username, type, title };
}

/** Breaks off only while something of the file is still to be sent: then the portal has nothing to make an item of. */
async function sendSmall(upload: Upload, options: SendOptions): Promise<string> {
  const sending = new AbortController();
  let isSent = false;
  const stop = () => isSent || sending.abort(options.signal.reason);
  const onProgress = (share: number) => {
    isSent = share >= 1;
    options.onProgress(share);
  };
  options.signal.throwIfAborted();
  options.signal.addEventListener('abort', stop);
  try {
    const how = { ...options, signal: sending.signal, onProgress };
    return await patiently(() => add(upload, { file: upload.file }, how), how);
  } finally {
    options.signal.removeEventListener('abort', stop);
  }
}

/** Drops what arrived of an upload. One that is unknown by now is gone already. */
export async function giveUpUpload(username: string, itemId: string): Promise<void> {
  try {
    await call(cancelUpload, { username, id: itemId });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  forgetUnfinished(itemId);
}

async function add(upload: Upload, how: { file: File } | { multipart: true }, options: Pick<SendOptions, 'signal' | 'onProgress'>) {
  const { username, folder, type, title, tags, key: idempotencyKey, file, fileName = file.name } = upload;
  const input = { username, title, type, tags, filename: fileName, idempotencyKey, ...how };
  const sending = 'file' in how ? options : { signal: options.signal };
  const { id } = folder ? await call(addItemToFolder, { ...input, folder: folder.id }, sending) : await call(addItem, input, sending);
  return id;
}

async function sendLarge(upload: Upload, options: SendOptions): Promise<string> {
  const { file, username, title, type, tags } = upload;
  const known = await knownUpload(upload, options.signal);
  if (known && (await isFinished(known, options.signal))) return known.itemId;
  const id = known?.itemId ?? (await patiently(() => add(upload, { multipart: true }, options), options));
  const { name, size, lastModified } = file;
  const partBytes = known?.partBytes ?? options.partBytes ?? PART_BYTES;
  const record = { itemId: id, username, name, size, lastModified, partBytes, title, type };
  let keptShare = known?.share ?? 0;
  keepUnfinished({ ...record, share: keptShare });
  const release = holdUpload(id);
  const target = {
    arrived: async (signal: AbortSignal) => (await call(getParts, { username, id }, { signal })).parts,
    send: (partNum: number, bytes: Blob, how: Pick<SendOptions, 'signal' | 'onProgress'>) =>
      call(addPart, { username, id, partNum, file: bytes }, how),
  };
  const onProgress = (share: number) => {
    options.onProgress(share);
    if (share - keptShare < 0.01 && share < 1) return;
    keptShare = share;
    keepUnfinished({ ...record, share });
  };
  try {
    await sendParts(file, target, { ...options, partBytes, onProgress });
    options.signal.throwIfAborted();
    await commit({ username, id, title, type, tags }, { ...options, signal: UNBROKEN });
    forgetUnfinished(id);
    return id;
  } finally {
    release();
  }
}

/** Joins the parts. A lost answer does not tell whether that was begun, so the portal is asked before it is tried again. */
async function commit(input: { username: string; id: string; title: string; type: string; tags: readonly string[] }, options: SendOptions) {
  const { signal } = options;
  const watch = { username: input.username, itemId: input.id, signal };
  await patiently(async (failures) => {
    const status = failures > 0 ? (await call(getItemStatus, input, { signal })).status : 'partial';
    if (status === 'processing') await pollJob(watch);
    if (status !== 'partial') return;
    const { jobId } = await call(commitUpload, input, { signal });
    if (jobId !== undefined) await pollJob({ ...watch, jobId });
  }, options);
}

/** The upload of the same file that can go on; one that the portal dropped, or whose bytes differ, begins anew. One that another tab sends is that tab's. */
async function knownUpload({ username, file }: Upload, signal: AbortSignal): Promise<Unfinished | undefined> {
  const known = unfinishedUploadOf(username, file);
  if (!known || (await uploadsElsewhere()).has(known.itemId)) return undefined;
  try {
    const { received } = await call(getParts, { username, id: known.itemId }, { signal });
    if (await areOf(file, received, known.partBytes)) return known;
    await giveUpUpload(username, known.itemId);
  } catch (error) {
    if (!isGone(error)) throw error;
    forgetUnfinished(known.itemId);
  }
  return undefined;
}

/** Whether the answer to the last step was lost: then there is nothing to send any more. */
async function isFinished({ username, itemId: id }: Unfinished, signal: AbortSignal): Promise<boolean> {
  const { status } = await call(getItemStatus, { username, id }, { signal });
  if (status === 'processing') await pollJob({ username, itemId: id, signal });
  if (status !== 'partial') forgetUnfinished(id);
  return status !== 'partial';
}

/** Whether the parts are of this file, judged by their sizes and the bytes of the last one. */
async function areOf(file: File, parts: readonly ReceivedPart[], partBytes: number): Promise<boolean> {
  const sized = parts.every(({ partNum, size }) => size === Math.min(partBytes, file.size - (partNum - 1) * partBytes));
  const last = parts.at(-1);
  // pages without encryption have no hashes; name, size and date are the same already
  if (!sized || !last || !globalThis.crypto?.subtle) return sized;
  const start = (last.partNum - 1) * partBytes;
  const hash = await crypto.subtle.digest('SHA-256', await file.slice(start, start + last.size).arrayBuffer());
  return last.sha256 === Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The upload was given up, committed or deleted elsewhere. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}
