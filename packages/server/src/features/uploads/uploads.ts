// Files that people send to a service for a later call: whole or in parts, seen and used by their sender alone.
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReceivedFile } from '@graticule/contract/param';
import { refuse } from '@graticule/contract/refusals/refusal';
import { requireRoom, safeFileName } from '../../content/index.ts';
import { Turns } from '../../identity/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { requireDiskRoom } from '../../platform/files/disk-room.ts';
import { dropBytes, dropUnlessKept } from '../../platform/files/drop-bytes.ts';
import type { StoredFile } from '../../platform/files/file-store.ts';
import { insertStoredFile } from '../../platform/files/stored-files.store.ts';
import { trackingOf } from '../definition/tracking.ts';
import { allowsEdit, requireEdit } from '../edits/edits.rules.ts';
import { capabilitiesOf } from '../service.view.ts';
import { findService } from '../services.ts';
import * as store from './uploads.store.ts';

export type { UploadRow } from './uploads.store.ts';

const MAX_PARTS = 10_000;
const MAX_PART_BYTES = 100 * 1024 * 1024;
/** Uploads of one person that are begun and not committed. */
const MAX_UNFINISHED = 100;
/** Uploads that nobody used go after a day. */
const KEPT_MS = 24 * 3_600_000;

/** Parts are joined for one upload of a person after the other: each writes a copy of all of them. */
const joining = new Turns(4, 200, { mayWait: 20 });

/** The item of a service to which the caller may send files: whoever may add features, or change those that are there. */
async function uploadTarget(portal: Portal, caller: Caller, name: string): Promise<{ itemId: string; username: string }> {
  const { service, item } = await findService(portal, caller, name);
  // Uploads belong to somebody: visitors have none.
  const capabilities = capabilitiesOf(service);
  requireEdit(caller, item, { capabilities, tracking: trackingOf({}) }, [allowsEdit(capabilities, 'Create') ? 'Create' : 'Update']);
  if (caller.username === null) throw refuse('upload-of-visitor');
  return { itemId: service.itemId, username: caller.username };
}

async function requireUpload(portal: Portal, target: { itemId: string; username: string }, id: string): Promise<store.UploadRow> {
  const row = /^[0-9a-f]{32}$/.test(id) ? await store.uploadOf(portal.db, target.itemId, target.username, id) : undefined;
  if (row === undefined) throw refuse('upload-unknown', { id: id.slice(0, 40) });
  return row;
}

/** Room for more bytes beside those that wait already. */
async function requireSpace(portal: Portal, username: string, moreBytes: number): Promise<void> {
  const waiting = await store.bytesWaiting(portal.db, username);
  const limit = portal.config.uploadLimitBytes * 4;
  if (waiting + moreBytes > limit) throw refuse('uploads-waiting', { most: Math.floor(limit / 1_048_576) });
  await requireRoom(portal, username, waiting + moreBytes, { username });
}

/** Takes a whole file. @throws QUOTA_EXCEEDED, TOO_LARGE, FORBIDDEN */
export async function takeUpload(
  portal: Portal,
  caller: Caller,
  service: string,
  input: { file: ReceivedFile; description?: string },
): Promise<store.UploadRow> {
  const target = await uploadTarget(portal, caller, service);
  const { file } = input;
  await requireSpace(portal, target.username, file.sizeBytes);
  const stored = await portal.files.take(file.path, file.sizeBytes, file.sha256);
  return orForget(portal, stored, () =>
    portal.db.transaction().execute(async (db) => {
      await insertStoredFile(db, stored);
      return store.insertUpload(db, {
        ...newUpload(target, file.fileName, input.description),
        key: stored.key,
        size_bytes: stored.sizeBytes,
      });
    }),
  );
}

function newUpload(
  target: { itemId: string; username: string },
  name: string,
  description = '',
): Pick<store.UploadRow, 'id' | 'item_id' | 'username' | 'name' | 'description'> {
  const id = randomBytes(16).toString('hex');
  return { id, item_id: target.itemId, username: target.username, name: safeFileName(name), description: description.slice(0, 1000) };
}

