// Sends a file while it is made, and ends it when its reader takes next to nothing: its place is wanted by others.
import { Readable } from 'node:stream';

/** What is handed on at a time; the connection asks for more once it has sent it. */
const PIECE_BYTES = 64 * 1024;
/** Time for a piece. A person may pause a download for a while, and the system asks for more only once it has sent a good part of what it holds. */
const MOST_MS_A_PIECE = 5 * 60_000;

/** A reader that stood still, or nearly. */
class ReaderStalled extends Error {}

/** The pieces as a body. It is destroyed when one of them is not taken in time; the time to make them does not count. */
export function transfer(pieces: AsyncIterable<string | Uint8Array>, mostMs = MOST_MS_A_PIECE): Readable {
  const stalled = (): void => void body.destroy(new ReaderStalled('the reader of a download stood still'));
  async function* taken(): AsyncGenerator<Buffer> {
    for await (const each of pieces) {
      const bytes = typeof each === 'string' ? Buffer.from(each) : Buffer.from(each.buffer, each.byteOffset, each.byteLength);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const timer = setTimeout(stalled, mostMs).unref();
        try {
          yield bytes.subarray(at, at + PIECE_BYTES);
        } finally {
          clearTimeout(timer);
        }
      }
    }
  }
  const body: Readable = Readable.from(taken(), { highWaterMark: 1, objectMode: true });
  return body;
}
