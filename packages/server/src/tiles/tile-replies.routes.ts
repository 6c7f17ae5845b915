// Answers with tiles and with the files beside them.
import { hasAlready, RawReply } from '../platform/http/reply.ts';
import type { HttpFacts } from '../platform/http/request.ts';
import type { HostedFile } from './hosted-files.ts';
import type { CachedTile } from './tile-cache.ts';

const PBF = 'application/x-protobuf';
const KEPT_SECONDS = 7 * 24 * 3600;

/** What people upload is never run in the portal's origin. */
export const SAFE = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" } as const;

/** Letters are those of the product and hardly ever others; pictures are others once the layer is drawn otherwise. */
export function fileReply(
  { contentType, bytes, etag: tag, isZipped, isLasting }: HostedFile,
  http: HttpFacts,
  isPublic: boolean,
): RawReply {
  const etag = `"${tag}"`;
  const age = isLasting ? `max-age=${KEPT_SECONDS}` : 'no-cache';
  const headers = { ...SAFE, etag, 'cache-control': `${isPublic ? 'public' : 'private'}, ${age}` };
  if (hasAlready(http, etag)) return new RawReply(contentType, null, { status: 304, headers });
  const sent = { ...headers, ...(isZipped ? { 'content-encoding': 'gzip' } : {}) };
  return http.isHead
    ? new RawReply(contentType, null, { headers: { ...sent, 'content-length': String(bytes.length) } })
    : new RawReply(contentType, bytes, { headers: sent });
}

/**
 * How long clients may keep a tile: a week if it was asked for by its version, as it never changes; a day where it hardly ever changes and has
 * no version in its address, and for a week more while a new one is fetched; others are asked for each time.
 */
export const KEEPING = {
  lasting: `public, max-age=${KEPT_SECONDS}`,
  day: `public, max-age=${24 * 3600}, stale-while-revalidate=${KEPT_SECONDS}`,
  asked: 'private, no-cache',
} as const;

export type Keeping = keyof typeof KEEPING;

/** Answers with the bytes of tiles that are kept, by how long clients may keep them. */
const keptReplies: Record<Keeping, WeakMap<CachedTile, RawReply>> = { lasting: new WeakMap(), day: new WeakMap(), asked: new WeakMap() };

export function tileReply(tile: CachedTile, http: Pick<HttpFacts, 'ifNoneMatch' | 'isHead'>, keeping: Keeping): RawReply {
  const replies = keptReplies[keeping];
  const usual = http.ifNoneMatch === undefined && !http.isHead ? replies.get(tile) : undefined;
  if (usual !== undefined) return usual;
  const headers: Record<string, string> = {
    etag: `"${tile.etag}"`,
    'cache-control': KEEPING[keeping],
  };
  if (hasAlready(http, `"${tile.etag}"`)) {
    return new RawReply(PBF, null, { status: 304, headers });
  }
  if (tile.bytes.length === 0) return new RawReply(PBF, null, { status: 204, headers });
  const reply = new RawReply(PBF, http.isHead ? null : tile.bytes, {
    headers: { ...headers, 'content-encoding': 'gzip', ...(http.isHead ? { 'content-length': String(tile.bytes.byteLength) } : {}) },
    isKept: true,
  });
  if (!http.isHead) replies.set(tile, reply);
  return reply;
}
