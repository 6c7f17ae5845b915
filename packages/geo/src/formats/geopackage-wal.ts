// The changes that SQLite keeps beside a database until it writes them into it: whether they say something that the database does not.
import type { ByteSource } from './format-reader.ts';

/** Bytes before the changes, and before each changed page. */
const HEADER = 32;
const FRAME_HEADER = 24;
/** The mark at the beginning, whose last bit only tells how its sums are reckoned. */
const MAGIC = 0x377f0682;
/** What is looked at: of more it is said that there may be changes. SQLite writes them into the database every thousand pages. */
const MOST_FRAMES = 100_000;
const MOST_BYTES = 256 * 1024 * 1024;
/** Bytes that are read at once, about. */
const PIECE = 1024 * 1024;

/** What was found out about files beside databases; each is read once, however often its database is opened. */
const known = new WeakMap<ByteSource, Promise<boolean>>();

/** The same as `holdsChanges`, for a file beside a database that may be asked of again. */
export function changesBeside(wal: ByteSource, database: ByteSource): Promise<boolean> {
  const found = known.get(wal) ?? holdsChanges(wal, database);
  known.set(wal, found);
  return found;
}

/**
 * Whether the file beside a database (`-wal`) holds changes that the database does not have, or may hold them: it was written to while it was
 * copied, and may be anything. It stays as long as it was when it is begun anew, and may stand there after all of it was written into the database.
 */
export async function holdsChanges(wal: ByteSource, database: ByteSource): Promise<boolean> {
  try {
    return await differs(wal, database);
  } catch {
    return true;
  }
}

async function differs(wal: ByteSource, database: ByteSource): Promise<boolean> {
  const header = viewOf(await wal.read(0, HEADER));
  if (header.byteLength < HEADER || (header.getUint32(0) & ~1) >>> 0 !== MAGIC) return false;
  const pageSize = header.getUint32(8);
  if (pageSize < 512 || pageSize > 65_536) return false;
  const salts = [header.getUint32(16), header.getUint32(20)] as const;
  const found = await committedPages(wal, pageSize, salts);
  if (found === undefined) return true;
  if (found.pages.size === 0) return false;
  if (found.length * pageSize !== database.size) return true;
  for await (const frames of framesOf(wal, pageSize)) {
    if ((frames[0]?.at ?? 0) >= found.end) break;
    const latest = frames.filter(({ page, at }) => page <= found.length && found.pages.get(page) === at);
    if (await areOther(latest, database, pageSize)) return true;
  }
  return false;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A changed page as it stands in the file. */
interface Frame {
  /** Where the frame begins. */
  at: number;
  page: number;
  /** How many pages the database has after the change whose last page this is; 0 for the others. */
  length: number;
  salts: readonly [number, number];
  bytes: Uint8Array;
}

/** The whole frames of the file, as many at a time as are read at once. */
async function* framesOf(wal: ByteSource, pageSize: number): AsyncGenerator<Frame[]> {
  const size = FRAME_HEADER + pageSize;
  const atOnce = Math.ceil(PIECE / size);
  for (let at = HEADER; at + size <= wal.size; at += atOnce * size) {
    const count = Math.min(atOnce, Math.floor((wal.size - at) / size));
    const piece = await wal.read(at, count * size);
    yield Array.from({ length: count }, (_, i) => {
      const head = new DataView(piece.buffer, piece.byteOffset + i * size, FRAME_HEADER);
      return {
        at: at + i * size,
        page: head.getUint32(0),
        length: head.getUint32(4),
        salts: [head.getUint32(8), head.getUint32(12)],
        bytes: piece.subarray(i * size + FRAME_HEADER, (i + 1) * size),
      };
    });
  }
}

/** Where the latest state of each page stands, and how many pages the database has after them; undefined where they are very many. */
async function committedPages(
  wal: ByteSource,
  pageSize: number,
  salts: readonly [number, number],
): Promise<{ pages: ReadonlyMap<number, number>; length: number; end: number } | undefined> {
  const pages = new Map<number, number>();
  const waiting = new Map<number, number>();
  let [length, end, count] = [0, 0, 0];
  for await (const frames of framesOf(wal, pageSize)) {
    for (const frame of frames) {
      // Those behind the last one are of an earlier time; no page has the number 0.
      if (frame.page === 0 || frame.salts[0] !== salts[0] || frame.salts[1] !== salts[1]) return { pages, length, end };
      if (++count > MOST_FRAMES || count * pageSize > MOST_BYTES) return undefined;
      waiting.set(frame.page, frame.at);
      if (frame.length === 0) continue;
      // Pages count once the last one of a change is there.
      length = frame.length;
      end = frame.at + 1;
      for (const [page, at] of waiting) pages.set(page, at);
      waiting.clear();
    }
  }
  return { pages, length, end };
}

/** Whether some of the pages stand otherwise in the database, of which neighbours are read together. */
async function areOther(frames: readonly Frame[], database: ByteSource, pageSize: number): Promise<boolean> {
  const sorted = frames.toSorted((a, b) => a.page - b.page);
  for (let from = 0; from < sorted.length; ) {
    const first = (sorted[from] as Frame).page;
    let to = from + 1;
    while (sorted[to]?.page === first + to - from) to++;
    const present = await database.read((first - 1) * pageSize, (to - from) * pageSize);
    if (Buffer.compare(Buffer.concat(sorted.slice(from, to).map(({ bytes }) => bytes)), present) !== 0) return true;
    from = to;
  }
  return false;
}
