// Uploads that were begun in this browser and not finished: the same file chosen again goes on where it stopped.
import { isSameFile, type KeptFile, KeptList } from './kept-list.ts';

/** The portal drops what got no part for a week. */
const KEPT_MS = 7 * 86_400_000;

/** What is known of an upload. */
export interface Unfinished extends KeptFile {
  itemId: string;
  username: string;
  partBytes: number;
  title: string;
  type: string;
  /** Share that arrived, 0 to 1. */
  share: number;
  /** Epoch milliseconds of the last change. */
  changed: number;
}

const list = new KeptList<Unfinished>({
  name: 'graticule-unfinished-uploads',
  keptMs: KEPT_MS,
  id: 'itemId',
  since: 'changed',
  texts: ['itemId', 'username', 'name', 'title', 'type'],
  numbers: ['size', 'lastModified', 'partBytes', 'share', 'changed'],
});

/** The unfinished uploads of a person, the newest first. */
export function unfinishedUploads(username: string): Unfinished[] {
  return list.all().filter((each) => each.username === username);
}

/** The upload of this very file, if there is one. */
export function unfinishedUploadOf(username: string, file: KeptFile): Unfinished | undefined {
  return unfinishedUploads(username).find((each) => isSameFile(each, file));
}

/** Keeps what is known of an upload, in the place of what was known. */
export function keepUnfinished(upload: Omit<Unfinished, 'changed'>): void {
  list.put({ ...upload, changed: Date.now() });
}

/** Forgets an upload that is finished or given up. */
export function forgetUnfinished(itemId: string): void {
  list.forget(itemId);
}
