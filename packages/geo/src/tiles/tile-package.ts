// Vector tile packages (.vtpk): an archive with a description, a style with letters and pictures, and bundles of 128 by 128 tiles each.
// Needs Node. @source the description of the compact cache, version 2, that Esri publishes
import { inflateRawSync } from 'node:zlib';
import { type ArchivePlaces, archivePlaces } from '../formats/archive.ts';
import { type ByteSource, FormatError } from '../formats/format-reader.ts';

/** Tiles along a side of a bundle. */
const BUNDLE_TILES = 128;
/** What a bundle has before its list of places, and the bytes of a place: five for where, three for how long. */
const BUNDLE_HEADER = 64;
const PLACE_BYTES = 8;
const TWO_32 = 4294967296;
/** Longer tiles are no tiles, and longer descriptions and styles none either. */
const LONGEST_TILE = 8 * 1024 * 1024;
const LONGEST_FILE = 16 * 1024 * 1024;
/** Packages hold many small files of letters, and are as large as the world. */
const LIMITS = { maxEntries: 200_000, maxBytes: 2 ** 40, maxRatio: 200, ratioFromBytes: LONGEST_FILE, isReadInPlace: true };
const MOST_ZOOM = 23;

/** The description in the package, as the service of the tiles tells it. */
export type PackageRoot = Readonly<Record<string, unknown>>;

/** A package whose tiles and files are read where they lie. */
export class TilePackage {
  readonly root: PackageRoot;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Files in the archive: what keeping it open costs. */
  readonly count: number;
  private readonly source: ByteSource;
  private readonly places: ArchivePlaces;
  private readonly prefix: string;

  private constructor(
    source: ByteSource,
    places: ArchivePlaces,
    { root, prefix, zooms }: { root: PackageRoot; prefix: string; zooms: ReadonlySet<number> },
  ) {
    this.source = source;
    this.places = places;
    this.count = places.count;
    this.root = root;
    this.prefix = prefix;
    this.minZoom = Math.min(...zooms);
    this.maxZoom = Math.min(MOST_ZOOM, Math.max(...zooms));
  }

  /** Opens a package. @throws FormatError when it is none, or its tiles cannot be read where they lie */
  static async open(source: ByteSource): Promise<TilePackage> {
    const places = await archivePlaces(source, LIMITS).catch((error: unknown) => {
      throw asPackage(error, source);
    });
    const zooms = new Set<number>();
    let first: string | undefined;
    for (const name of places.names) {
      const level = BUNDLE.exec(name)?.[1];
      if (level === undefined) continue;
      first ??= name;
      zooms.add(Number(level));
    }
    const prefix = first?.slice(0, first.lastIndexOf('tile/'));
    const described = prefix === undefined ? undefined : await bytesOf(source, places, `${prefix}root.json`);
    const root = described === undefined ? null : parsed(described);
    if (first === undefined || prefix === undefined || root === null) throw new FormatError('vtpk-not', { file: source.name });
    checkGrid(source, root);
    // One of them is looked at: programs compress all bundles or none.
    const bundle = await places.placeOf(first);
    if (bundle?.isPlain !== true) throw new FormatError('vtpk-packed', { file: source.name });
    if (bundle.size < BUNDLE_HEADER + BUNDLE_TILES * BUNDLE_TILES * PLACE_BYTES) throw new FormatError('vtpk-not', { file: source.name });
    return new TilePackage(source, places, { root, prefix, zooms });
  }

  /** Bytes of a file below `resources`, whatever the case of its name; undefined where there is none. @throws FormatError */
  file(path: string): Promise<Uint8Array | undefined> {
    return bytesOf(this.source, this.places, `${this.prefix}resources/${path}`);
  }

  /** Bytes of a tile as the package has it, compressed as a rule; undefined where it has none. @throws FormatError */
  async tile(z: number, x: number, y: number): Promise<Uint8Array | undefined> {
    const [row, column] = [y, x].map((index) => Math.floor(index / BUNDLE_TILES) * BUNDLE_TILES) as [number, number];
    const hex = (index: number): string => index.toString(16).padStart(4, '0');
    const bundle = await this.places.placeOf(`${this.prefix}tile/l${String(z).padStart(2, '0')}/r${hex(row)}c${hex(column)}.bundle`);
    if (bundle?.isPlain !== true) return undefined;
    const at = BUNDLE_HEADER + PLACE_BYTES * (BUNDLE_TILES * (y % BUNDLE_TILES) + (x % BUNDLE_TILES));
    if (at + PLACE_BYTES > bundle.size) return undefined;
    const bytes = await this.source.read(bundle.at + at, PLACE_BYTES);
    const place = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const start = place.getUint32(0, true) + place.getUint8(4) * TWO_32;
    const size = place.getUint8(5) + place.getUint16(6, true) * 256;
    if (size === 0) return undefined;
    if (size > LONGEST_TILE || start + size > bundle.size)
      throw new FormatError('vtpk-tile', { file: this.source.name, tile: `${z}/${x}/${y}` });
    return this.source.read(bundle.at + start, size);
  }
}

const BUNDLE = /(?:^|\/)tile\/l(\d{2})\/r[0-9a-f]{4,8}c[0-9a-f]{4,8}\.bundle$/;

/** A package is an archive, but nobody who made one has to know that. */
function asPackage(error: unknown, { name }: ByteSource): unknown {
  const isNone = error instanceof FormatError && error.sentence.code === 'zip-broken';
  return isNone ? new FormatError('vtpk-broken', { file: name }, { cause: error }) : error;
}

/** The tiles of the web: others cannot be told by three numbers. @throws FormatError */
function checkGrid(source: ByteSource, { tileInfo }: PackageRoot): void {
  const { spatialReference } = (tileInfo ?? {}) as { spatialReference?: { wkid?: unknown; latestWkid?: unknown } };
  const wkid = Number(spatialReference?.latestWkid ?? spatialReference?.wkid ?? 3857);
  if (wkid !== 3857 && wkid !== 102100) throw new FormatError('vtpk-grid', { file: source.name, wkid: Number.isFinite(wkid) ? wkid : 0 });
}

/** A file of the archive, unpacked; undefined for one that is missing or too long to be one. @throws FormatError */
async function bytesOf(source: ByteSource, places: ArchivePlaces, name: string): Promise<Uint8Array | undefined> {
  const place = await places.placeOf(name);
  if (place === undefined || place.size > LONGEST_FILE || place.packed > LONGEST_FILE) return undefined;
  const bytes = await source.read(place.at, place.packed);
  if (place.isPlain || place.size === 0) return bytes;
  try {
    return inflateRawSync(bytes, { maxOutputLength: place.size });
  } catch (cause) {
    throw new FormatError('zip-entry-broken', { file: source.name, entry: name }, { cause });
  }
}

function parsed(bytes: Uint8Array): PackageRoot | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PackageRoot) : null;
  } catch {
    return null;
  }
}
