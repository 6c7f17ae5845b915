// Vector tile packages (.vtpk): an archive with a description, a style with letters and pictures, and bundles of 128 by 128 tiles each.
// Needs Node. @source the description of the compact cache, version 2, that Esri publishes
import { type ArchivePlaces, archivePlaces, openArchive } from '../formats/archive.ts';
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
const LIMITS = { maxEntries: 100_000, maxBytes: 2 ** 40, maxRatio: 200, ratioFromBytes: LONGEST_FILE };
const MOST_ZOOM = 23;

/** The description in the package, as the service of the tiles tells it. */
export type PackageRoot = Readonly<Record<string, unknown>>;

/** A package whose tiles and files are read where they lie. */
export class TilePackage {
  readonly root: PackageRoot;
  readonly minZoom: number;
  readonly maxZoom: number;
  private readonly source: ByteSource;
  private readonly places: ArchivePlaces;
  /** Names by small letters: programs write them differently. */
  private readonly names: ReadonlyMap<string, string>;
  private readonly prefix: string;

  private constructor(
    source: ByteSource,
    places: ArchivePlaces,
    { root, prefix, names }: { root: PackageRoot; prefix: string; names: ReadonlyMap<string, string> },
  ) {
    this.source = source;
    this.places = places;
    this.root = root;
    this.prefix = prefix;
    this.names = names;
    const levels = [...names.keys()].flatMap((name) => (name.startsWith(prefix) ? (LEVEL.exec(name.slice(prefix.length))?.[1] ?? []) : []));
    const zooms = levels.map(Number);
    this.minZoom = Math.max(0, Math.min(...zooms));
    this.maxZoom = Math.min(MOST_ZOOM, Math.max(...zooms));
  }

  /** Opens a package. @throws FormatError when it is none, or its tiles cannot be read where they lie */
  static async open(source: ByteSource): Promise<TilePackage> {
    const places = await archivePlaces(source, LIMITS);
    const names = new Map([...places.names].map((name) => [name.toLowerCase(), name]));
    const bundles = [...names.keys()].filter((name) => BUNDLE.test(name));
    const prefix = bundles[0] === undefined ? undefined : bundles[0].slice(0, bundles[0].lastIndexOf('tile/'));
    const described = prefix === undefined ? undefined : names.get(`${prefix}root.json`);
    if (prefix === undefined || described === undefined) throw new FormatError('vtpk-not', { file: source.name });
    const root = parsed(await unpacked(source, described));
    if (root === null) throw new FormatError('vtpk-not', { file: source.name });
    checkGrid(source, root);
    const found = new TilePackage(source, places, { root, prefix, names });
    // One of each is looked at: programs compress all bundles or none.
    const place = await places.placeOf(names.get(bundles[0] as string) as string);
    if (place === undefined) throw new FormatError('vtpk-packed', { file: source.name });
    if (place.size < BUNDLE_HEADER + BUNDLE_TILES * BUNDLE_TILES * PLACE_BYTES) throw new FormatError('vtpk-not', { file: source.name });
    return found;
  }

  /** Bytes of a file below `resources`; undefined where there is none. @throws FormatError */
  async file(path: string): Promise<Uint8Array | undefined> {
    const name = this.names.get(`${this.prefix}resources/${path.toLowerCase()}`);
    if (name === undefined) return undefined;
    const place = await this.places.placeOf(name);
    if (place === undefined) return unpacked(this.source, name);
    return place.size > LONGEST_FILE ? undefined : this.source.read(place.at, place.size);
  }

  /** Bytes of a tile as the package has it, compressed as a rule; undefined where it has none. @throws FormatError */
  async tile(z: number, x: number, y: number): Promise<Uint8Array | undefined> {
    const [row, column] = [y, x].map((index) => Math.floor(index / BUNDLE_TILES) * BUNDLE_TILES) as [number, number];
    const hex = (index: number): string => index.toString(16).padStart(4, '0');
    const name = this.names.get(`${this.prefix}tile/l${String(z).padStart(2, '0')}/r${hex(row)}c${hex(column)}.bundle`);
    const bundle = name === undefined ? undefined : await this.places.placeOf(name);
    if (bundle === undefined) return undefined;
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

const BUNDLE = /(?:^|\/)tile\/l\d{2}\/r[0-9a-f]{4,8}c[0-9a-f]{4,8}\.bundle$/;
const LEVEL = /^tile\/l(\d{2})\//;

/** The tiles of the web: others cannot be told by three numbers. @throws FormatError */
function checkGrid(source: ByteSource, { tileInfo }: PackageRoot): void {
  const { spatialReference } = (tileInfo ?? {}) as { spatialReference?: { wkid?: unknown; latestWkid?: unknown } };
  const wkid = Number(spatialReference?.latestWkid ?? spatialReference?.wkid ?? 3857);
  if (wkid !== 3857 && wkid !== 102100) throw new FormatError('vtpk-grid', { file: source.name, wkid: Number.isFinite(wkid) ? wkid : 0 });
}

async function unpacked(source: ByteSource, name: string): Promise<Uint8Array> {
  const archive = await openArchive(source, LIMITS);
  try {
    if (archive.sizeOf(name) > LONGEST_FILE) throw new FormatError('vtpk-not', { file: source.name });
    const pieces: Uint8Array[] = [];
    for await (const piece of archive.stream(name)) pieces.push(Uint8Array.from(piece));
    return Buffer.concat(pieces);
  } finally {
    archive.close();
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
