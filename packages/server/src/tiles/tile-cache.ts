// Tiles in memory, the least recently used ones leaving first; keyed by the layer's version, so old ones are never asked for.

/** A cached tile: gzipped bytes, empty for a tile without features. */
export interface CachedTile {
  bytes: Uint8Array;
  etag: string;
}

/** What an entry costs beside its bytes. */
const ENTRY_BYTES = 200;

/** A cache bounded by bytes. Requests for a tile that is being made wait for it instead of making it again. */
export class TileCache {
  readonly #limit: number;
  readonly #tiles = new Map<string, CachedTile>();
  readonly #making = new Map<string, Promise<CachedTile>>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** The tile of the key, made by `make` when it is not there. */
  async get(key: string, make: () => Promise<CachedTile>): Promise<CachedTile> {
    const known = this.kept(key);
    if (known !== undefined) return known;
    const making = this.#making.get(key);
    if (making !== undefined) return making;
    const made = make();
    this.#making.set(key, made);
    try {
      const tile = await made;
      this.#keep(key, tile);
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
    return known;
  }

  /** Bytes held at the moment. */
  get bytes(): number {
    return this.#bytes;
  }

  #keep(key: string, tile: CachedTile): void {
    const size = tile.bytes.length + ENTRY_BYTES;
    if (size > this.#limit) return;
    this.#tiles.set(key, tile);
    this.#bytes += size;
    for (const [oldest, old] of this.#tiles) {
      if (this.#bytes <= this.#limit) break;
      this.#tiles.delete(oldest);
      this.#bytes -= old.bytes.length + ENTRY_BYTES;
    }
  }
}
