// Uploads in parts: receiving parts, telling which arrived, giving up. Joining them stands in `commit-upload.ts`.
import type { ReceivedPart } from '@graticule/contract/content/user-items';
import { fail, type PortalError } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles, insertStoredFile } from '../platform/files/stored-files.store.ts';
import type { ItemRow } from '../schema/content.ts';
import { requireWithinQuota } from './item-data.ts';
import { purgeItems } from './purge.ts';
import { partsOf, putPart, receivedPartsOf, touchUpload } from './uploads.store.ts';

const MAX_PART_NUMBER = 10_000;
const MAX_PART_BYTES = 100 * 1024 * 1024;

/** What is said of an upload that was ended before. */
export function uploadIsOver(): PortalError {
  return fail('INVALID_REQUEST', { values: ['The upload was committed already, or never begun.'] });
}

/** @throws INVALID_REQUEST for an upload that is over */
export function requirePartial(item: ItemRow): void {
  if (item.status !== 'partial') throw uploadIsOver();
}

/** Stores one part; the same number again replaces it. */
export async function receivePart(
  portal: Portal,
  caller: Caller,
  item: ItemRow,
  part: { number: number; file: ReceivedFile },
): Promise<void> {
  const { number, file: received } = part;
  requirePartial(item);
  if (number < 1 || number > MAX_PART_NUMBER)
    throw fail('INVALID_PARAMETER', { values: ['partNum', `must be from 1 to ${MAX_PART_NUMBER}`] });
  if (received.sizeBytes > MAX_PART_BYTES) throw fail('TOO_LARGE', { values: ['The part', '100 MB'] });
  const others = (await partsOf(portal.db, item.id)).filter((other) => other.number !== number);
  const soFar = others.reduce((sum, other) => sum + Number(other.size_bytes), 0);
  if (soFar + received.sizeBytes > portal.config.uploadLimitBytes * 4)
    throw fail('TOO_LARGE', { values: ['The upload', `${Math.floor((portal.config.uploadLimitBytes * 4) / 1048576)} MB`] });
  const file = await portal.files.take(received.path, received.sizeBytes, received.sha256);
  const replaced = await portal.db
    .transaction()
    .execute(async (db) => {
      if (!(await touchUpload(db, item.id, portal.clock.now()))) throw uploadIsOver();
      await insertStoredFile(db, file);
      const old = await putPart(db, { item_id: item.id, number, key: file.key, size_bytes: file.sizeBytes });
      await deleteStoredFiles(db, old === undefined ? [] : [old]);
      await requireWithinQuota(portal, db, item.owner, { newBytes: file.sizeBytes, asker: caller });
      return old;
    })
    .catch(async (error: unknown) => {
      await dropUnlessKept(portal, [file.key], error);
      throw error;
    });
  if (replaced !== undefined) await dropBytes(portal, [replaced]);
}

/** The parts received. */
export async function receivedParts(portal: Portal, item: ItemRow): Promise<ReceivedPart[]> {
  const parts = await receivedPartsOf(portal.db, item.id);
  return parts.map(({ number, size_bytes, sha256 }) => ({ partNum: number, size: Number(size_bytes), sha256 }));
}

/** Drops an upload that was not committed, with its item. */
export async function cancelUpload(portal: Portal, item: ItemRow): Promise<void> {
  requirePartial(item);
  if ((await purgeItems(portal, [item])).length > 0) throw uploadIsOver();
}
