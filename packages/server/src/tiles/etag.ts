// The ETag of what is sent, told by its bytes.
import { createHash } from 'node:crypto';

/** The digest of the parts, one after the other. */
export function etagOf(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 22);
}
