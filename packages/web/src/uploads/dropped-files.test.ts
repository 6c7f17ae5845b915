import { expect, test } from 'vitest';
import { droppedFiles, MOST_DROPPED, NothingDropped, TooManyDropped } from './dropped-files.ts';

type Tree = string | { [folder: string]: Tree[] };

/** As browsers hand out folders: their entries in pieces, then none. */
function entryOf(tree: Tree): object {
  if (typeof tree === 'string') return { isFile: true, name: tree, file: (done: (file: File) => void) => done(new File(['x'], tree)) };
  const [[name = '', inner = []] = []] = Object.entries(tree);
  return {
    isFile: false,
    name,
    createReader: () => {
      const left = inner.map(entryOf);
      return { readEntries: (done: (entries: object[]) => void) => done(left.splice(0, 100)) };
    },
  };
}

function drop(...trees: (Tree | File)[]): DataTransfer {
  const items = trees.map((tree) =>
    tree instanceof File
      ? { kind: 'file', getAsFile: (): File => tree }
      : { kind: 'file', webkitGetAsEntry: () => entryOf(tree), getAsFile: (): null => null },
  );
  return { items: [...items, { kind: 'string' }] } as unknown as DataTransfer;
}

const told = async (data: DataTransfer) => (await droppedFiles(data)).map(({ file, folders }) => [...folders, file.name].join('/'));

test('files come with the folders around them, in the order of their names', async () => {
  const data = drop('plan.pdf', { town: ['b.csv', 'a.csv', { 'roads.gdb': ['gdb', 'a1.gdbtable'] }, { empty: [] }] });
  expect(await told(data)).toEqual(['plan.pdf', 'town/a.csv', 'town/b.csv', 'town/roads.gdb/a1.gdbtable', 'town/roads.gdb/gdb']);
});

test('browsers without folders give the files alone', async () => {
  expect(await told(drop(new File(['x'], 'a.csv')))).toEqual(['a.csv']);
});

test('a folder is read to its end, and refused beyond so many files', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}.csv`);
  expect(await told(drop({ all: many(250) }))).toHaveLength(250);
  await expect(droppedFiles(drop({ all: many(MOST_DROPPED + 1) }))).rejects.toThrow(TooManyDropped);
  await expect(droppedFiles(drop({ one: many(MOST_DROPPED) }, { two: many(1) }))).rejects.toThrow(TooManyDropped);
});

test('what programs leave in folders stays behind with whole folders of theirs, and nothing that was dropped by itself', async () => {
  const inside = ['.DS_Store', 'Thumbs.db', 'trees.csv', 'roads.shp.PC.1.2.sr.lock', 'yarn.lock'];
  const geodatabase = { 'Town.gdb': ['gdb', 'x.ed.rd.lock', 'y.lock'] };
  const data = drop(
    '.hidden',
    { data: [...inside, { '.git': ['config'] }, { __MACOSX: ['trees.csv'] }, geodatabase] },
    { '.own': ['a.csv'] },
  );
  expect(await told(data)).toEqual(['.hidden', 'data/Town.gdb/gdb', 'data/trees.csv', 'data/yarn.lock', '.own/a.csv']);
});

test('files that are passed over are none of the many', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `.${at}`);
  const folders = Array.from({ length: 30 }, (_, at) => ({ [`f${at}`]: [...many, 'a.csv'] }));
  expect(await told(drop({ all: folders }))).toHaveLength(30);
});

test('folders with nothing in them are told', async () => {
  await expect(droppedFiles(drop({ town: ['.DS_Store', { empty: [] }] }))).rejects.toThrow(NothingDropped);
});

test('a file that cannot be read is told', async () => {
  const data = {
    items: [
      { kind: 'file', webkitGetAsEntry: () => ({ isFile: true, file: (_: unknown, fail: (e: Error) => void) => fail(new Error('gone')) }) },
    ],
  };
  await expect(droppedFiles(data as unknown as DataTransfer)).rejects.toThrow('gone');
});
