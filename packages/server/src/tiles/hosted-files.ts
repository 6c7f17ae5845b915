// Letters and pictures of a vector tile service of hosted layers.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { HostedService } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import { glyphsOf } from './glyphs.ts';
import { type Sprite, spriteOf } from './sprite.ts';
import { picturesOf } from './style-pictures.ts';
import { tileParts } from './tile-service.ts';

/** A file below `resources` as it is sent. */
export interface HostedFile {
  contentType: string;
  bytes: Uint8Array;
  /** Entity tag without quotes. */
  etag: string;
  isZipped: boolean;
  /** Whether it stays as it is for long. */
  isLasting: boolean;
}

/** The sprite of the layers that the caller may read. */
export function spriteOfService(portal: Portal, service: HostedService): Promise<Sprite> {
  const pictures = picturesOf(tileParts(service).map(({ layer }) => layer));
  return spriteOf(portal, pictures, service);
}

const LETTERS = /^fonts\/([^/]{1,1000})\/([^/]+)\.pbf$/;
const PICTURES = /^sprites\/sprite(@2x)?\.(json|png)$/;

/** The letters of a range of any font; undefined for what is no range. */
export async function lettersOf(fonts: string, range: string): Promise<HostedFile | undefined> {
  const glyphs = await glyphsOf(fonts, range);
  return glyphs && { contentType: 'application/x-protobuf', ...glyphs, isZipped: true, isLasting: true };
}

/** The file at a path below `resources`: letters of any font, and the sprite. @throws FILE_NOT_FOUND */
export async function hostedFile(portal: Portal, service: HostedService, path: string): Promise<HostedFile> {
  const [, fonts, range = ''] = LETTERS.exec(path) ?? [];
  const letters = fonts === undefined ? undefined : await lettersOf(fonts, range);
  if (letters !== undefined) return letters;
  const [, sharp, kind] = PICTURES.exec(path) ?? [];
  if (kind === undefined) throw refuse('tile-file', { path: path.slice(0, 200) });
  const { index, png, etag } = (await spriteOfService(portal, service)).sheets[sharp === undefined ? 1 : 2];
  const sent =
    kind === 'json' ? { contentType: 'application/json; charset=utf-8', bytes: index } : { contentType: 'image/png', bytes: png };
  return { ...sent, etag: `${etag}-${kind}`, isZipped: false, isLasting: false };
}
