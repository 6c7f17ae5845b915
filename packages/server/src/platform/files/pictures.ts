// Pictures that people upload: re-encoded, so that nothing of the sender's file is served.
import { readFile } from 'node:fs/promises';
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import type { FileStore, StoredFile } from './file-store.ts';

const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const MAX_PICTURE_PIXELS = 60_000_000;

/** A thumbnail as stored. */
export interface StoredThumbnail {
  file: StoredFile;
  columns: { thumbnail_key: string; thumbnail_name: string };
}

/** Re-encodes a picture to at most 600 x 400, so that nothing of the sender's file is served. */
export async function storeThumbnail(files: FileStore, picture: ReceivedFile | string): Promise<StoredThumbnail> {
  const bytes = typeof picture === 'string' ? fromDataUri(picture) : await pictureBytes(picture);
  const { data, extension } = await reencode(bytes, { width: 600, height: 400 });
  const file = await files.put(data);
  // The name changes with the content, so that addresses of thumbnails may be kept by browsers.
  return { file, columns: { thumbnail_key: file.key, thumbnail_name: `thumbnail-${file.sha256.slice(0, 8)}.${extension}` } };
}

/** The bytes of an uploaded picture. @throws TOO_LARGE */
export async function pictureBytes(picture: ReceivedFile): Promise<Uint8Array> {
  if (picture.sizeBytes > MAX_PICTURE_BYTES) throw fail('TOO_LARGE', { values: ['The picture', '10 MB'] });
  return readFile(picture.path);
}

function fromDataUri(uri: string): Uint8Array {
  const match = /^data:image\/(?:png|jpeg|jpg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/.exec(uri.trim());
  if (match?.[1] === undefined) {
    throw fail('INVALID_PARAMETER', {
      values: ['thumbnailurl', 'must be a data:image address; pictures at other addresses are not fetched by this portal'],
    });
  }
  return Buffer.from(match[1], 'base64');
}

/** @throws UNREADABLE_FILE when the bytes are no PNG, JPEG, GIF or WebP picture */
export async function reencode(
  bytes: Uint8Array,
  box: { width: number; height?: number; fit?: 'inside' | 'cover'; as?: 'png' },
): Promise<{ data: Uint8Array; extension: 'png' | 'jpg' }> {
  const sent = pictureKind(bytes);
  if (sent === undefined) throw fail('UNREADABLE_FILE', { values: ['it is not a picture in PNG, JPEG, GIF or WebP format.'] });
  const kind = box.as ?? sent;
  try {
    // Loaded with the first picture: the library takes 9 MB of memory.
    const { default: sharp } = await import('sharp');
    const image = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
      .rotate()
      .resize({
        width: box.width,
        ...(box.height === undefined ? {} : { height: box.height }),
        fit: box.fit ?? 'inside',
        withoutEnlargement: true,
      });
    const data = kind === 'jpg' ? await image.jpeg({ quality: 86 }).toBuffer() : await image.png({ palette: false }).toBuffer();
    return { data, extension: kind };
  } catch (error) {
    throw fail('UNREADABLE_FILE', { values: ['the picture is damaged or too large.'], cause: error });
  }
}

/** Which picture bytes begin, by what stands at their beginning; undefined for other files. */
export function pictureKind(bytes: Uint8Array): 'png' | 'jpg' | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  const isOther = head.startsWith('\x89PNG') || head.startsWith('GIF8') || (head.startsWith('RIFF') && head.endsWith('WEBP'));
  return isOther ? 'png' : undefined;
}
