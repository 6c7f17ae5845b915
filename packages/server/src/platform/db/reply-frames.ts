// Walks over the messages of a database's reply as they arrive in pieces, leaving out those that must not be sent.

const HEADER = 5;

/** Splits a reply into protocol messages, across the borders of its pieces. */
export class ReplyFrames {
  /** Whether an error was among the messages. */
  failed = false;
  readonly #drop: number;
  #header: number[] = [];
  #left = 0;
  #dropping = false;

  /** `drop` is the letter of the messages to leave out, or the empty text for none. */
  constructor(drop: '' | 'Z') {
    this.#drop = drop === '' ? -1 : drop.charCodeAt(0);
  }

  /** What of a piece is to be sent. */
  take(piece: Uint8Array): Uint8Array {
    const kept = new Uint8Array(piece.length + HEADER);
    let size = 0;
    let at = 0;
    while (at < piece.length) {
      if (this.#left > 0) {
        const end = Math.min(piece.length, at + this.#left);
        if (!this.#dropping) {
          kept.set(piece.subarray(at, end), size);
          size += end - at;
        }
        this.#left -= end - at;
        at = end;
        continue;
      }
      this.#header.push(piece[at++] ?? 0);
      if (this.#header.length < HEADER) continue;
      const [type = 0, a = 0, b = 0, c = 0, d = 0] = this.#header;
      this.#left = ((a << 24) | (b << 16) | (c << 8) | d) - 4;
      this.#dropping = type === this.#drop;
      this.failed ||= type === 0x45;
      if (!this.#dropping) {
        kept.set(this.#header, size);
        size += HEADER;
      }
      this.#header = [];
    }
    return kept.subarray(0, size);
  }
}
