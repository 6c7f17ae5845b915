// Tiles in memory, the least recently used ones leaving first; keyed by the layer's version, so old ones are never asked for.

/** A cached tile: gzipped bytes, empty for a tile without features. */
export interface CachedTile {
  bytes: Uint8Array;
  etag: string;
}

/** How much is held of something. */
export interface Held {
  tiles: number;
  bytes: number;
}

interface Entry {
  tile: CachedTile;
  /** The tables that it was drawn from. */
  of: readonly string[];
}

/** What an entry costs beside its bytes. */
const ENTRY_BYTES = 200;

/** A cache bounded by bytes. Requests for a tile that is being made wait for it instead of making it again. */
export class TileCache {
  readonly #limit: number;
  readonly #tiles = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<CachedTile>>();
  /** Totals by table. */
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** The tile of the key, made by `make` when it is not there. `of` names the tables that it is drawn from. */
  async get(key: string, make: () => Promise<CachedTile>, of: readonly string[] = []): Promise<CachedTile> {
    const known = this.kept(key);
    if (known !== undefined) return known;
    const making = this.#making.get(key);
    if (making !== undefined) return making;
    const made = make();
    this.#making.set(key, made);
    try {
      const tile = await made;
      this.#keep(key, { tile, of });
      return tile;
    } finally {
      this.#making.delete(key);
    }
  }

  /** The tile of the key, if it is there. */
  kept(key: string): CachedTile | undefined {
    const known = this.#tiles.get(key);
    if (known === undefined) return undefined;
    this.#tiles.delete(key);
    this.#tiles.set(key, known);
    return known.tile;
  }

  /** Bytes held at the moment. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is held of a table, whatever its version; a tile of several tables counts for each. */
  heldOf(table: string): Held {
    return { tiles: 0, bytes: 0, ...this.#held.get(table) };
  }

  /** Lets the tiles of a table go. */
  drop(table: string): void {
    if (!this.#held.has(table)) return;
    for (const [key, { of }] of this.#tiles) if (of.includes(table)) this.#leave(key);
  }

  #keep(key: string, entry: Entry): void {
    const size = sizeOf(entry);
    if (size > this.#limit) return;
    this.#leave(key);
    this.#tiles.set(key, entry);
    this.#count(entry, 1);
    for (const oldest of this.#tiles.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#leave(oldest);
    }
  }

  #leave(key: string): void {
    const entry = this.#tiles.get(key);
    if (entry === undefined) return;
    this.#tiles.delete(key);
    this.#count(entry, -1);
  }

  #count(entry: Entry, by: 1 | -1): void {
    const size = by * sizeOf(entry);
    this.#bytes += size;
    for (const table of entry.of) {
      const { tiles, bytes } = this.heldOf(table);
      if (tiles + by === 0) this.#held.delete(table);
      else this.#held.set(table, { tiles: tiles + by, bytes: bytes + size });
    }
  }
}

const sizeOf = ({ tile }: Entry): number => tile.bytes.length + ENTRY_BYTES;
