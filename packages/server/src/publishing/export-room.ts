// Room for the file of an export, looked at while it is written: what is too large is given up before it has filled the disk.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { freeBytes, noRoom } from '../content/index.ts';
import type { Portal } from '../platform/context.ts';
import { requireDiskRoom } from '../platform/files/disk-room.ts';

/** A check of the file at the path, which will be its owner's. It throws QUOTA_EXCEEDED, or the error of a full disk. */
export async function exportRoom(portal: Portal, owner: string, path: string): Promise<() => Promise<void>> {
  const free = await freeBytes(portal, owner);
  return async () => {
    await requireDiskRoom(dirname(path), 0);
    const written = await stat(path).catch(() => undefined);
    if (written !== undefined && written.size > free) throw noRoom(owner, { username: owner }, free);
  };
}
