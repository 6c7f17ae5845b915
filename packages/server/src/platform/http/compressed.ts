// How answers are compressed, and those in one go that are bytes already.
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller answers are sent as they are. */
export const LEAST_COMPRESSED_BYTES = 1024;

/** Beyond this level the time grows faster than the answer shrinks. */
export const BROTLI = { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_GENERIC, [constants.BROTLI_PARAM_QUALITY]: 4 } };

type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The encoding for a client: none, or the better of ours that it names; undefined when it weighs them or says something else unusual. */
export function encodingFor(headers: IncomingHttpHeaders): Encoding | 'none' | undefined {
  const accepted = headers['accept-encoding'];
  if (headers['x-no-compression'] !== undefined) return undefined;
  if (accepted === undefined || accepted === 'identity') return 'none';
  if (!/^[a-z]+(?:, ?[a-z]+)*$/.test(accepted)) return undefined;
  const names = accepted.split(/, ?/);
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'none';
}

/** The bytes in an encoding. */
export function compressed(encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array> {
  return encoding === 'br' ? brotli(bytes, BROTLI) : gzipped(bytes);
}
