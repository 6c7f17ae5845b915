// Bytes of a file on disk, as the format readers want them.
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { ByteSource } from '@graticule/geo/formats/format-reader';

/** A file on disk and the way to let go of it. */
export interface DiskSource extends ByteSource {
  close(): Promise<void>;
}

/** A file that is opened when it is read first: archives hold many that never are. `name` is what messages call it. */
export async function openDiskSource(path: string, name: string): Promise<DiskSource> {
  const { size } = await stat(path);
  let opened: Promise<FileHandle> | undefined;
  return {
    name,
    size,
    path,
    read: async (offset, length) => {
      opened ??= open(path, 'r');
      const handle = await opened;
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
    close: async () => {
      const handle = await opened?.catch(() => undefined);
      await handle?.close();
    },
  };
}
