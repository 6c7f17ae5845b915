// Unpacks zip archives with limits, so that no archive can fill the disk or write outside its folder.
import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReader, getFileNameLowLevel, RandomAccessReader, type ZipFile } from 'yauzl';
import type { SentenceCode } from '../sentence.ts';
import { isJunk } from './datasets.ts';
import { type ByteSource, extensionOf, FormatError } from './format-reader.ts';

/** What an archive may hold. */
export interface ArchiveLimits {
  maxEntries: number;
  /** Bytes of all entries together after unpacking. */
  maxBytes: number;
  /** Unpacked size over packed size, of each entry and of all together; looked at past `ratioFromBytes`. */
  maxRatio: number;
  ratioFromBytes: number;
  /** Entries are read where they lie, never all of them: together they may unpack to any size. */
  isReadInPlace?: boolean;
}

/** Limits for uploads; the server may lower them. */
export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = {
  maxEntries: 10_000,
  maxBytes: 4 * 1024 ** 3,
  maxRatio: 200,
  ratioFromBytes: 10 * 1024 ** 2,
};

/** Takes the bytes of one entry; the name is safe: relative, with `/`, without `..`. */
export type EntryWriter = (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** An entry that was unpacked. */
export interface UnpackedEntry {
  name: string;
  size: number;
}

const NESTED = new Set(['zip', 'kmz', '7z', 'rar', 'gz', 'tgz', 'bz2', 'xz', 'tar', 'zst']);
const DEFLATED = 8;
/** Bytes that are read and handed out at a time. */
const PIECE_BYTES = 1 << 19;
/** The same of small entries, at least: their size is what the archive says of it, which need not be true. */
const LEAST_PIECE = 1 << 12;
const SYMBOLIC_LINK = 0o120000;
const FILE_KIND = 0o170000;

/**
 * Checks every entry of the archive first, then hands the files to `write` one after another.
 * @throws FormatError naming the entry that breaks a limit; nothing is written then unless an entry lied about its size
 */
export async function unpackArchive(
  source: ByteSource,
  write: EntryWriter,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<UnpackedEntry[]> {
  const zip = await openZip(source);
  try {
    const entries = await readEntries(zip, source.name, limits, itself);
    const unpacked: UnpackedEntry[] = [];
    for (const entry of entries) {
      const stream = await openEntry(zip, entry, source.name);
      try {
        await write(entry.fileName, limited(stream, entry, source.name));
      } catch (error) {
        throw isZipFault(error) ? damaged(source.name, entry.fileName, error) : error;
      }
      unpacked.push({ name: entry.fileName, size: entry.uncompressedSize });
    }
    return unpacked;
  } finally {
    zip.close();
  }
}

/** An archive whose entries are read where they lie. */
export interface OpenArchive {
  names: readonly string[];
  /** Bytes of an entry after unpacking, as the archive has it; 0 when there is none of the name. */
  sizeOf(name: string): number;
  /** The bytes of an entry from its beginning. @throws FormatError when there is none of the name, or it is damaged */
  stream(name: string): AsyncIterable<Uint8Array>;
  close(): void;
}

/** Opens a file that is an archive inside, such as a workbook; the same limits hold. @throws FormatError */
export async function openArchive(source: ByteSource, limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS): Promise<OpenArchive> {
  const zip = await openZip(source);
  try {
    const entries = new Map(await readEntries(zip, source.name, limits, (entry) => [entry.fileName, entry] as const));
    return {
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      async *stream(name) {
        const entry = entries.get(name);
        if (!entry) throw new FormatError('zip-entry-missing', { file: source.name, entry: name });
        const stream = await openEntry(zip, entry, source.name);
        try {
          yield* limited(stream, entry, source.name);
        } catch (error) {
          throw isZipFault(error) ? damaged(source.name, name, error) : error;
        } finally {
          stream.destroy();
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const itself = (entry: Entry): Entry => entry;

/** Where the bytes of an entry lie in its archive, and whether they lie there as they are. */
export interface EntryPlace {
  at: number;
  /** Bytes in the archive. */
  packed: number;
  /** Bytes after unpacking, as the archive has it. */
  size: number;
  isPlain: boolean;
}

/** What the list of an archive says of an entry. */
type EntryHead = Omit<EntryPlace, 'at'> & { head: number; method: number };

/** Finds entries of an archive again without reading its list. */
export interface ArchivePlaces {
  names: Iterable<string>;
  /** How many entries there are. */
  count: number;
  /** Undefined for entries that are missing. @throws FormatError */
  placeOf(name: string): Promise<EntryPlace | undefined>;
}

/** Reads the list of an archive once, by names in small letters; what stands before the bytes of an entry is read when it is asked for first. @throws FormatError */
export async function archivePlaces(source: ByteSource, limits: ArchiveLimits): Promise<ArchivePlaces> {
  const zip = await openZip(source);
  try {
    const heads = new Map(await readEntries(zip, source.name, limits, (entry) => [entry.fileName.toLowerCase(), headOf(entry)] as const));
    const known = new Map<string, EntryPlace>();
    return {
      names: heads.keys(),
      count: heads.size,
      placeOf: async (name) => {
        const key = name.toLowerCase();
        const head = heads.get(key);
        if (head === undefined) return undefined;
        const place = known.get(key) ?? (await readPlace(source, name, head));
        known.set(key, place);
        return place;
      },
    };
  } finally {
    zip.close();
  }
}

const LOCAL_HEADER = 30;
const LOCAL_MARK = 0x04034b50;

function headOf({
  relativeOffsetOfLocalHeader: head,
  compressedSize: packed,
  uncompressedSize: size,
  compressionMethod: method,
}: Entry): EntryHead {
  return { head, method, packed, size, isPlain: method !== DEFLATED };
}

/** The header that stands before the bytes has a length of its own. */
async function readPlace(source: ByteSource, name: string, { head, method, ...entry }: EntryHead): Promise<EntryPlace> {
  if (!isRead(method)) throw packedOtherwise(source.name, name, method);
  const bytes = await source.read(head, LOCAL_HEADER);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < LOCAL_HEADER || view.getUint32(0, true) !== LOCAL_MARK) throw damaged(source.name, name);
  const at = head + LOCAL_HEADER + view.getUint16(26, true) + view.getUint16(28, true);
  if (at + entry.packed > source.size) throw damaged(source.name, name);
  return { at, ...entry };
}

/** Lets yauzl read from any byte source. */
class SourceReader extends RandomAccessReader {
  private readonly source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(range(this.source, start, end), { objectMode: false });
  }
}

async function* range(source: ByteSource, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += PIECE_BYTES) yield await source.read(at, Math.min(PIECE_BYTES, end - at));
}

function openZip(source: ByteSource): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: false };
    fromRandomAccessReader(new SourceReader(source), source.size, options, (error, zip) => {
      if (error || !zip) reject(new FormatError('zip-broken', { file: source.name }, { cause: error }));
      else resolve(zip);
    });
  });
}

