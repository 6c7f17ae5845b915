// The file that came with a call, not of an item: it goes when its job is over.
import type { Portal } from '../platform/context.ts';
import { dropBytes } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles } from '../platform/files/stored-files.store.ts';

/** Forgets the file of a job that has one of its own. */
export async function forgetFile(portal: Portal, payload: { ownFile: boolean; fileKey: string }): Promise<void> {
  if (!payload.ownFile) return;
  await deleteStoredFiles(portal.db, [payload.fileKey]);
  await dropBytes(portal, [payload.fileKey]);
}
