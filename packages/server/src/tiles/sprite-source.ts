// The file of a picture symbol, read into pixels.
import { pictureKind } from '../platform/files/pictures.ts';

/** Pixels of a picture as it was sent: symbols are small. */
const MOST_SOURCE_PIXELS = 512 * 512;
const MOST_SECONDS = 2;

/** A picture whose size is known. @units pixels as it was sent */
export interface Source {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each; undefined where they could not be read in the end, which may have taken as long. */
  pixels: Uint8Array | undefined;
}

/** Reads a picture from base64; undefined for what is none, or has too many pixels for a symbol, or more than `most`: of these only the head is read. */
export async function readSource(data: string, most: number): Promise<Source | undefined> {
  const bytes = Buffer.from(data, 'base64');
  // The library would also read drawings (SVG) and whatever else it knows: the bytes decide.
  if (pictureKind(bytes) === undefined) return undefined;
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: MOST_SOURCE_PIXELS, failOn: 'error' } as const;
  const size = await sharp(bytes, options)
    .metadata()
    .catch(() => undefined);
  if (size === undefined || size.width * size.height > Math.min(most, MOST_SOURCE_PIXELS)) return undefined;
  const { width, height } = size;
  const pixels = await sharp(bytes, options)
    .timeout({ seconds: MOST_SECONDS })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
    .catch(() => undefined);
  return { width, height, pixels: pixels?.length === width * height * 4 ? pixels : undefined };
}
