// The files of a drop, those in dropped folders included.
import { type GivenFile, isLeftByPrograms } from './together.ts';

/** Files of folders at most; whoever drops more has meant another folder. */
export const MOST_DROPPED = 5_000;

/** More files than are taken from folders. */
export class TooManyDropped extends Error {}

/** Folders without a file that somebody may have meant. */
export class NothingDropped extends Error {}

/**
 * Has to be called while the event is handled: browsers forget what was dropped afterwards. What programs leave in folders is passed over, whole folders too.
 * @throws TooManyDropped, NothingDropped, or what the browser says of a file that cannot be read
 */
export function droppedFiles(data: DataTransfer): Promise<GivenFile[]> {
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const given: GivenFile[] = [];
  const take = async (entry: FileSystemEntry | File | null, folders: readonly string[]): Promise<void> => {
    if (entry === null || (folders.length > 0 && isLeftByPrograms(entry.name, folders))) return;
    if (given.length >= MOST_DROPPED) throw new TooManyDropped();
    if (entry instanceof File) given.push({ file: entry, folders });
    else if (entry.isFile) given.push({ file: await fileOf(entry as FileSystemFileEntry), folders });
    else for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) await take(inner, [...folders, entry.name]);
  };
  const all = entries.reduce((before, entry) => before.then(() => take(entry, [])), Promise.resolve());
  return all.then(() => {
    if (given.length === 0) throw new NothingDropped();
    return given;
  });
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** In the order of their names; browsers hand them out a hundred at a time, in whatever order. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all.sort((a, b) => (a.name < b.name ? -1 : 1));
    all.push(...some);
    if (all.length > MOST_DROPPED) throw new TooManyDropped();
  }
}