/** What `keep` makes of each entry that is a file. */
function readEntries<T>(zip: ZipFile, archive: string, limits: ArchiveLimits, keep: (entry: Entry) => T): Promise<T[]> {
  const entries: T[] = [];
  const names = new Set<string>();
  const places: Place[] = [];
  let bytes = 0;
  let packed = 0;
  return new Promise((resolve, reject) => {
    const refuse = ({ code, ...values }: Fault, cause?: unknown): void =>
      reject(new FormatError(code, { file: archive, ...values }, { cause }));
    if (zip.entryCount > limits.maxEntries) return refuse({ code: 'zip-many', count: zip.entryCount, limit: limits.maxEntries });
    zip.on('error', (error: Error) => refuse(nameFault(error), error));
    zip.on('end', () => {
      const fault = overlapAmong(places) ?? ratioFault(bytes, packed, limits);
      if (fault) refuse(fault);
      else if (entries.length === 0) refuse({ code: 'zip-empty' });
      else resolve(entries);
    });
    zip.on('entry', (entry: Entry) => {
      entry.fileName = nameOf(entry);
      const fault = faultOf(entry, limits);
      bytes += entry.uncompressedSize;
      packed += entry.compressedSize;
      places.push({ entry: entry.fileName, from: entry.relativeOffsetOfLocalHeader, bytes: LOCAL_HEADER + entry.compressedSize });
      if (fault) return refuse(fault);
      if (bytes > limits.maxBytes) return refuse({ code: 'zip-large', limit: limits.maxBytes });
      if (names.has(entry.fileName)) return refuse({ code: 'zip-twice', entry: entry.fileName });
      names.add(entry.fileName);
      if (!entry.fileName.endsWith('/') && !isJunk(entry.fileName)) entries.push(keep(entry));
      zip.readEntry();
    });
    zip.readEntry();
  });
}

const UTF8_NAME = 0x800;

/** The name of an entry: many programs write UTF-8 and do not say so. Neither dots nor slashes come of other bytes. */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag: flags, extraFields }: Entry): string {
  const isSaid = (flags & UTF8_NAME) !== 0;
  return isSaid || !isUtf8(fileNameRaw) ? fileName : getFileNameLowLevel(flags | UTF8_NAME, fileNameRaw, extraFields, false);
}

