// The end of an upload in parts: the parts become the data of the item, at once or by a job.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '@graticule/contract/errors';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles, insertStoredFile } from '../platform/files/stored-files.store.ts';
import type { ItemRow } from '../schema/content.ts';
import { checkedType, fieldColumns, type ItemFieldsInput, requireMark, safeFileName } from './item-fields.ts';
import { itemByFileName, itemById, updateItemRow } from './items.store.ts';
import { mediaTypeOf } from './media-types.rules.ts';
import { deleteParts, type PartRow, partsOf, reopenUploadRow, touchUpload } from './uploads.store.ts';
import { requirePartial, uploadIsOver } from './uploads.ts';

/** Name of the job that joins parts. */
export const JOIN_PARTS = 'join-parts';

/** Above this size nobody waits for the reply. */
const LARGE_BYTES = 256 * 1024 * 1024;

const CHANGED = 'The upload was given up, or one of its parts replaced, while the parts were joined. Look at the parts and commit again.';

/** What a client sends to end an upload. */
export type CommitInput = ItemFieldsInput & { type?: string; filename?: string; async?: boolean };

/**
 * Joins the parts into the data of the item; gives the id of the job when that goes on.
 * @throws INVALID_REQUEST when there are none, one is missing in between, or the upload is over; FILE_NAME_TAKEN
 */
export async function commitUpload(portal: Portal, caller: Caller, item: ItemRow, input: CommitInput): Promise<string | undefined> {
  requirePartial(item);
  const parts = await partsOf(portal.db, item.id);
  if (parts.length === 0) throw fail('INVALID_REQUEST', { values: ['No parts were received.'] });
  const missing = parts.findIndex((part, index) => part.number !== index + 1);
  if (missing >= 0) throw fail('INVALID_REQUEST', { values: [`Part ${missing + 1} is missing.`] });
  const type = input.type === undefined ? item.type : checkedType(input.type);
  const name = safeFileName(input.filename ?? item.name ?? 'file');
  const fields = fieldColumns(input);
  requireMark(caller, item, fields);
  const described = { ...fields, type, name, auto_keywords: automaticKeywords(type, { fileName: name }) };
  if ((await itemByFileName(portal.db, item.owner, type, name)) !== undefined) throw fail('FILE_NAME_TAKEN');
  const sizeBytes = parts.reduce((sum, part) => sum + Number(part.size_bytes), 0);
  if (input.async === true || sizeBytes > LARGE_BYTES) {
    return portal.db.transaction().execute(async (db) => {
      if (!(await touchUpload(db, item.id, portal.clock.now()))) throw uploadIsOver();
      await updateItemRow(db, item.id, { ...described, status: 'processing', status_message: '' });
      return portal.queue.enqueue(db, { name: JOIN_PARTS, subject: item.id, owner: item.owner, payload: { itemId: item.id } });
    });
  }
  await portal.db.transaction().execute(async (db) => {
    // From here nobody takes it for abandoned.
    if (!(await touchUpload(db, item.id, portal.clock.now()))) throw uploadIsOver();
    await updateItemRow(db, item.id, described);
  });
  await joinUpload(portal, item.id, () => Promise.resolve());
  return undefined;
}

/**
 * Makes the parts of an item its data. Run twice, it starts anew: the parts stay until the data are there.
 * @throws ITEM_NOT_FOUND, FILE_NAME_TAKEN, INVALID_REQUEST when the upload was given up or parts were replaced at the same time
 */
export async function joinUpload(portal: Portal, itemId: string, progress: (done: number, total: number) => Promise<void>): Promise<void> {
  const parts = await partsOf(portal.db, itemId);
  const item = await itemById(portal.db, itemId);
  if (item === undefined) throw fail('ITEM_NOT_FOUND');
  if (parts.length === 0) return; // Done by a run that was cut off at its very end.
  const joined = await joinParts(portal, parts, progress);
  const now = portal.clock.now();
  try {
    const keys = await portal.db.transaction().execute(async (db) => {
      const old = await deleteParts(db, itemId);
      // Somebody who committed the same upload at the same time was quicker; or somebody gave it up.
      if (old.length === 0 && (await itemById(db, itemId)) !== undefined) return [joined.key];
      if (old.length !== parts.length || parts.some((part) => !old.includes(part.key)))
        throw fail('INVALID_REQUEST', { values: [CHANGED] });
      await insertStoredFile(db, joined);
      await updateItemRow(db, itemId, {
        data_kind: 'file',
        data_key: joined.key,
        data_bytes: joined.sizeBytes,
        data_type: mediaTypeOf(item.name ?? ''),
        status: 'completed',
        status_message: '',
        modified: now,
        uploaded: now,
      });
      await deleteStoredFiles(db, old);
      return old;
    });
    await dropBytes(portal, keys);
  } catch (error) {
    await dropUnlessKept(portal, [joined.key], error);
    if (violatedUnique(error) === 'item_file_name') throw fail('FILE_NAME_TAKEN', { cause: error });
    throw error;
  }
}

/** After a join that failed the upload is as it was before: the parts are there, and it can be committed again for another week. */
export async function reopenUpload(portal: Portal, itemId: string, message: string): Promise<void> {
  await reopenUploadRow(portal.db, itemId, message, portal.clock.now());
}

/** Writes the parts one after the other into one file, hashing on the way. */
async function joinParts(
  portal: Portal,
  parts: readonly PartRow[],
  progress: (done: number, total: number) => Promise<void>,
): Promise<{ key: string; sizeBytes: number; sha256: string }> {
  const path = portal.files.receivingPath();
  const hash = createHash('sha256');
  const total = parts.reduce((sum, part) => sum + Number(part.size_bytes), 0);
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.byteLength;
      done(null, chunk);
    },
  });
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const part of parts) {
      for await (const chunk of portal.files.read(part.key)) yield chunk as Buffer;
      await progress(size, total);
    }
  }
  try {
    await pipeline(Readable.from(bytes()), meter, createWriteStream(path, { flags: 'wx' }));
    return await portal.files.take(path, size, hash.digest('hex'));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
