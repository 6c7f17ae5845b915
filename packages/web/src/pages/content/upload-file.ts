// What is guessed about a file before it is uploaded.
import type { Folder } from '@graticule/contract/content/item';
import { typeForFileName, withoutEnding } from '@graticule/contract/item-types/classify';

/** What is told about a file before it goes. */
export interface FilePlan {
  file: File;
  type: string;
  title: string;
}

/** A plan, and whether the file is to be published. */
export type Planned = FilePlan & { isPublished: boolean };

/** A file before it goes, and where it is to lie. */
export type PlannedUpload = Planned & { id: number; folder: Folder | undefined };

/** A file that goes, or waits for its turn. */
export interface QueuedUpload {
  id: number;
  plan: Planned;
  tags: readonly string[];
  folder: Folder | undefined;
  username: string;
}

/** A first idea of the type and title, from the name. Files that nothing is known of are kept as they are. */
export function planFor(file: File): FilePlan {
  const type = typeForFileName(file.name)?.name ?? 'Document';
  return { file, type, title: titleOf(file.name) };
}

/** `my_roads-2024.shp.zip` is "my roads-2024". */
export function titleOf(fileName: string): string {
  return withoutEnding(fileName).replace(/_+/g, ' ').trim() || fileName;
}
