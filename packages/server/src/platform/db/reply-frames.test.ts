import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplyFrames } from './reply-frames.ts';

function frame(type: string, body: number[]): number[] {
  const length = body.length + 4;
  return [type.charCodeAt(0), length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255, ...body];
}

const frames = fc.array(fc.tuple(fc.constantFrom('D', 'E', 'Z', 'C', '1'), fc.array(fc.nat(255), { maxLength: 40 })), { maxLength: 12 });

describe('frames of a reply', () => {
  it('leave out one kind of message wherever the pieces are cut', () => {
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 }), (list, cuts) => {
        const bytes = list.flatMap(([type, body]) => frame(type, body));
        const reader = new ReplyFrames('Z');
        const kept: number[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = cuts[turn % cuts.length] ?? 1;
          kept.push(...reader.take(new Uint8Array(bytes.slice(at, at + size))));
          at += size;
        }
        expect(kept).toEqual(list.filter(([type]) => type !== 'Z').flatMap(([type, body]) => frame(type, body)));
        expect(reader.failed).toBe(list.some(([type]) => type === 'E'));
      }),
    );
  });

  it('pass everything when nothing is to be left out', () => {
    const bytes = new Uint8Array([...frame('D', [90, 0, 0, 0, 5, 73]), ...frame('Z', [73])]);
    expect(new ReplyFrames('').take(bytes)).toEqual(bytes);
  });
});
