// Chosen files as they are sent: those that belong together as one archive.
import { storedZip } from './stored-zip.ts';
import { type GivenFile, together } from './together.ts';

const packed = new WeakMap<File, number>();

/** @throws TooMuchForZip, or what the browser says of a file that cannot be read */
export async function packFiles(given: readonly GivenFile[]): Promise<File[]> {
  const files: File[] = [];
  for (const one of together(given)) {
    if (one instanceof File) files.push(one);
    else {
      const file = await storedZip(one.name, one.parts);
      packed.set(file, one.parts.length);
      files.push(file);
    }
  }
  return files;
}

/** How many files were put together into this one; undefined for one that was chosen as it is. */
export function partsPacked(file: File): number | undefined {
  return packed.get(file);
}

/** Files that were chosen in a dialog of the browser. */
export function chosenFiles(files: Iterable<File> | null): GivenFile[] {
  return [...(files ?? [])].map((file) => ({ file, folders: [] }));
}