/** What an entry takes of its archive at least. */
interface Place {
  entry: string;
  from: number;
  bytes: number;
}

/** Entries that share their bytes unpack to far more than the archive could hold. */
function overlapAmong(places: Place[]): Fault | null {
  places.sort((a, b) => a.from - b.from);
  let end = 0;
  for (const { entry, from, bytes } of places) {
    if (from < end) return { code: 'zip-overlap', entry };
    end = from + bytes;
  }
  return null;
}

/** Many small entries may unpack to as much as a large one. */
function ratioFault(bytes: number, packed: number, { ratioFromBytes, maxRatio, isReadInPlace }: ArchiveLimits): Fault | null {
  if (isReadInPlace) return null;
  const ratio = bytes / Math.max(1, packed);
  return bytes > ratioFromBytes && ratio > maxRatio ? { code: 'zip-ratio-all', ratio: Math.round(ratio) } : null;
}

/** The reader itself takes backslashes for slashes, as old programs of Windows write them, and refuses absolute names and `..`; its messages are turned into sentences. */
function nameFault(error: Error): Fault {
  const entry = /: (.*)$/.exec(error.message)?.[1] ?? '';
  if (/absolute path|invalid relative path|invalid characters/i.test(error.message)) return { code: 'zip-outside', entry };
  return { code: 'zip-list' };
}

/** Code of a sentence, and its values beside the name of the archive. */
type Fault = { code: SentenceCode } & Readonly<Record<string, string | number>>;

function faultOf(entry: Entry, limits: ArchiveLimits): Fault | null {
  const name = entry.fileName;
  if (name.includes('\0') || /^[a-z]:/i.test(name)) return { code: 'zip-outside', entry: name };
  if (((entry.externalFileAttributes >>> 16) & FILE_KIND) === SYMBOLIC_LINK) return { code: 'zip-link', entry: name };
  if (entry.isEncrypted()) return { code: 'zip-password', entry: name };
  if (NESTED.has(extensionOf(name)) && !isJunk(name)) return { code: 'zip-nested', entry: name };
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > limits.ratioFromBytes && ratio > limits.maxRatio) {
    return { code: 'zip-ratio', entry: name, ratio: Math.round(ratio) };
  }
  return null;
}

function openEntry(zip: ZipFile, entry: Entry, archive: string): Promise<Readable> {
  const { compressionMethod: method } = entry;
  const isDeflated = method === DEFLATED;
  return new Promise((resolve, reject) => {
    if (!isRead(method)) return reject(packedOtherwise(archive, entry.fileName, method));
    zip.openReadStream(entry, isDeflated ? { decompress: false } : {}, (error, stream) => {
      if (!stream) reject(damaged(archive, entry.fileName, error));
      else if (!isDeflated) resolve(stream);
      else {
        // The library's own way hands out pieces of 16 kB, and each costs as much as a large one.
        const inflated = createInflateRaw({ chunkSize: Math.min(PIECE_BYTES, Math.max(LEAST_PIECE, entry.uncompressedSize)) });
        pipeline(stream, inflated, () => undefined);
        resolve(inflated);
      }
    });
  });
}

/** Entries may be longer than they say: the bytes themselves are counted too. */
async function* limited(stream: Readable, entry: Entry, file: string): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > entry.uncompressedSize) {
      // Wrong bytes of a packed entry mostly unpack to more than there is room for.
      if (entry.compressionMethod === DEFLATED) throw damaged(file, entry.fileName, undefined);
      throw new FormatError('zip-entry-longer', { file, entry: entry.fileName });
    }
    yield piece;
  }
  if (size < entry.uncompressedSize) throw damaged(file, entry.fileName, undefined);
}

function isZipFault(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    String(code).startsWith('Z_') || /^(not enough bytes|too many bytes|invalid (local|compression)|unexpected EOF)/i.test(String(message))
  );
}

/** Whether entries packed so can be read: as they are, or in the way that nearly all programs pack. */
const isRead = (method: number): boolean => method === 0 || method === DEFLATED;

/** Other ways of packing, by their numbers. Windows packs in the first of them what is larger than 2 GB. */
const METHODS: Readonly<Record<number, string>> = { 9: 'Deflate64', 12: 'BZip2', 14: 'LZMA', 93: 'Zstandard', 95: 'XZ', 98: 'PPMd' };

function packedOtherwise(file: string, entry: string, method: number): FormatError {
  return new FormatError('zip-method', { file, entry, method: METHODS[method] ?? String(method) });
}

function damaged(archive: string, name: string, cause?: unknown): FormatError {
  return new FormatError('zip-entry-broken', { file: archive, entry: name }, { cause });
}
