// Room on the disk of the server, looked at before much is written to it.
import { statfs } from 'node:fs/promises';

/** Less free space than this makes the portal report itself as not ready. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Bytes that are free on the disk of a folder. */
export async function freeDiskBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** @throws the error of a full disk when so many more bytes would leave the portal without room */
export async function requireDiskRoom(dir: string, moreBytes: number): Promise<void> {
  if ((await freeDiskBytes(dir)) - moreBytes >= MIN_FREE_BYTES) return;
  throw Object.assign(new Error(`there is no room for ${moreBytes} bytes on the disk`), { code: 'ENOSPC' });
}
