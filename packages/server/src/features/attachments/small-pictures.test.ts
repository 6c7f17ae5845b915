import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPicture } from '../../platform/files/small-picture.ts';
import { SmallPictures } from './small-pictures.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graticule-small-'));
  path = join(folder, 'a.png');
  await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } }).toFile(path);
});
afterAll(() => rm(folder, { recursive: true }));

/** Counts what is made, and how much of it at once. */
function counted(mostBytes?: number) {
  const count = { made: 0, now: 0, atOnce: 0 };
  const pictures = new SmallPictures(async (...input) => {
    count.made++;
    count.now++;
    count.atOnce = Math.max(count.atOnce, count.now);
    const made = await smallPicture(...input);
    count.now--;
    return made;
  }, mostBytes);
  return { pictures, count };
}

it('a picture that many ask for at once is made once, others one after the other', async () => {
  const { pictures, count } = counted();
  const files = ['a', 'b', 'c'].flatMap((key) => Array.from({ length: 20 }, () => ({ key, path })));
  const made = await Promise.all(files.map((file) => pictures.of(file, 120, 'ann')));
  expect(count).toEqual({ made: 3, now: 0, atOnce: 1 });
  expect(new Set(made).size).toBe(3);
  expect(made[0]?.contentType).toBe('image/jpeg');
});

it('what finds no place to wait is not made, and nothing fails; who asks for most loses the last of it', async () => {
  const { pictures, count } = counted();
  const ask = (who: string, most: number) => Array.from({ length: most }, (_, at) => pictures.of({ key: `${who}${at}`, path }, 120, who));
  const loud = ask('loud', 150);
  const quiet = ask('quiet', 10);
  const [all, few] = [await Promise.all(loud), await Promise.all(quiet)];
  expect(few.every((one) => one !== undefined)).toBe(true);
  expect(all.indexOf(undefined)).toBe(91);
  expect(count.made).toBe(101);
  // Asked for once more, there is room.
  expect(await pictures.of({ key: 'loud149', path }, 120, 'loud')).toBeDefined();
});

it('nobody waits for all that another asks for', async () => {
  const order: string[] = [];
  const pictures = new SmallPictures(async (which) => {
    order.push(which);
    return undefined;
  });
  const ask = (who: string, most: number) =>
    Array.from({ length: most }, (_, at) => pictures.of({ key: `${who}${at}`, path: `${who}${at}` }, 120, who));
  await Promise.all([...ask('a', 5), ...ask('b', 2), ...ask('c', 1)]);
  expect(order).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3', 'a4']);
});

it('what was asked for longest ago is forgotten when there is no room', async () => {
  const bytes = (await smallPicture(path, 120))?.data.byteLength ?? 0;
  const { pictures, count } = counted(2 * (bytes + 256));
  for (const key of ['a', 'b', 'a', 'c', 'a']) await pictures.of({ key, path }, 120, 'ann');
  expect(count.made).toBe(3);
  await pictures.of({ key: 'b', path }, 120, 'ann');
  expect(count.made).toBe(4);
});

it('that a file has no picture is remembered too', async () => {
  const { pictures, count } = counted();
  const other = { key: 'x', path: import.meta.filename };
  expect([await pictures.of(other, 120, 'ann'), await pictures.of(other, 120, 'ann'), count.made]).toEqual([undefined, undefined, 1]);
});
