// Pictures of people: checked, made small, kept in the file store.
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import { accountByName, updateAccount } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
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
  const before = (await accountByName(portal.db, username))?.thumbnail ?? null;
  const stored = await portal.files.put(data);
  await portal.db.transaction().execute(async (transaction) => {
    await insertStoredFile(transaction, stored);
    await updateAccount(transaction, username, { thumbnail: stored.key });
    if (before !== null) await deleteStoredFiles(transaction, [before]);
  });
  if (before !== null) await portal.files.remove(before);
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
