// The bytes of delimited text in UTF-8, from the line on that is wanted.
import type { ByteSource } from './format-reader.ts';
import { decodeText } from './text-encoding.ts';

/** Bytes of the mark before UTF-8. */
const MARK_BYTES = 3;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const encoder = new TextEncoder();

/** How the bytes of a text are understood. */
export interface TextBytes {
  encoding: string;
  /** Every byte fits UTF-8, so that the bytes can be taken as they are. */
  isUtf8: boolean;
  /** The file begins with the mark of UTF-8. */
  isMarked: boolean;
  /** Lines that are passed over. */
  linesAbove: number;
}

/** The text of the file in UTF-8, without its byte order mark and what stands above. */
export async function* utf8Pieces(file: ByteSource, { encoding, isUtf8, isMarked, linesAbove }: TextBytes): AsyncGenerator<Uint8Array> {
  const pieces = isUtf8 ? file.stream(isMarked ? MARK_BYTES : 0) : encoded(decodeText(file, encoding));
  yield* linesAbove > 0 ? belowLines(pieces, linesAbove) : pieces;
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield encoder.encode(text);
}

/** What stands below so many lines, which end with a line feed, a carriage return or both. */
async function* belowLines(pieces: AsyncIterable<Uint8Array>, lines: number): AsyncGenerator<Uint8Array> {
  let left = lines;
  let before = 0;
  for await (const piece of pieces) {
    let at = 0;
    for (; left > 0 && at < piece.length; at++) {
      const byte = piece[at] as number;
      if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && before !== CARRIAGE_RETURN)) left--;
      before = byte;
    }
    if (at < piece.length) yield at === 0 ? piece : piece.subarray(at);
  }
}
