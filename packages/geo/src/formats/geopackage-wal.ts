// The changes that SQLite keeps beside a database until it writes them into it: whether they say something that the database does not.
import type { ByteSource } from './format-reader.ts';

/** Bytes before the changes, and before each changed page. */
const HEADER = 32;
const FRAME_HEADER = 24;
/** The mark at the beginning, whose last bit only tells how its sums are reckoned. */
const MAGIC = 0x377f0682;
/** With more pages it surely holds changes: it is written into the database every thousand. */
const MOST_FRAMES = 100_000;

/**
 * Whether the file beside a database (`-wal`) holds changes that the database does not have. It stays as long as it was when it is begun anew, and
 * may stand there after all of it was written into the database.
 */
export async function holdsChanges(wal: ByteSource, database: ByteSource): Promise<boolean> {
  const header = viewOf(await wal.read(0, HEADER));
  if (header.byteLength < HEADER || (header.getUint32(0) & ~1) >>> 0 !== MAGIC) return false;
  const pageSize = header.getUint32(8);
  if (pageSize < 512 || pageSize > 65_536) return false;
  const salts = [header.getUint32(16), header.getUint32(20)];
  const found = await committedPages(wal, { pageSize, salts });
  if (found === undefined) return true;
  if (found.pages.size === 0) return false;
  if (found.length * pageSize !== database.size) return true;
  for (const [page, at] of found.pages) {
    if (page > found.length) continue;
    const [changed, present] = [await wal.read(at, pageSize), await database.read((page - 1) * pageSize, pageSize)];
    if (Buffer.compare(changed, present) !== 0) return true;
  }
  return false;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Where the latest state of each page stands, and how many pages the database has after them; undefined where they are very many. */
async function committedPages(
  wal: ByteSource,
  { pageSize, salts }: { pageSize: number; salts: readonly number[] },
): Promise<{ pages: ReadonlyMap<number, number>; length: number } | undefined> {
  const pages = new Map<number, number>();
  const waiting = new Map<number, number>();
  let length = 0;
  let frames = 0;
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= wal.size; at += FRAME_HEADER + pageSize) {
    if (frames++ >= MOST_FRAMES) return undefined;
    const frame = viewOf(await wal.read(at, FRAME_HEADER));
    // Those behind the last one are of an earlier time.
    if (frame.getUint32(8) !== salts[0] || frame.getUint32(12) !== salts[1]) break;
    waiting.set(frame.getUint32(0), at + FRAME_HEADER);
    const after = frame.getUint32(4);
    if (after === 0) continue;
    // Pages count once the last one of a change is there.
    length = after;
    for (const [page, place] of waiting) pages.set(page, place);
    waiting.clear();
  }
  return { pages, length };
}
