// Reads past a body that is not taken, so that its sender gets to the answer.
import type { Readable } from 'node:stream';

/** Longer bodies, and slower ones, find the connection closed. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_MS = 5_000;

/**
 * Ends with the body, or once it was read past for long enough. A connection that is closed while its sender still writes breaks,
 * and most clients then tell of the broken connection instead of the answer that lies in it.
 */
export async function readPast(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes > MOST_BYTES) resolve();
  };
  const timer = setTimeout(resolve, MOST_MS);
  body.on('data', count).once('end', resolve).once('close', resolve).once('error', resolve);
  body.resume();
  await promise;
  clearTimeout(timer);
  body.off('data', count);
}
