// Builds zip archives byte by byte, so that tests can make ones that lie.
import { crc32, deflateRawSync } from 'node:zlib';

/** An entry; what is given beside name and bytes stands in the archive instead of the truth. */
export interface ZipEntry {
  name: string;
  bytes: Uint8Array | string;
  /** Unpacked length as the archive says it. */
  claimedSize?: number;
  /** Unix mode, such as 0o120777 for a link. */
  mode?: number;
  encrypted?: boolean;
  /** The list says that it lies where the first entry does. */
  liesInFirst?: boolean;
}

/** An archive of the entries, deflated. */
export function zipArchive(entries: readonly ZipEntry[]): Buffer {
  const [files, list]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const entry of entries) {
    const raw = Buffer.from(entry.bytes as Uint8Array);
    const packed = deflateRawSync(raw);
    const name = Buffer.from(entry.name);
    const size = entry.claimedSize ?? raw.length;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x800 | (entry.encrypted ? 1 : 0), 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(raw), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(name.length, 22);
    if (!entry.liesInFirst) files.push(Buffer.from('PK\u0003\u0004'), shared, name, packed);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    central.writeUInt32LE(entry.liesInFirst ? 0 : at, 10);
    // Version made by: Unix, so that the mode counts.
    list.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), shared, central, name);
    if (!entry.liesInFirst) at += 30 + name.length + packed.length;
  }
  const [body, directory] = [Buffer.concat(files), Buffer.concat(list)];
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, directory, end]);
}
