// Small pictures of files kept with features: made a few at a time, and remembered, since a public one may be asked for in a loop.
import { refuse } from '@graticule/contract/refusals/refusal';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import { type SmallPicture, smallPicture } from '../../platform/files/small-picture.ts';

/** Few widths, so that nobody makes many pictures of one. */
const WIDTHS = [120, 240, 480] as const;
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** What an entry takes besides its picture; also that a file has none is remembered. */
const ENTRY_BYTES = 256;
/** Pictures that wait to be made, of all who ask for some. */
const MOST_WAITING = 100;

/** The width of the small picture that shows so many pixels: the next one up, at most the widest. @throws INVALID_PARAMETER */
export function smallWidth(asked: number): number {
  if (asked < 1) throw refuse('picture-width', { width: asked });
  return WIDTHS.find((width) => width >= asked) ?? WIDTHS[WIDTHS.length - 1] ?? asked;
}

/** Small pictures in memory; those asked for longest ago leave first. */
export class SmallPictures {
  readonly #make: typeof smallPicture;
  /** Null where a file has none. */
  readonly #kept: BoundedMap<string, SmallPicture | null>;
  readonly #underway = new Map<string, Promise<SmallPicture | undefined>>();
  /** Reading may take much memory, and all processors. */
  readonly #turns = new FairTurns(MOST_WAITING);

  constructor(make = smallPicture, mostBytes = MAX_KEPT_BYTES) {
    this.#make = make;
    this.#kept = new BoundedMap(mostBytes, (picture) => ENTRY_BYTES + (picture?.data.byteLength ?? 0));
  }

  /** The small picture of a stored file; undefined when it has none, or when it cannot be made now. `caller` is who waits for it. */
  async of(file: { key: string; path: string }, width: number, caller: string): Promise<SmallPicture | undefined> {
    const name = `${file.key}-${width}`;
    const known = this.#kept.get(name);
    if (known === undefined) return this.#making(name, file.path, width, caller);
    this.#kept.set(name, known);
    return known ?? undefined;
  }

  /** Makes it once for all who ask for it meanwhile. */
  async #making(name: string, path: string, width: number, caller: string): Promise<SmallPicture | undefined> {
    const begun = this.#underway.get(name);
    if (begun !== undefined) return begun;
    const making = this.#turns.run(caller, async () => {
      const made = await this.#make(path, width);
      this.#kept.set(name, made ?? null);
      return made;
    });
    this.#underway.set(name, making);
    try {
      return await making;
    } finally {
      this.#underway.delete(name);
    }
  }
}
