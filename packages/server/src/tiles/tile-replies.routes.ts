// Answers with tiles and with the files beside them.
import { hasAlready, RawReply } from '../platform/http/reply.ts';
import type { HttpFacts } from '../platform/http/request.ts';
import type { HostedFile } from './hosted-files.ts';
import type { CachedTile } from './tile-cache.ts';

const PBF = 'application/x-protobuf';
/** Tiles asked for by their version never change. */
export const KEPT_SECONDS = 7 * 24 * 3600;

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

/** Answers with the bytes of tiles that are kept, for those who may keep them and for others. */
const keptReplies = { kept: new WeakMap<CachedTile, RawReply>(), asked: new WeakMap<CachedTile, RawReply>() };

export function tileReply(tile: CachedTile, http: Pick<HttpFacts, 'ifNoneMatch' | 'isHead'>, mayBeKept: boolean): RawReply {
  const replies = keptReplies[mayBeKept ? 'kept' : 'asked'];
  const usual = http.ifNoneMatch === undefined && !http.isHead ? replies.get(tile) : undefined;
  if (usual !== undefined) return usual;
  const headers: Record<string, string> = {
    etag: `"${tile.etag}"`,
    'cache-control': mayBeKept ? `public, max-age=${KEPT_SECONDS}` : 'private, no-cache',
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
