// Names for statements that come again and again, so that a connection parses each of them once. Which texts those are is learned:
// clients choose fields and conditions, so their number has no end.

/** A text gets its name when it comes so often. */
const OFTEN = 3;
/** The most names at a time: each costs memory in every connection that used it. */
const MOST_NAMES = 100;
/** Texts that are counted at a time. */
const MOST_COUNTED = 1_000;
/** Longer texts hold lists that a caller made up: every connection would keep their plans, which are many times as large. */
const LONGEST_TEXT = 8_000;

/** Names by text; the one that was not used for longest gives way. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #live = new Set<string>();
  readonly #counts = new Map<string, number>();
  /** The text that was used last: it need not be moved to the end. */
  #newest: string | undefined;
  #made = 0;

  /** The name of a text that comes often; undefined for others. */
  nameFor(text: string): string | undefined {
    if (text.length > LONGEST_TEXT) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) {
      if (text !== this.#newest) {
        this.#names.delete(text);
        this.#names.set(text, known);
        this.#newest = text;
      }
      return known;
    }
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (this.#counts.size >= MOST_COUNTED) this.#counts.clear();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const [oldest] = this.#names.keys();
    if (this.#names.size >= MOST_NAMES && oldest !== undefined) this.forget(oldest);
    const name = `g${++this.#made}`;
    this.#names.set(text, name);
    this.#newest = text;
    this.#live.add(name);
    return name;
  }

  /** Takes the name of a text away. */
  forget(text: string): void {
    this.#live.delete(this.#names.get(text) ?? '');
    this.#names.delete(text);
  }

  /** Whether the name is still in use. */
  isLive(name: string): boolean {
    return this.#live.has(name);
  }
}
