// Where log lines go: copied to bytes at once, so that no line lives on as text, and written in portions.
import { write, writeSync } from 'node:fs';

/** One write for each line would cost as much as answering a small request; half of what a pipe holds is some hundred lines. */
const PORTION_BYTES = 32 * 1024;
const FIRST_BYTES = 64 * 1024;
/** Whoever reads the log may be slow: a full pipe is tried again after this time. */
const FULL_PIPE_MS = 50;
/** UTF-8 of one UTF-16 unit. */
const MOST_BYTES_OF_UNIT = 3;

/** A destination of the log on a file descriptor. */
export class LogPortions {
  readonly #file: number;
  /** Lines that nobody has begun to write, and a spare to gather those that come meanwhile. */
  #bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  #spare: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #isWriting = false;
  #isClosed = false;

  constructor(file: number) {
    this.#file = file;
  }

  /** Takes one line. */
  write(line: string): void {
    if (this.#isClosed) return;
    const most = line.length * MOST_BYTES_OF_UNIT;
    if (this.#length + most > this.#bytes.length) this.#grow(this.#length + most);
    this.#length += this.#bytes.write(line, this.#length);
    if (this.#length >= PORTION_BYTES) this.flush();
  }

  /** Begins to write what is there. */
  flush(): void {
    if (this.#isWriting || this.#length === 0) return;
    const [portion, length] = [this.#bytes, this.#length];
    this.#bytes = this.#spare;
    this.#length = 0;
    this.#isWriting = true;
    this.#writeOut(portion, 0, length);
  }

  /** Writes what nobody has begun to write, and waits for it: for the end of the process. */
  flushNow(): void {
    try {
      for (let at = 0; at < this.#length; ) at += writeSync(this.#file, this.#bytes, at, this.#length - at);
    } catch {
      // Nobody reads any more, or not fast enough for the end.
    }
    this.#length = 0;
  }

  #writeOut(portion: Buffer, from: number, to: number): void {
    write(this.#file, portion, from, to - from, null, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => this.#writeOut(portion, from, to), FULL_PIPE_MS);
      if (error === null && from + written < to) return this.#writeOut(portion, from + written, to);
      // Nobody reads any more.
      if (error !== null) this.#isClosed = true;
      // One that grew because the reader was slow is not kept.
      this.#spare = portion.length > FIRST_BYTES ? Buffer.allocUnsafe(FIRST_BYTES) : portion;
      this.#isWriting = false;
      if (this.#length >= PORTION_BYTES) this.flush();
    });
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafe(Math.max(least, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
