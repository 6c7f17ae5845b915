// Packs texts and bytes into a zip archive, for tests of files that are archives inside.
import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive with the files, packed or as they are. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>, { isPacked = true } = {}): Uint8Array {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, file] of Object.entries(files)) {
    const whole = Buffer.from(file as Uint8Array);
    const packed = isPacked ? deflateRawSync(whole) : whole;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800, 2);
    facts.writeUInt16LE(isPacked ? 8 : 0, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(whole), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(whole.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, rest, Buffer.from(name)]));
    bodies.push(body);
    at += body.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, list, Buffer.from('PK\u0005\u0006'), end]);
}
