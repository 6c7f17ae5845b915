// Small pictures of files kept with features: made a few at a time, and remembered, since a public one may be asked for in a loop.
import { fail } from '@graticule/contract/errors';
import { Turns } from '../../identity/index.ts';
import { type SmallPicture, smallPicture } from '../../platform/files/small-picture.ts';

/** Few widths, so that nobody makes many pictures of one. */
const WIDTHS = [120, 240, 480] as const;
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** What an entry takes besides its picture; also that a file has none is remembered. */
const ENTRY_BYTES = 256;

/** The width of the small picture that shows so many pixels: the next one up, at most the widest. @throws INVALID_PARAMETER */
export function smallWidth(asked: number): number {
  if (asked < 1) throw fail('INVALID_PARAMETER', { values: ['w', 'must be 1 or more'] });
  return WIDTHS.find((width) => width >= asked) ?? WIDTHS[WIDTHS.length - 1] ?? asked;
}

/** Small pictures in memory; those asked for longest ago leave first. */
export class SmallPictures {
  readonly #make: typeof smallPicture;
  readonly #mostBytes: number;
  readonly #kept = new Map<string, SmallPicture | null>();
  #bytes = 0;
  /** Reading may take much memory, and all processors. */
  readonly #turns = new Turns(1, 100);

  constructor(make = smallPicture, mostBytes = MAX_KEPT_BYTES) {
    this.#make = make;
    this.#mostBytes = mostBytes;
  }

  /** The small picture of a stored file; undefined when it has none. @throws TOO_MANY_REQUESTS when too many wait already */
  async of(file: { key: string; path: string }, width: number): Promise<SmallPicture | undefined> {
    const name = `${file.key}-${width}`;
    const known = this.#known(name);
    if (known !== undefined) return known ?? undefined;
    return this.#turns.run(name, async () => {
      // Somebody else may have asked for it meanwhile.
      const meanwhile = this.#known(name);
      if (meanwhile !== undefined) return meanwhile ?? undefined;
      const made = await this.#make(file.path, width);
      this.#keep(name, made ?? null);
      return made;
    });
  }

  #known(name: string): SmallPicture | null | undefined {
    const known = this.#kept.get(name);
    if (known === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, known);
    return known;
  }

  #keep(name: string, picture: SmallPicture | null): void {
    this.#kept.set(name, picture);
    this.#bytes += sizeOf(picture);
    for (const [oldest, value] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= sizeOf(value);
    }
  }
}

function sizeOf(picture: SmallPicture | null): number {
  return ENTRY_BYTES + (picture?.data.byteLength ?? 0);
}
