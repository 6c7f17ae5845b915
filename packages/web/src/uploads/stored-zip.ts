// Archives of files as they are, without compressing them. An archive only refers to its files: it takes no memory, whatever their size, and can be sent in parts. Libraries for
// browsers copy what they pack. The format is that of PKWARE's APPNOTE 6.3, sections 4.3.7 and 4.3.12 to 4.3.16, without its extension for large archives.

/** Bytes of an archive at most; it tells its places with 32 bits. */
const MOST_BYTES = 0xffff_ffff;
const MOST_PARTS = 0xffff;
/** Of the format that readers have to know. */
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** What does not fit into an archive. */
export class TooMuchForZip extends Error {}

interface Part {
  path: string;
  file: File;
}

/**
 * An archive of files. The same files give the same bytes, so that an upload of it goes on where it stopped.
 * @throws TooMuchForZip beyond 4 GB; NotReadableError and the like when a file cannot be read
 */
export async function storedZip(name: string, parts: readonly Part[]): Promise<File> {
  const bytes = parts.reduce((sum, { path, file }) => sum + file.size + 2 * (path.length * 3 + 50), 0);
  if (bytes > MOST_BYTES || parts.length > MOST_PARTS) throw new TooMuchForZip(name);
  const whole: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let at = 0;
  let directoryBytes = 0;
  for (const { path, file } of parts) {
    const about = { name: new TextEncoder().encode(path), crc: await crcOf(file), size: file.size, changed: dosTime(file.lastModified) };
    const header = localHeader(about);
    const entry = directoryEntry(about, at);
    whole.push(header, file);
    directory.push(entry);
    at += header.byteLength + file.size;
    directoryBytes += entry.byteLength;
  }
  const end = record(22, [
    [0, 4, 0x06054b50],
    [8, 2, parts.length],
    [10, 2, parts.length],
    [12, 4, directoryBytes],
    [16, 4, at],
  ]);
  const lastModified = Math.max(0, ...parts.map(({ file }) => file.lastModified));
  return new File([...whole, ...directory, end], name, { type: 'application/zip', lastModified });
}

interface About {
  name: Uint8Array<ArrayBuffer>;
  crc: number;
  size: number;
  changed: { time: number; date: number };
}

/** What both headers of a file say, from the version on. */
const common = ({ name, crc, size, changed }: About, from: number): Value[] => [
  [from, 2, VERSION],
  [from + 2, 2, FLAGS],
  [from + 6, 2, changed.time],
  [from + 8, 2, changed.date],
  [from + 10, 4, crc],
  [from + 14, 4, size],
  [from + 18, 4, size],
  [from + 22, 2, name.length],
];

function localHeader(about: About): Uint8Array<ArrayBuffer> {
  return record(30, [[0, 4, 0x04034b50], ...common(about, 4)], about.name);
}

function directoryEntry(about: About, at: number): Uint8Array<ArrayBuffer> {
  return record(46, [[0, 4, 0x02014b50], [4, 2, VERSION], ...common(about, 6), [42, 4, at]], about.name);
}

type Value = readonly [at: number, bytes: 2 | 4, value: number];

/** A record of so many bytes with little-endian values, and a name behind it. */
function record(length: number, values: readonly Value[], name = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length + name.length);
  const view = new DataView(bytes.buffer);
  for (const [at, size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  bytes.set(name, length);
  return bytes;
}

/** Date and time of archives, in steps of two seconds; in UTC, so that it is the same wherever the files are packed. */
function dosTime(moment: number): { time: number; date: number } {
  const then = new Date(moment);
  const year = Math.min(Math.max(then.getUTCFullYear() - 1980, 0), 127);
  return {
    time: (then.getUTCHours() << 11) | (then.getUTCMinutes() << 5) | (then.getUTCSeconds() >> 1),
    date: (year << 9) | ((then.getUTCMonth() + 1) << 5) | then.getUTCDate(),
  };
}

/** Remainders of all bytes by the polynomial of the format. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** CRC-32 of a file, read a piece at a time. */
async function crcOf(file: File): Promise<number> {
  let crc = 0xffff_ffff;
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    for (const byte of piece.value) crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ byte) & 0xff] as number);
  return (crc ^ 0xffff_ffff) >>> 0;
}
