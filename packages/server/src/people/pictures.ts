// Pictures of people: checked, made small, kept in the file store.
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import { accountByName, replaceThumbnail, updateAccount } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { pictureBytes, reencode } from '../platform/files/pictures.ts';
import { deleteStoredFiles, insertStoredFile } from '../platform/files/stored-files.store.ts';
import { profileDetail } from './people.rules.ts';

const SIDE = 300;

/**
 * Replaces the picture of an account.
 * @throws TOO_LARGE, UNREADABLE_FILE
 */
export async function setPicture(portal: Portal, username: string, file: ReceivedFile): Promise<void> {
  const { data } = await reencode(await pictureBytes(file), { width: SIDE, height: SIDE, fit: 'cover', as: 'png' });
  const stored = await portal.files.put(data);
  try {
    const before = await portal.db.transaction().execute(async (transaction) => {
      await insertStoredFile(transaction, stored);
      const old = await replaceThumbnail(transaction, username, stored.key);
      await deleteStoredFiles(transaction, old === null ? [] : [old]);
      return old;
    });
    if (before !== null) await dropBytes(portal, [before]);
  } catch (error) {
    await dropUnlessKept(portal, [stored.key], error);
    throw error;
  }
}

/** Removes the picture of an account that goes. */
export async function dropPicture(portal: Portal, username: string): Promise<void> {
  const key = (await accountByName(portal.db, username))?.thumbnail ?? null;
  if (key === null) return;
  await portal.db.transaction().execute(async (db) => {
    await updateAccount(db, username, { thumbnail: null });
    await deleteStoredFiles(db, [key]);
  });
  await dropBytes(portal, [key]);
}

/**
 * Where the picture of an account lies.
 * @throws FILE_NOT_FOUND also when the profile is not visible
 */
export async function findPicture(
  portal: Portal,
  caller: Caller,
  username: string,
): Promise<{ key: string; sizeBytes: number; isPublic: boolean }> {
  const account = await accountByName(portal.db, username);
  if (account === undefined || profileDetail(caller, account) === undefined || account.thumbnail === null) throw fail('FILE_NOT_FOUND');
  return { key: account.thumbnail, sizeBytes: await portal.files.sizeOf(account.thumbnail), isPublic: account.access === 'public' };
}
