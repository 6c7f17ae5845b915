// Small pictures of files as people sent them: their pixels are counted before any is read, and nothing but pixels is kept.
import { open } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { pictureKind } from './pictures.ts';

/** The pixels of the largest cameras. Pictures that are read line by line take little memory, however many there are. */
const MAX_PIXELS = 120_000_000;
/** A line is held at once. */
const MAX_SIDE = 65_535;
/** What a picture may take that can only be read as a whole. */
const MAX_WHOLE_BYTES = 256 * 1024 * 1024;
const MAX_SECONDS = 10;

/** A picture of few pixels. */
export interface SmallPicture {
  contentType: 'image/jpeg' | 'image/png';
  data: Uint8Array;
}

/**
 * The picture that lies at a path, upright and with at most so many pixels across and twice as many down; of a film its first picture.
 * Undefined for what is no PNG, JPEG, GIF or WebP picture, is damaged, or takes too much to read. A file that is missing fails.
 */
export async function smallPicture(path: string, width: number): Promise<SmallPicture | undefined> {
  // The library would also read drawings (SVG) and whatever else it knows: the bytes decide, not the name.
  if (pictureKind(await firstBytes(path)) === undefined) return undefined;
  try {
    const { default: sharp } = await import('sharp');
    const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
    const facts = await image.metadata();
    if (!isBearable(facts)) return undefined;
    const small = image
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true });
    // Neither writes what else the file holds: where the picture was taken stays with the original.
    return facts.hasAlpha
      ? { contentType: 'image/png', data: await small.png({ palette: false }).toBuffer() }
      : { contentType: 'image/jpeg', data: await small.jpeg({ quality: 82 }).toBuffer() };
  } catch {
    return undefined;
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether a picture can be read without taking much memory, told from its head. */
export function isBearable(
  facts: Pick<Metadata, 'format' | 'width' | 'height' | 'depth' | 'isProgressive' | 'chromaSubsampling' | 'orientation'>,
): boolean {
  const { format, width, height } = facts;
  if (!/^(jpeg|png|gif|webp)$/.test(format) || Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) return false;
  if (format === 'jpeg') {
    // Pictures that come in several passes keep two bytes of each channel until the last.
    const channels = facts.chromaSubsampling === '4:2:0' ? 1.5 : 4;
    return !facts.isProgressive || width * height * channels * 2 <= MAX_WHOLE_BYTES;
  }
  // Lines that stand in another order, or are turned, are not there before all are.
  const isWhole = format !== 'png' || facts.isProgressive || (facts.orientation ?? 1) > 1;
  return !isWhole || width * height * 4 * (facts.depth === 'ushort' ? 2 : 1) <= MAX_WHOLE_BYTES;
}
