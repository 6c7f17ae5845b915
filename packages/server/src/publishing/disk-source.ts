// Bytes of a file on disk, as the format readers want them.
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { ByteSource } from '@graticule/geo/formats/format-reader';

/** Bytes of a piece of a stream. */
const PIECE = 1 << 18;

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
    stream: (offset = 0) => pieces(path, offset),
    close: async () => {
      const handle = await opened?.catch(() => undefined);
      await handle?.close();
    },
  };
}

/** Two pieces of memory in turns, one of them read into ahead: a new one for each would pile up outside the heap until it is tidied. */
async function* pieces(path: string, offset: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  let [current, other] = [new Uint8Array(PIECE), new Uint8Array(PIECE)];
  let at = offset;
  const readInto = (memory: Uint8Array): Promise<{ bytesRead: number }> => {
    const reading = handle.read(memory, 0, PIECE, at);
    // Told when the piece is asked for, which may be later.
    reading.catch(() => undefined);
    return reading;
  };
  let ahead = readInto(current);
  try {
    for (;;) {
      const { bytesRead } = await ahead;
      if (bytesRead === 0) return;
      at += bytesRead;
      ahead = readInto(other);
      yield current.subarray(0, bytesRead);
      [current, other] = [other, current];
    }
  } finally {
    // Whoever stops before the end leaves a read behind.
    await ahead.catch(() => undefined);
    await handle.close();
  }
}
