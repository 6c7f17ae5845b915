// What is compressed comes back, whatever it is.
import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { expect, it } from 'vitest';
import { ByteWriter } from '../convert/byte-writer.ts';
import { writeSnappy } from './snappy.ts';

/** Bytes in which parts come again, near and far. */
const bytes = fc
  .array(fc.record({ part: fc.uint8Array({ maxLength: 90 }), times: fc.integer({ min: 1, max: 300 }) }), { maxLength: 30 })
  .map((parts) => Buffer.concat(parts.flatMap(({ part, times }) => Array.from({ length: times }, () => part))));

function back(source: Uint8Array): { compressed: number; bytes: Uint8Array } {
  const out = new ByteWriter(1);
  out.raw(Uint8Array.of(1, 2, 3));
  writeSnappy(source, out);
  const target = new Uint8Array(source.length);
  if (source.length > 0) snappyUncompress(out.written().slice(3), target);
  return { compressed: out.length - 3, bytes: target };
}

it('bytes that were compressed come back, however often and however far apart they repeat', () => {
  fc.assert(
    fc.property(bytes, (source) => {
      expect(Buffer.compare(back(source).bytes, source)).toBe(0);
    }),
  );
});

it('what repeats becomes small, also across more than 64 kB', () => {
  const text = Buffer.from('Bahnhofstrasse 12, 8001 Zürich; ');
  const long = Buffer.concat(Array.from({ length: 9000 }, () => text));
  const made = back(long);
  expect(Buffer.compare(made.bytes, long)).toBe(0);
  expect(made.compressed).toBeLessThan(long.length / 15);
});

it('what never repeats grows by less than a hundredth', () => {
  let state = 7;
  const noise = Uint8Array.from({ length: 300_000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  const made = back(noise);
  expect(Buffer.compare(made.bytes, noise)).toBe(0);
  expect(made.compressed).toBeLessThan(noise.length * 1.01);
});

it('nothing stays nothing', () => {
  expect(back(new Uint8Array(0)).compressed).toBe(1);
});
