// Sends a stored picture, smaller where a client asks for fewer pixels.
import { readFile } from 'node:fs/promises';
import type { FileStore } from '../files/file-store.ts';
import { reencode } from '../files/pictures.ts';
import { RawReply, type StoredFileReply, storedFileReply } from './reply.ts';
import type { HttpFacts } from './request.ts';

/** Pictures are stored with at most so many pixels across: a wider one does not exist. */
const WIDEST = 600;

/** A stored picture; with `width` scaled down to so many pixels across. */
export async function pictureReply(
  files: FileStore,
  http: HttpFacts,
  { width, ...file }: StoredFileReply & { width: number | undefined },
): Promise<RawReply> {
  if (width === undefined || width < 1 || width >= WIDEST) return storedFileReply(files, http, file);
  const etag = `"${file.etag ?? file.key}-${width}"`;
  const headers = {
    'cache-control': file.isPublic ? 'public, max-age=3600' : 'private, no-cache',
    'x-content-type-options': 'nosniff',
    etag,
  };
  if (http.ifNoneMatch?.includes(etag)) return new RawReply(file.contentType, null, { status: 304, headers });
  const { data, extension } = await reencode(await readFile(files.pathOf(file.key)), { width });
  return new RawReply(extension === 'jpg' ? 'image/jpeg' : 'image/png', data, { headers });
}