async function orForget<T>(portal: Portal, stored: StoredFile, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    await dropUnlessKept(portal, [stored.key], error);
    throw error;
  }
}

/** Begins an upload in parts. @throws INVALID_REQUEST for too many that were not committed */
export async function beginUpload(
  portal: Portal,
  caller: Caller,
  service: string,
  input: { itemName: string; description?: string },
): Promise<store.UploadRow> {
  const target = await uploadTarget(portal, caller, service);
  if ((await store.countUnfinished(portal.db, target.username)) >= MAX_UNFINISHED)
    throw refuse('uploads-unfinished', { most: MAX_UNFINISHED });
  return store.insertUpload(portal.db, { ...newUpload(target, input.itemName, input.description), key: null, size_bytes: 0 });
}

/** Takes one part; the same number again replaces it. */
export async function takePart(
  portal: Portal,
  caller: Caller,
  address: { service: string; upload: string },
  { partId, partFile }: { partId: number; partFile: ReceivedFile },
): Promise<void> {
  const target = await uploadTarget(portal, caller, address.service);
  const upload = await requireUpload(portal, target, address.upload);
  requireOpen(upload);
  if (partId < 1 || partId > MAX_PARTS) throw refuse('upload-part-number', { most: MAX_PARTS, value: partId });
  if (partFile.sizeBytes > MAX_PART_BYTES) throw refuse('upload-part-large');
  await requireSpace(portal, target.username, partFile.sizeBytes);
  const stored = await portal.files.take(partFile.path, partFile.sizeBytes, partFile.sha256);
  const old = await orForget(portal, stored, () =>
    portal.db.transaction().execute(async (db) => {
      await insertStoredFile(db, stored);
      return store.putPart(db, { upload_id: upload.id, number: partId, key: stored.key, size_bytes: stored.sizeBytes });
    }),
  );
  if (old !== undefined) await dropBytes(portal, [old]);
}

function requireOpen(upload: store.UploadRow): void {
  if (upload.key !== null) throw refuse('upload-committed');
}

/** Numbers of the parts that arrived. */
export async function partNumbers(portal: Portal, caller: Caller, address: { service: string; upload: string }): Promise<number[]> {
  const upload = await requireUpload(portal, await uploadTarget(portal, caller, address.service), address.upload);
  return (await store.partsOf(portal.db, upload.id)).map((part) => part.number);
}

/** Joins the parts; with `wanted` those, else all. @throws INVALID_REQUEST when one is missing; QUOTA_EXCEEDED, TOO_MANY_REQUESTS */
export async function joinUpload(
  portal: Portal,
  caller: Caller,
  address: { service: string; upload: string },
  wanted: readonly string[] = [],
): Promise<store.UploadRow> {
  const target = await uploadTarget(portal, caller, address.service);
  requireOpen(await requireUpload(portal, target, address.upload));
  return joining.run(target.username, () => joinNow(portal, target, address.upload, wanted));
}

async function joinNow(
  portal: Portal,
  target: { itemId: string; username: string },
  id: string,
  wanted: readonly string[],
): Promise<store.UploadRow> {
  // Whoever waited looks again: another call may have committed it.
  const upload = await requireUpload(portal, target, id);
  requireOpen(upload);
  const parts = await store.partsOf(portal.db, upload.id);
  const numbers = wanted.length > 0 ? wanted.map(Number) : parts.map((_, index) => index + 1);
  // A part that is named again and again would fill the disk with what was sent once.
  if (new Set(numbers).size < numbers.length) throw refuse('upload-part-twice');
  const chosen = numbers.map((number) => {
    const part = parts.find((one) => one.number === number);
    if (part === undefined) throw refuse('upload-part-missing', { number });
    return part;
  });
  if (chosen.length === 0) throw refuse('upload-without-parts');
  const bytes = chosen.reduce((sum, part) => sum + Number(part.size_bytes), 0);
  // The parts go once they are joined; until then their bytes lie on the disk twice.
  await requireRoom(portal, target.username, bytes, { username: target.username });
  await requireDiskRoom(dirname(portal.files.receivingPath()), bytes);
  const joined = await joinFiles(
    portal,
    chosen.map((part) => part.key),
  );
  const gone = await orForget(portal, joined, () =>
    portal.db.transaction().execute(async (db) => {
      await insertStoredFile(db, joined);
      const keys = await store.completeUpload(db, upload.id, joined.key, joined.sizeBytes);
      if (keys === undefined) throw refuse('upload-committed');
      return keys;
    }),
  );
  await dropBytes(portal, gone);
  return { ...upload, key: joined.key, size_bytes: joined.sizeBytes };
}

