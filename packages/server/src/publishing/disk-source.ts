// Bytes of a file on disk, as the format readers want them.
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '@graticule/geo/formats/format-reader';

/** A file on disk and the way to let go of it. */
export interface DiskSource extends ByteSource {
  close(): Promise<void>;
}

/** Opens a file; `name` is what messages call it. */
export async function openDiskSource(path: string, name: string): Promise<DiskSource> {
  const handle: FileHandle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    name,
    size,
    path,
    read: async (offset, length) => {
      const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled === buffer.length ? buffer : buffer.subarray(0, filled);
    },
    stream: (offset = 0) => createReadStream(path, { start: offset, highWaterMark: 1 << 18 }),
    close: () => handle.close(),
  };
}
