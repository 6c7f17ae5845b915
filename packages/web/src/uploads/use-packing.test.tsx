// What is said while files are put together, and what stands in the way.
import { notifications } from '@mantine/notifications';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { NothingDropped, TooManyDropped } from './dropped-files.ts';
import { chosenFiles } from './pack-files.ts';
import { usePacking } from './use-packing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Pack = ReturnType<typeof usePacking>;

let pack: Pack;
function Packer() {
  pack = usePacking();
  return null;
}

async function open() {
  await renderPage(<Packer />, '/x', {}, []);
  const said: unknown[] = [];
  vi.spyOn(notifications, 'show').mockImplementation(({ message }) => {
    said.push(message);
    return 'n';
  });
  const hidden = vi.spyOn(notifications, 'hide').mockImplementation((id) => id);
  return { pack: (...given: Parameters<Pack>) => act(() => pack(...given)), said, hidden };
}

const large = (name: string): File =>
  Object.defineProperties(new File([], name), { size: { value: 80_000_000 }, stream: { value: () => new Response('').body } });

test('that parts are put together is said while it takes long, and not of files that go as they are', async () => {
  const { pack, said, hidden } = await open();
  expect(await pack(chosenFiles([large('a.csv'), large('b.csv')]))).toHaveLength(2);
  expect(said).toEqual([]);
  expect(await pack(chosenFiles([large('a.shp'), large('a.dbf')]))).toHaveLength(1);
  expect(said).toEqual(['The files that belong together are put into one archive…']);
  expect(hidden).toHaveBeenCalledWith('n');
});

test.each([
  [new NothingDropped(), 'There are no files in what was dropped. Drop a folder that holds files, or the files themselves.'],
  [new TooManyDropped(), 'There are more than 5,000 files in the folders. Drop the ones that you want.'],
  [new Error('gone'), 'A file cannot be read. Close the programs that use it, and choose the files again.'],
])('what stands in the way is said: %s', async (error, words) => {
  const { pack, said } = await open();
  expect(await pack(Promise.reject(error))).toBeUndefined();
  expect(said).toEqual([words]);
});
