// Files for layers that were being sent from this browser when the page went away: the same file chosen again goes on.
import { type KeptFile, KeptList } from './kept-list.ts';

/** The portal drops what nobody used for a day. */
const KEPT_MS = 86_400_000;

/** What is known of a file that was sent to a service. */
export interface UnfinishedRows extends KeptFile {
  /** The service, and the id under which it keeps the file. */
  service: string;
  upload: string;
  username: string;
  /** Share that arrived, 0 to 1. */
  share: number;
  /** Epoch milliseconds of its beginning. */
  begun: number;
}

const list = new KeptList<UnfinishedRows>({
  name: 'graticule-unfinished-rows',
  keptMs: KEPT_MS,
  id: 'upload',
  since: 'begun',
  texts: ['service', 'upload', 'username', 'name'],
  numbers: ['size', 'lastModified', 'share', 'begun'],
});

/** Files that a person was sending to a service, the newest first. */
export function unfinishedRows(service: string, username: string): UnfinishedRows[] {
  return list.all().filter((each) => each.service === service && each.username === username);
}

/** Keeps what is known of a file, in the place of what was known. */
export function keepUnfinishedRows(rows: UnfinishedRows): void {
  list.put(rows);
}

/** Forgets a file that is used or dropped. */
export function forgetUnfinishedRows(upload: string): void {
  list.forget(upload);
}
