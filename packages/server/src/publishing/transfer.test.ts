// Bodies of downloads: every byte comes, and a reader that stands still loses its place.
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { transfer } from './transfer.ts';

async function* pieces(ended: () => void, count = 4): AsyncGenerator<string | Uint8Array> {
  try {
    for (let i = 0; i < count; i++) yield i % 2 === 0 ? 'é𝒳'.repeat(50_000) : Buffer.alloc(100_000, i);
  } finally {
    ended();
  }
}

it('gives every byte as it was made, in pieces of a moderate size', async () => {
  let ended = 0;
  const read: Buffer[] = [];
  for await (const piece of transfer(pieces(() => ended++))) read.push(piece as Buffer);
  const text = Buffer.from('é𝒳'.repeat(50_000));
  expect(Math.max(...read.map((piece) => piece.length))).toBeLessThanOrEqual(65_536);
  expect(Buffer.compare(Buffer.concat(read), Buffer.concat([text, Buffer.alloc(100_000, 1), text, Buffer.alloc(100_000, 3)]))).toBe(0);
  expect(ended).toBe(1);
});

it('ends for a reader that takes nothing, and lets go of what makes the file', async () => {
  let ended = 0;
  const body = transfer(
    pieces(() => ended++),
    20,
  );
  // Never says that it can take more.
  const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
  const closed = new Promise((resolve) => body.once('close', resolve));
  body.pipe(stuck);
  expect(await once(body, 'error')).toMatchObject([{ message: expect.stringContaining('stood still') }]);
  await closed;
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(1);
});

it('waits for what takes long to be made', async () => {
  async function* slow(): AsyncGenerator<string> {
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      yield 'a';
    }
  }
  let text = '';
  for await (const piece of transfer(slow(), 30)) text += String(piece);
  expect(text).toBe('aaa');
});
