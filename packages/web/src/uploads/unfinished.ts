// Uploads that were begun in this browser and not finished: the same file chosen again goes on where it stopped.
import { keep, kept } from '../ui/kept.ts';

const NAME = 'graticule-unfinished-uploads';
/** The portal drops what got no part for a week. */
const KEPT_MS = 7 * 86_400_000;

/** What is known of an upload. */
export interface Unfinished {
  itemId: string;
  username: string;
  /** Of the file, as the browser tells them. */
  name: string;
  size: number;
  lastModified: number;
  partBytes: number;
  title: string;
  type: string;
  /** Share that arrived, 0 to 1. */
  share: number;
  /** Epoch milliseconds of the last change. */
  changed: number;
}

/** The unfinished uploads of a person, the newest first. */
export function unfinishedUploads(username: string): Unfinished[] {
  return all().filter((each) => each.username === username);
}

/** The upload of this very file, if there is one. */
export function unfinishedUploadOf(username: string, file: Pick<File, 'name' | 'size' | 'lastModified'>): Unfinished | undefined {
  return unfinishedUploads(username).find(
    ({ name, size, lastModified }) => name === file.name && size === file.size && lastModified === file.lastModified,
  );
}

/** Keeps what is known of an upload, in the place of what was known. */
export function keepUnfinished(upload: Omit<Unfinished, 'changed'>): void {
  write([{ ...upload, changed: Date.now() }, ...all().filter(({ itemId }) => itemId !== upload.itemId)]);
}

/** Forgets an upload that is finished or given up. */
export function forgetUnfinished(itemId: string): void {
  const left = all().filter((each) => each.itemId !== itemId);
  write(left);
}

function all(): Unfinished[] {
  try {
    const read: unknown = JSON.parse(kept(NAME) ?? '[]');
    return Array.isArray(read) ? read.filter(isUnfinished).filter(({ changed }) => changed > Date.now() - KEPT_MS) : [];
  } catch {
    return [];
  }
}

function write(uploads: readonly Unfinished[]): void {
  keep(NAME, uploads.length === 0 ? null : JSON.stringify(uploads));
}

/** What other versions of the pages, or people, wrote there is passed over. */
function isUnfinished(value: unknown): value is Unfinished {
  if (typeof value !== 'object' || value === null) return false;
  const { itemId, username, name, size, lastModified, partBytes, title, type, share, changed } = value as Record<string, unknown>;
  return (
    [itemId, username, name, title, type].every((each) => typeof each === 'string') &&
    [size, lastModified, partBytes, share, changed].every((each) => typeof each === 'number')
  );
}
