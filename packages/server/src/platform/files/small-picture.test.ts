import { expect, it } from 'vitest';
import { isBearable } from './small-picture.ts';

const plain = { depth: 'uchar' as const, isProgressive: false };

it.each([
  ['a photo of the largest cameras', { format: 'jpeg', width: 12_000, height: 9_000 }, true],
  ['one with more pixels', { format: 'jpeg', width: 16_000, height: 12_000 }, false],
  ['a photo in several passes', { format: 'jpeg', width: 8_000, height: 6_000, isProgressive: true, chromaSubsampling: '4:2:0' }, true],
  ['a larger one in several passes', { format: 'jpeg', width: 12_000, height: 9_000, isProgressive: true }, false],
  ['a large picture line by line', { format: 'png', width: 10_000, height: 10_000, depth: 'ushort' as const }, true],
  ['one in passes', { format: 'png', width: 10_000, height: 10_000, isProgressive: true }, false],
  ['one that is turned', { format: 'png', width: 10_000, height: 10_000, orientation: 6 }, false],
  ['a film of moderate pictures', { format: 'gif', width: 4_000, height: 3_000 }, true],
  ['a film of large pictures', { format: 'gif', width: 10_000, height: 10_000 }, false],
  ['a picture that is one line', { format: 'png', width: 1_000_000, height: 1 }, false],
  ['a drawing', { format: 'svg', width: 10, height: 10 }, false],
] as const)('%s: told from its head', (_, facts, bearable) => {
  expect(isBearable({ ...plain, ...facts })).toBe(bearable);
});
