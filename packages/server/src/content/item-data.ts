// Bytes of an item on their way in: a file or text, and room for them.
import { fail, type PortalError } from '@graticule/contract/errors';
import { itemType } from '@graticule/contract/item-types/classify';
import { notJson } from '@graticule/contract/not-json';
import type { ReceivedFile } from '@graticule/contract/param';
import { accountByName } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { StoredFile } from '../platform/files/file-store.ts';
import { safeFileName } from './item-fields.ts';
import { bytesOf, type ItemChange, lockedQuota } from './items.store.ts';
import { mediaTypeOf } from './media-types.rules.ts';

/** What was stored and the columns that refer to it. The caller marks the file in its transaction. */
export interface StoredData {
  file: StoredFile;
  columns: ItemChange;
}

/** Takes a received file as the data of an item. */
export async function storeFile(portal: Portal, received: ReceivedFile, givenName: string | undefined): Promise<StoredData> {
  const name = safeFileName(givenName ?? received.fileName);
  const file = await portal.files.take(received.path, received.sizeBytes, received.sha256);
  return {
    file,
    columns: { name, data_kind: 'file', data_key: file.key, data_bytes: file.sizeBytes, data_type: mediaTypeOf(name) },
  };
}

/**
 * Stores text as the data of an item.
 * @throws INVALID_PARAMETER when the type's data is JSON and the text is not
 */
export async function storeText(portal: Portal, type: string, text: string): Promise<StoredData> {
  const kinds = itemType(type).data;
  let dataType = type.toLowerCase() === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8';
  const fault = faultOfJson(text);
  if (fault === undefined) dataType = 'application/json';
  else if (kinds.includes('json') && !kinds.includes('text')) throw fail('INVALID_PARAMETER', { values: ['text', fault] });
  const file = await portal.files.put(Buffer.from(text, 'utf8'));
  return { file, columns: { data_kind: 'text', data_key: file.key, data_bytes: file.sizeBytes, data_type: dataType } };
}

/** Why a text is no JSON, if it is none. */
function faultOfJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return notJson(text, error);
  }
}

/** Who wants to store something. */
export type Asker = Pick<Caller, 'username'>;

/**
 * Makes sure that a person may store that many bytes more. How many are free is told to that person alone.
 * @throws QUOTA_EXCEEDED, OWNER_QUOTA_EXCEEDED
 */
export async function requireRoom(portal: Portal, owner: string, moreBytes: number, asker?: Asker): Promise<void> {
  if (moreBytes <= 0) return;
  const free = await freeBytes(portal, owner);
  if (moreBytes > free) throw noRoom(owner, asker, free);
}

/** Bytes that a person may store beside those there are; below zero where the quota was lowered. */
export async function freeBytes(portal: Portal, owner: string): Promise<number> {
  const account = await accountByName(portal.db, owner);
  const quota = account?.storage_quota ?? portal.config.storageQuotaBytes;
  return quota - (await bytesOf(portal.db, owner));
}

/**
 * Counts again once `newBytes` have rows, so that several uploads at once cannot pass the limit together.
 * @throws QUOTA_EXCEEDED, OWNER_QUOTA_EXCEEDED
 */
export async function requireWithinQuota(
  portal: { config: Pick<Portal['config'], 'storageQuotaBytes'> },
  db: Db,
  owner: string,
  stored: { newBytes: number; asker: Asker | undefined },
): Promise<void> {
  const quota = (await lockedQuota(db, owner)) ?? portal.config.storageQuotaBytes;
  const used = await bytesOf(db, owner);
  if (used > quota) throw noRoom(owner, stored.asker, quota - used + stored.newBytes);
}

/** The refusal: only the owner is told how much is free. */
export function noRoom(owner: string, asker: Asker | undefined, free: number): PortalError {
  if (asker?.username !== owner) return fail('OWNER_QUOTA_EXCEEDED');
  return fail('QUOTA_EXCEEDED', { values: [`${Math.max(0, Math.floor(free / 1024))} KB`] });
}
