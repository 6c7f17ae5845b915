// Small numbers as Parquet packs them: a run of one number, or groups of eight with just as many bits as they need.
import type { ByteWriter } from '../convert/byte-writer.ts';

const GROUP = 8;

/** How many bits the numbers up to the largest need. */
export function bitsFor(largest: number): number {
  return largest === 0 ? 0 : 32 - Math.clz32(largest);
}

/** Appends the first `count` numbers. */
export function writeRuns(numbers: Uint8Array | Int32Array, count: number, bits: number, out: ByteWriter): void {
  for (let at = 0; at < count; ) {
    const run = runAt(numbers, at, count);
    if (run >= GROUP || bits === 0) {
      out.varint(run << 1);
      writeWhole(numbers[at] as number, bits, out);
      at += run;
      continue;
    }
    const begin = at;
    while (at < count && runAt(numbers, at, count) < GROUP) at += GROUP;
    writePacked(numbers, begin, Math.min(at, count), bits, out);
  }
}

/** How often the number there follows itself. */
function runAt(numbers: Uint8Array | Int32Array, at: number, count: number): number {
  let end = at + 1;
  while (end < count && numbers[end] === numbers[at]) end++;
  return end - at;
}

function writeWhole(value: number, bits: number, out: ByteWriter): void {
  for (let done = 0; done < bits; done += 8) {
    out.reserve(1);
    out.bytes[out.length++] = value >>> done;
  }
}

/** Groups of eight; what is missing in the last is zero. */
function writePacked(numbers: Uint8Array | Int32Array, begin: number, end: number, bits: number, out: ByteWriter): void {
  const groups = Math.ceil((end - begin) / GROUP);
  out.varint((groups << 1) | 1);
  out.reserve(groups * bits);
  const { bytes } = out;
  const stop = out.length + groups * bits;
  let held = 0;
  let holds = 0;
  for (let i = begin; i < end; i++) {
    // Numbers are below the rows of a group, so that what is held and the next fit 31 bits.
    held |= (numbers[i] as number) << holds;
    for (holds += bits; holds >= 8; holds -= 8) {
      bytes[out.length++] = held;
      held >>>= 8;
    }
  }
  if (holds > 0) bytes[out.length++] = held;
  bytes.fill(0, out.length, stop);
  out.length = stop;
}
