// Files for layers that were being sent from this browser when the page went away: the same file chosen again goes on.
import { keep, kept } from '../ui/kept.ts';

const NAME = 'graticule-unfinished-rows';
/** The portal drops what nobody used for a day. */
const KEPT_MS = 86_400_000;

/** What is known of a file that was sent to a service. */
export interface UnfinishedRows {
  /** The service, and the id under which it keeps the file. */
  service: string;
  upload: string;
  username: string;
  /** Of the file, as the browser tells them. */
  name: string;
  size: number;
  lastModified: number;
  /** Share that arrived, 0 to 1. */
  share: number;
  /** Epoch milliseconds of its beginning. */
  begun: number;
}

/** Files that a person was sending to a service, the newest first. */
export function unfinishedRows(service: string, username: string): UnfinishedRows[] {
  return all().filter((each) => each.service === service && each.username === username);
}

/** Whether it is this very file. */
export function isSameFile(known: Pick<UnfinishedRows, 'name' | 'size' | 'lastModified'>, file: File): boolean {
  return known.name === file.name && known.size === file.size && known.lastModified === file.lastModified;
}

/** Keeps what is known of a file, in the place of what was known. */
export function keepUnfinishedRows(rows: UnfinishedRows): void {
  write([rows, ...all().filter(({ upload }) => upload !== rows.upload)]);
}

/** Forgets a file that is used or dropped. */
export function forgetUnfinishedRows(upload: string): void {
  write(all().filter((each) => each.upload !== upload));
}

function all(): UnfinishedRows[] {
  try {
    const read: unknown = JSON.parse(kept(NAME) ?? '[]');
    return Array.isArray(read) ? read.filter(isUnfinished).filter(({ begun }) => begun > Date.now() - KEPT_MS) : [];
  } catch {
    return [];
  }
}

function write(rows: readonly UnfinishedRows[]): void {
  keep(NAME, rows.length === 0 ? null : JSON.stringify(rows));
}

/** What other versions of the pages, or people, wrote there is passed over. */
function isUnfinished(value: unknown): value is UnfinishedRows {
  if (typeof value !== 'object' || value === null) return false;
  const { service, upload, username, name, size, lastModified, share, begun } = value as Record<string, unknown>;
  return (
    [service, upload, username, name].every((each) => typeof each === 'string') &&
    [size, lastModified, share, begun].every((each) => typeof each === 'number')
  );
}
