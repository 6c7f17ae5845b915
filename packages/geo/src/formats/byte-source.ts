// Byte sources over memory and over browser files. (Disk files are wrapped by the server.)
import type { ByteSource } from './format-reader.ts';

const PIECE = 1 << 16;

/** Bytes that are in memory already. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    async *stream(offset = 0) {
      for (let at = offset; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    },
  };
}

/** A file that a person dropped on the page. */
export function blobSource(name: string, blob: Blob): ByteSource {
  const read = async (offset: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  return {
    name,
    size: blob.size,
    read,
    async *stream(offset = 0) {
      for (let at = offset; at < blob.size; at += PIECE * 4) yield read(at, PIECE * 4);
    },
  };
}

/** Reads a source forward in exact lengths; waits for bytes only when it must. */
export class ByteCursor {
  /** Place of the next byte in the file. */
  position: number;
  private readonly pieces: AsyncIterator<Uint8Array>;
  private buffer: Uint8Array = new Uint8Array(0);
  private at = 0;
  /** Bytes of the buffer that were read. */
  private size = 0;
  private ended = false;

  constructor(source: ByteSource, offset = 0) {
    this.position = offset;
    this.pieces = source.stream(offset)[Symbol.asyncIterator]();
  }

  /** Whether `take(length)` can give all the bytes now. */
  has(length: number): boolean {
    return this.size - this.at >= length;
  }

  /** Waits until `length` bytes are there; false when the file ends before. */
  async fill(length: number): Promise<boolean> {
    while (!this.has(length) && !this.ended) {
      const next = await this.pieces.next();
      if (next.done === true) this.ended = true;
      else this.append(next.value);
    }
    return this.has(length);
  }

  /** Puts a piece behind what is left, in the same memory where there is room: files are large, and memory is slow to come by. */
  private append(piece: Uint8Array): void {
    const left = this.size - this.at;
    if (left + piece.length > this.buffer.length) {
      const grown = new Uint8Array(Math.max(left + piece.length, this.buffer.length * 2));
      grown.set(this.buffer.subarray(this.at, this.size));
      this.buffer = grown;
    } else this.buffer.copyWithin(0, this.at, this.size);
    this.buffer.set(piece, left);
    this.at = 0;
    this.size = left + piece.length;
  }

  /** The next bytes; `fill` or `has` must have said that they are there. They are valid until the next `fill`. */
  take(length: number): Uint8Array {
    const bytes = this.buffer.subarray(this.at, this.at + length);
    this.at += length;
    this.position += length;
    return bytes;
  }

  /** Lets go of the file before its end. */
  async close(): Promise<void> {
    await this.pieces.return?.();
  }
}
