// Finds the places that the rows of a file name, many rows at a time: one statement for all names that were not asked for before.
import { fail } from '@graticule/contract/errors';
import { sentence } from '@graticule/geo/sentence';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Db } from '../platform/db/database.ts';
import { arePlacesLoaded } from './loaded-places.ts';
import { capitals, type PlaceOfName, placesOfNames, regionNames } from './places.store.ts';
import { placeKey } from './query.rules.ts';
import { bestPlace, type PlaceWish, type PlaceWords, placeWish, RegionNames } from './row-places.rules.ts';

/** Degrees. */
export type FoundPoint = readonly [x: number, y: number];

/** Names asked for in one statement. */
const NAMES_AT_ONCE = 1_000;
/** Words of rows whose place is kept for later rows: files name few places many times. */
const MOST_KEPT = 20_000;

/** Looks up places for the rows of one file. */
export class PlaceFinder {
  readonly #db: Db;
  /** By the words of a row; the latest at the end. */
  readonly #kept = new BoundedMap<string, FoundPoint | null>(MOST_KEPT);
  #capitals: ReadonlyMap<string, FoundPoint> | undefined;
  #regions: RegionNames | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The place of each row, in order; null where none is known by its words. */
  async find(rows: readonly PlaceWords[]): Promise<(FoundPoint | null)[]> {
    const texts = rows.map(({ line = '', name = '', region = '', country = '' }) => `${line}\0${name}\0${region}\0${country}`);
    const fresh = new Map<string, PlaceWish>();
    const found = new Map<string, FoundPoint | null>();
    for (const [i, text] of texts.entries()) {
      if (found.has(text) || fresh.has(text)) continue;
      const kept = this.#kept.get(text);
      if (kept === undefined) fresh.set(text, placeWish(rows[i] ?? {}));
      else {
        found.set(text, kept);
        this.#kept.set(text, kept);
      }
    }
    for (const [text, point] of await this.#look(fresh)) {
      found.set(text, point);
      this.#kept.set(text, point);
    }
    return texts.map((text) => found.get(text) ?? null);
  }

  async #look(wishes: ReadonlyMap<string, PlaceWish>): Promise<[string, FoundPoint | null][]> {
    const all = [...wishes.values()];
    const places = await this.#named(new Set(all.flatMap((wish) => (wish.kind === 'named' ? wish.keys : []))));
    if (all.some((wish) => wish.kind === 'country' || (wish.kind === 'named' && wish.countryItself !== undefined)))
      this.#capitals ??= new Map((await capitals(this.#db)).map(({ country, x, y }) => [country, [x, y]]));
    if (all.some((wish) => wish.kind === 'named' && wish.within.some(({ region }) => region !== undefined)))
      this.#regions ??= new RegionNames((await regionNames(this.#db)).map(placeKey));
    return [...wishes].map(([text, wish]) => [text, this.#pointOf(wish, places)]);
  }

  async #named(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly PlaceOfName[]>> {
    const wanted = [...keys];
    const byKey = new Map<string, PlaceOfName[]>();
    for (let at = 0; at < wanted.length; at += NAMES_AT_ONCE) {
      for (const place of await placesOfNames(this.#db, wanted.slice(at, at + NAMES_AT_ONCE))) {
        const others = byKey.get(place.key);
        const folded = { ...place, region: placeKey(place.region) };
        if (others === undefined) byKey.set(place.key, [folded]);
        else others.push(folded);
      }
    }
    return byKey;
  }

  #pointOf(wish: PlaceWish, places: ReadonlyMap<string, readonly PlaceOfName[]>): FoundPoint | null {
    switch (wish.kind) {
      case 'none':
        return null;
      case 'point':
        return [wish.x, wish.y];
      case 'country':
        return this.#capitals?.get(wish.country) ?? null;
      case 'named': {
        const named = wish.keys.flatMap((key) => places.get(key) ?? []);
        if (wish.keys.length > 1) named.sort((a, b) => b.population - a.population);
        const best = bestPlace(named, wish.within, (wanted) => this.#regions?.has(wanted) === true);
        if (best !== undefined) return [best.x, best.y];
        return (wish.countryItself === undefined ? undefined : this.#capitals?.get(wish.countryItself)) ?? null;
      }
    }
  }
}

/** Makes sure that there are places to be found. @throws UNREADABLE_FILE while they are not loaded */
export async function requirePlaces(db: Db): Promise<void> {
  if (!(await arePlacesLoaded(db))) throw fail('UNREADABLE_FILE', { reasons: [sentence('places-not-loaded')] });
}
