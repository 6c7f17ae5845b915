// Snappy's block format, written straight into the bytes of a file: what came before within 64 kB is named by where it stood.
import type { ByteWriter } from '../convert/byte-writer.ts';

/** Places where four bytes were seen last, by a number made of them; used again for every block. */
const HASH_BITS = 14;
const seen = new Int32Array(1 << HASH_BITS);
const FARTHEST = 65_535;
const SHORTEST = 4;
const LONGEST_COPY = 64;

/** Appends the bytes in compressed form. */
export function writeSnappy(source: Uint8Array, out: ByteWriter): void {
  const { length } = source;
  out.varint(length);
  // Bytes that never come again are told in pieces of at least one byte more for each sixty.
  out.reserve(length + Math.ceil(length / 6) + 32);
  const target = out.bytes;
  let to = out.length;
  seen.fill(0);
  let told = 0;
  let at = 1;
  const last = length - SHORTEST;
  while (at <= last) {
    const four = fourAt(source, at);
    const slot = Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS);
    const before = seen[slot] as number;
    seen[slot] = at;
    if (before >= at || at - before > FARTHEST || fourAt(source, before) !== four) {
      // The longer nothing was found, the fewer places are tried.
      at += 1 + ((at - told) >> 5);
      continue;
    }
    to = literal(source, told, at, target, to);
    let end = at + SHORTEST;
    for (let other = before + SHORTEST; end < length && source[end] === source[other]; other++) end++;
    to = copy(at - before, end - at, target, to);
    at = told = end;
  }
  out.length = literal(source, told, length, target, to);
}

function fourAt(source: Uint8Array, at: number): number {
  return (
    (source[at] as number) | ((source[at + 1] as number) << 8) | ((source[at + 2] as number) << 16) | ((source[at + 3] as number) << 24)
  );
}

/** Bytes as they are. */
function literal(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  const count = end - start;
  if (count === 0) return at;
  let to = at;
  const rest = count - 1;
  if (rest < 60) target[to++] = rest << 2;
  else {
    const bytes = rest < 0x100 ? 1 : rest < 0x10000 ? 2 : rest < 0x1000000 ? 3 : 4;
    target[to++] = (59 + bytes) << 2;
    for (let i = 0; i < bytes; i++) target[to++] = rest >>> (8 * i);
  }
  if (count > LONGEST_COPY) target.set(source.subarray(start, end), to);
  else for (let i = 0; i < count; i++) target[to + i] = source[start + i] as number;
  return to + count;
}

/** Bytes that stood so far before. */
function copy(distance: number, length: number, target: Uint8Array, at: number): number {
  let to = at;
  for (let left = length; left > 0; ) {
    const count = Math.min(left, LONGEST_COPY);
    if (count >= SHORTEST && count < 12 && distance < 2048) {
      target[to++] = 1 | ((count - SHORTEST) << 2) | ((distance >> 8) << 5);
      target[to++] = distance;
    } else {
      target[to++] = 2 | ((count - 1) << 2);
      target[to++] = distance;
      target[to++] = distance >> 8;
    }
    left -= count;
  }
  return to;
}
