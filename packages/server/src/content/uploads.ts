// Uploads in parts: receiving parts, joining them into the data of the item, giving up.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '@graticule/contract/errors';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import type { ReceivedFile } from '@graticule/contract/param';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { deleteStoredFiles, insertStoredFile } from '../platform/files/stored-files.store.ts';
import type { ItemRow } from '../schema/content.ts';
import { requireRoom, requireWithinQuota } from './item-data.ts';
import { checkedType, fieldColumns, type ItemFieldsInput, requireMark, safeFileName } from './item-fields.ts';
import { updateItemRow } from './items.store.ts';
import { dropBytes } from './items.ts';
import { mediaTypeOf } from './media-types.rules.ts';
import { purgeItems } from './purge.ts';
import { deleteParts, type PartRow, partsOf, putPart } from './uploads.store.ts';

const MAX_PART_NUMBER = 10_000;
const MAX_PART_BYTES = 100 * 1024 * 1024;

function requirePartial(item: ItemRow): void {
  if (item.status !== 'partial') throw fail('INVALID_REQUEST', { values: ['The upload was committed already, or never begun.'] });
}

/** Stores one part; the same number again replaces it. */
export async function receivePart(portal: Portal, item: ItemRow, number: number, received: ReceivedFile): Promise<void> {
  requirePartial(item);
  if (number < 1 || number > MAX_PART_NUMBER)
    throw fail('INVALID_PARAMETER', { values: ['partNum', `must be from 1 to ${MAX_PART_NUMBER}`] });
  if (received.sizeBytes > MAX_PART_BYTES) throw fail('TOO_LARGE', { values: ['The part', '100 MB'] });
  const soFar = (await partsOf(portal.db, item.id)).reduce((sum, part) => sum + part.size_bytes, 0);
  if (soFar + received.sizeBytes > portal.config.uploadLimitBytes * 4)
    throw fail('TOO_LARGE', { values: ['The upload', `${Math.floor((portal.config.uploadLimitBytes * 4) / 1048576)} MB`] });
  await requireRoom(portal, item.owner, received.sizeBytes);
  const file = await portal.files.take(received.path, received.sizeBytes, received.sha256);
  const replaced = await portal.db
    .transaction()
    .execute(async (db) => {
      await insertStoredFile(db, file);
      const old = await putPart(db, { item_id: item.id, number, key: file.key, size_bytes: file.sizeBytes });
      await deleteStoredFiles(db, old === undefined ? [] : [old]);
      await requireWithinQuota(portal, db, item.owner);
      return old;
    })
    .catch(async (error: unknown) => {
      await dropBytes(portal, [file.key]);
      throw error;
    });
  if (replaced !== undefined) await dropBytes(portal, [replaced]);
}

/** Numbers of the parts received. */
export async function receivedParts(portal: Portal, item: ItemRow): Promise<number[]> {
  return (await partsOf(portal.db, item.id)).map((part) => part.number);
}

/** Joins the parts into the data of the item. @throws INVALID_REQUEST when there are none, or one is missing in between */
export async function commitUpload(
  portal: Portal,
  caller: Caller,
  item: ItemRow,
  input: ItemFieldsInput & { type?: string; filename?: string },
): Promise<void> {
  requirePartial(item);
  const parts = await partsOf(portal.db, item.id);
  if (parts.length === 0) throw fail('INVALID_REQUEST', { values: ['No parts were received.'] });
  const missing = parts.findIndex((part, index) => part.number !== index + 1);
  if (missing >= 0) throw fail('INVALID_REQUEST', { values: [`Part ${missing + 1} is missing.`] });
  const fields = fieldColumns(input);
  requireMark(caller, item, fields);
  const type = input.type === undefined ? item.type : checkedType(input.type);
  const name = safeFileName(input.filename ?? item.name ?? 'file');
  const joined = await joinParts(portal, parts);
  const now = portal.clock.now();
  try {
    const keys = await portal.db.transaction().execute(async (db) => {
      await insertStoredFile(db, joined);
      await updateItemRow(db, item.id, {
        ...fields,
        type,
        auto_keywords: automaticKeywords(type, { fileName: name }),
        name,
        data_kind: 'file',
        data_key: joined.key,
        data_bytes: joined.sizeBytes,
        data_type: mediaTypeOf(name),
        status: 'completed',
        status_message: '',
        modified: now,
        uploaded: now,
      });
      const old = await deleteParts(db, item.id);
      await deleteStoredFiles(db, old);
      return old;
    });
    await dropBytes(portal, keys);
  } catch (error) {
    await dropBytes(portal, [joined.key]);
    if (violatedUnique(error) === 'item_file_name') throw fail('FILE_NAME_TAKEN', { cause: error });
    throw error;
  }
}

/** Writes the parts one after the other into one file, hashing on the way. */
async function joinParts(portal: Portal, parts: readonly PartRow[]): Promise<{ key: string; sizeBytes: number; sha256: string }> {
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
    for (const part of parts) for await (const chunk of portal.files.read(part.key)) yield chunk as Buffer;
  }
  try {
    await pipeline(Readable.from(bytes()), meter, createWriteStream(path, { flags: 'wx' }));
    return await portal.files.take(path, size, hash.digest('hex'));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Drops an upload that was not committed, with its item. */
export async function cancelUpload(portal: Portal, item: ItemRow): Promise<void> {
  requirePartial(item);
  await purgeItems(portal, [item]);
}