/** Stores files that are stored already, one after the other, as one. */
async function joinFiles(portal: Portal, keys: readonly string[]): Promise<StoredFile> {
  const { path, sizeBytes, sha256 } = await writtenCopy(portal, keys);
  try {
    return await portal.files.take(path, sizeBytes, sha256);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Writes stored files one after the other into one that is not stored yet. */
async function writtenCopy(portal: Portal, keys: readonly string[]): Promise<Pick<ReceivedFile, 'path' | 'sizeBytes' | 'sha256'>> {
  const path = portal.files.receivingPath();
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.byteLength;
      done(null, chunk);
    },
  });
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const key of keys) for await (const chunk of portal.files.read(key)) yield chunk as Buffer;
  }
  try {
    await pipeline(Readable.from(bytes()), meter, createWriteStream(path, { flags: 'wx' }));
    return { path, sizeBytes: size, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** The uploads of the caller at a service. */
export async function ownUploads(portal: Portal, caller: Caller, service: string): Promise<store.UploadRow[]> {
  const target = await uploadTarget(portal, caller, service);
  return store.uploadsOf(portal.db, target.itemId, target.username);
}

/** One upload of the caller. */
export async function ownUpload(portal: Portal, caller: Caller, address: { service: string; upload: string }): Promise<store.UploadRow> {
  return requireUpload(portal, await uploadTarget(portal, caller, address.service), address.upload);
}

/** Removes an upload with its bytes. */
export async function dropUpload(portal: Portal, caller: Caller, address: { service: string; upload: string }): Promise<void> {
  const upload = await ownUpload(portal, caller, address);
  await dropBytes(portal, await portal.db.transaction().execute((db) => store.deleteUploadRow(db, upload.id)));
}

/** A committed upload of the caller as a source of rows. @throws INVALID_REQUEST */
export async function uploadedFile(
  portal: Portal,
  caller: Caller,
  address: { service: string; upload: string },
): Promise<{ key: string; fileName: string }> {
  const upload = await ownUpload(portal, caller, address);
  if (upload.key === null) throw refuse('upload-open');
  return { key: upload.key, fileName: upload.name };
}

/**
 * Gives the work a copy of a committed upload of the caller, as if the file had come with the call; the upload stays for other calls.
 * @throws INVALID_REQUEST, TOO_LARGE
 */
export async function withUploadedCopy<T>(
  portal: Portal,
  caller: Caller,
  address: { service: string; upload: string; mostBytes: number },
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const { key, fileName } = await uploadedFile(portal, caller, address);
  const { mostBytes } = address;
  if ((await portal.files.sizeOf(key)) > mostBytes) throw refuse('upload-large', { most: Math.floor(mostBytes / 1_048_576) });
  const copy = await writtenCopy(portal, [key]);
  try {
    return await work({ fileName, contentType: '', ...copy });
  } finally {
    // Gone already where the store took it.
    await rm(copy.path, { force: true });
  }
}

/** Removes uploads that nobody used within a day. */
export async function sweepUploads(portal: Portal): Promise<number> {
  return store.deleteOldUploads(portal.db, new Date(Date.now() - KEPT_MS));
}
