// Bytes of a file inside an archive, unpacked while they are read.
import type { OpenArchive } from '@graticule/geo/formats/archive';
import type { DiskSource } from './disk-source.ts';

/** A file of an archive; every look at it begins to unpack it anew. `called` is what messages call it. */
export function packedSource(archive: OpenArchive, name: string, called: string): DiskSource {
  return {
    name: called,
    size: archive.sizeOf(name),
    read: async (offset, length) => {
      const parts: Uint8Array[] = [];
      let missing = length;
      for await (const piece of bytesFrom(archive, name, offset)) {
        parts.push(piece.subarray(0, missing));
        missing -= Math.min(missing, piece.length);
        if (missing === 0) break;
      }
      return Buffer.concat(parts);
    },
    stream: (offset = 0) => bytesFrom(archive, name, offset),
    close: async () => undefined,
  };
}

async function* bytesFrom(archive: OpenArchive, name: string, offset: number): AsyncGenerator<Uint8Array> {
  let before = offset;
  for await (const piece of archive.stream(name)) {
    if (before < piece.length) yield piece.subarray(before);
    before -= Math.min(before, piece.length);
  }
}
