// The letters that tiles of hosted layers are labelled with: drawn beforehand from the fonts of the pages, one file for each range of 256.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { FONT } from '@graticule/geo/basemap/faces';
import { etagOf } from './etag.ts';

const zipped = promisify(gzip);
const FOLDER = join(import.meta.dirname, '../../glyphs');

/** Names of the faces that there are, as styles write them. */
export const FACES = FONT;

const FOLDERS: Readonly<Record<string, string>> = {
  [FACES.regular]: 'regular',
  [FACES.semiBold]: 'semi-bold',
  [FACES.italic]: 'italic',
};

/** Letters as they are sent: gzipped. */
export interface Glyphs {
  bytes: Uint8Array;
  etag: string;
}

/** Every range of every face was read once at most: some 3 MB. */
const kept = new Map<string, Promise<Glyphs>>();

/**
 * The letters of a range (`0-255`) in the first of several fonts that there is, else in the one most like them; none for a script that no font has.
 * @shape Undefined for what is no range
 */
export async function glyphsOf(fonts: string, range: string): Promise<Glyphs | undefined> {
  const [, first = '', last = ''] = /^(\d{1,5})-(\d{1,5})$/.exec(range) ?? [];
  const start = Number(first);
  if (first === '' || start % 256 !== 0 || start > 0xff00 || Number(last) !== start + 255) return undefined;
  const face = faceOf(fonts);
  const key = `${face}/${start}`;
  const known = kept.get(key) ?? readGlyphs(face, `${start}-${start + 255}`);
  kept.set(key, known);
  // One that could not be read may be there another time.
  known.catch(() => kept.delete(key));
  return known;
}

/** The face for a list of fonts, `One,Other`. */
export function faceOf(fonts: string): string {
  const names = fonts.split(',').map((name) => name.trim().toLowerCase());
  const faces = Object.values(FACES);
  const [wanted = ''] = names;
  const same = names.flatMap((name) => faces.find((face) => face.toLowerCase() === name) ?? []);
  if (same[0] !== undefined) return same[0];
  if (/bold|black|heavy/.test(wanted)) return FACES.semiBold;
  return /italic|oblique/.test(wanted) ? FACES.italic : FACES.regular;
}

async function readGlyphs(face: string, range: string): Promise<Glyphs> {
  const bytes = (await storedGlyphs(face, range)) ?? (await zipped(noLetters(face, range)));
  return { bytes, etag: etagOf(bytes) };
}

async function storedGlyphs(face: string, range: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(join(FOLDER, FOLDERS[face] ?? '', `${range}.pbf.gz`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A font without letters: clients draw what is missing themselves or leave it out, and report a file that is not there as a fault. */
function noLetters(face: string, range: string): Uint8Array {
  const text = (tag: number, value: string): number[] => [tag, value.length, ...Buffer.from(value)];
  const stack = [...text(0x0a, face), ...text(0x12, range)];
  return Uint8Array.from([0x0a, stack.length, ...stack]);
}
