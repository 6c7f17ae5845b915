// Uploads one file as an item.
import type { Folder, Item } from '@graticule/contract/content/item';
import { addItem, addItemToFolder } from '@graticule/contract/content/user-content';
import { typeForFileName } from '@graticule/contract/item-types/classify';
import { call } from '../../api/call.ts';

/** What is told about a file before it goes. */
export interface FilePlan {
  file: File;
  type: string;
  title: string;
}

/** A plan, and whether the file is to be published. */
export type Planned = FilePlan & { isPublished: boolean };

/** A first idea of the type and title, from the name. Files that nothing is known of are kept as they are. */
export function planFor(file: File): FilePlan {
  const type = typeForFileName(file.name)?.name ?? 'Document';
  return { file, type, title: titleOf(file.name) };
}

/** `my_roads-2024.shp.zip` is "my roads-2024". */
export function titleOf(fileName: string): string {
  const stem = fileName.replace(/(\.(shp|gdb))?\.[^.]+$/i, '');
  return stem.replace(/_+/g, ' ').trim() || fileName;
}

interface Sending {
  username: string;
  folder: Folder | undefined;
  tags: readonly string[];
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Sends the file and gives what the next steps need of the item. */
export async function upload(
  { file, type, title }: FilePlan,
  { username, folder, tags, signal, onProgress }: Sending,
): Promise<Pick<Item, 'id' | 'owner' | 'type' | 'title'>> {
  const input = { username, title: title.trim() || titleOf(file.name), type, tags, file };
  const options = { signal, onProgress };
  const { id } = folder ? await call(addItemToFolder, { ...input, folder: folder.id }, options) : await call(addItem, input, options);
  return { id, owner: username, type, title: input.title };
}
