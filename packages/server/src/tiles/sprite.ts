// The sprite of a service: the pictures of its symbols on one sheet, for plain and for sharp screens.
import { createHash } from 'node:crypto';
import type { HostedService } from '../features/index.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import { etagOf } from './etag.ts';
import { readSource, type Source } from './sprite-source.ts';
import { SpriteTurns } from './sprite-turns.ts';
import type { SymbolPicture } from './style-pictures.ts';

/** Pixels of all pictures together; on the sheet for sharp screens there are four times as many. */
const MOST_PIXELS = 512 * 512;
/** Pixels that are read for them: of each picture those of its file, which is gone through for every size. */
const MOST_READ_PIXELS = 32 * 512 * 512;
const SHEET_WIDTH = 512;
const KEPT_BYTES = 32 * 1024 * 1024;
/** What a sprite takes besides its sheets, for each picture. */
const ENTRY_BYTES = 300;

/** Pixels to one of a plain screen. */
type Ratio = 1 | 2;

/** One sheet with the list of what is on it. */
export interface Sheet {
  /** The JSON of the list. */
  index: Uint8Array;
  png: Uint8Array;
  etag: string;
}

/** Pictures that could be read, at both ratios. */
export interface Sprite {
  names: ReadonlySet<string>;
  sheets: Readonly<Record<Ratio, Sheet>>;
}

/** Of no pictures, a sheet of one clear pixel: clients ask for it and report a file that is not there as a fault. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQImWNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);
const EMPTY: Sprite = { names: new Set(), sheets: { 1: sheetOf({}, ONE_PIXEL), 2: sheetOf({}, ONE_PIXEL) } };

const sprites = perPortal(() => new Sprites());

/** Who waits for a sprite. */
type Asking = Pick<HostedService, 'itemId' | 'orgId'>;

/** The sprite of these pictures, whose names tell them apart. `service` waits for it in turn with others; where too many wait it goes without pictures. */
export async function spriteOf(portal: Portal, pictures: readonly SymbolPicture[], service: Asking): Promise<Sprite> {
  return sprites(portal).of(pictures, service);
}

class Sprites {
  readonly #kept = new BoundedMap<string, Sprite>(KEPT_BYTES, (sprite) => {
    const { 1: plain, 2: sharp } = sprite.sheets;
    return plain.png.length + sharp.png.length + ENTRY_BYTES * (1 + sprite.names.size);
  });
  readonly #underway = new Map<string, Promise<Sprite>>();
  /** Reading pictures takes processors. */
  readonly #turns = new SpriteTurns();

  async of(pictures: readonly SymbolPicture[], service: Asking): Promise<Sprite> {
    if (pictures.length === 0) return EMPTY;
    const key = createHash('sha256')
      .update(pictures.map(({ name }) => name).join())
      .digest('base64url');
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      // What is asked for stays.
      this.#kept.set(key, kept);
      return kept;
    }
    const begun = this.#underway.get(key);
    if (begun !== undefined) return begun;
    const making = this.#make(key, pictures, service);
    this.#underway.set(key, making);
    try {
      return await making;
    } finally {
      this.#underway.delete(key);
    }
  }

  async #make(key: string, pictures: readonly SymbolPicture[], service: Asking): Promise<Sprite> {
    const made = await this.#turns.run(service, () => drawSprite(pictures));
    if (made === undefined) return EMPTY;
    this.#kept.set(key, made);
    return made;
  }
}

/** A picture that was read: its pixels for each ratio. */
interface Drawn {
  name: string;
  width: number;
  height: number;
  pixels: Readonly<Record<Ratio, Uint8Array>>;
}

/** Draws both sheets; pictures that cannot be read, or find no place any more, are left out. Each file is read once, however many sizes it has. */
export async function drawSprite(pictures: readonly SymbolPicture[], read = readSource): Promise<Sprite> {
  const drawn: Drawn[] = [];
  const sources = new Map<string, Source | undefined>();
  let [left, unread] = [MOST_PIXELS, MOST_READ_PIXELS];
  for (const picture of pictures) {
    const size = picture.width * picture.height;
    if (size > left) continue;
    if (!sources.has(picture.source)) sources.set(picture.source, await read(picture.data, unread));
    const source = sources.get(picture.source);
    if (source === undefined || source.width * source.height > unread) continue;
    unread -= source.width * source.height;
    const found = await drawPicture(picture, source);
    if (found === undefined) continue;
    left -= size;
    drawn.push(found);
  }
  if (drawn.length === 0) return EMPTY;
  const places = placed(drawn);
  return { names: new Set(drawn.map(({ name }) => name)), sheets: { 1: await drawSheet(places, 1), 2: await drawSheet(places, 2) } };
}

async function drawPicture({ name, width, height }: SymbolPicture, source: Source): Promise<Drawn | undefined> {
  const { pixels: sent } = source;
  if (sent === undefined) return undefined;
  const { default: sharp } = await import('sharp');
  const sized = (ratio: Ratio): Promise<Uint8Array> =>
    sharp(sent, { raw: { width: source.width, height: source.height, channels: 4 } })
      .resize({ width: width * ratio, height: height * ratio, fit: 'fill' })
      .raw()
      .toBuffer();
  try {
    return { name, width, height, pixels: { 1: await sized(1), 2: await sized(2) } };
  } catch {
    return undefined;
  }
}

interface Place extends Drawn {
  x: number;
  y: number;
}

/** Places in rows, the highest pictures first, with a pixel between them so that none shows at the edge of another. */
function placed(drawn: readonly Drawn[]): Place[] {
  let [x, y, rowHeight] = [0, 0, 0];
  return [...drawn]
    .sort((a, b) => b.height - a.height)
    .map((picture) => {
      if (x > 0 && x + picture.width > SHEET_WIDTH) [x, y, rowHeight] = [0, y + rowHeight + 1, 0];
      const place = { ...picture, x, y };
      x += picture.width + 1;
      rowHeight = Math.max(rowHeight, picture.height);
      return place;
    });
}

async function drawSheet(places: readonly Place[], ratio: Ratio): Promise<Sheet> {
  const width = Math.max(...places.map((place) => (place.x + place.width) * ratio));
  const height = Math.max(...places.map((place) => (place.y + place.height) * ratio));
  const sheet = Buffer.alloc(width * height * 4);
  for (const place of places) {
    const row = place.width * ratio * 4;
    for (let line = 0; line < place.height * ratio; line++)
      sheet.set(place.pixels[ratio].subarray(line * row, (line + 1) * row), ((place.y * ratio + line) * width + place.x * ratio) * 4);
  }
  const { default: sharp } = await import('sharp');
  const png = await sharp(sheet, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const index = Object.fromEntries(
    places.map(({ name, ...at }) => [
      name,
      { x: at.x * ratio, y: at.y * ratio, width: at.width * ratio, height: at.height * ratio, pixelRatio: ratio },
    ]),
  );
  return sheetOf(index, png);
}

function sheetOf(places: object, png: Uint8Array): Sheet {
  const index = Buffer.from(JSON.stringify(places));
  return { index, png, etag: etagOf(png, index) };
}
