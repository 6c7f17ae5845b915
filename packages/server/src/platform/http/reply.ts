// What a handler may give instead of an object: bytes with their headers.
import { Readable } from 'node:stream';
import { fail } from '@graticule/contract/errors';
import type { FileStore } from '../files/file-store.ts';
import type { HttpFacts } from './request.ts';

/** Headers of answers that nobody may keep: one object for all of them, so that those who send them know them again. */
export const UNSTORED: Readonly<Record<string, string>> = Object.freeze({ 'cache-control': 'no-store' });

/** An answer that is not JSON. */
export class RawReply {
  readonly contentType: string;
  readonly body: string | Uint8Array | Readable | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether this very object is given again and again. */
  readonly isKept: boolean;

  constructor(
    contentType: string,
    body: string | Uint8Array | Readable | null,
    options: { status?: number; headers?: Readonly<Record<string, string>>; isKept?: boolean } = {},
  ) {
    this.contentType = contentType;
    this.body = body;
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
    this.isKept = options.isKept ?? false;
  }
}

/** A JSON answer that is text already; for the other forms of JSON it is read again. */
export class JsonText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** A redirect of a browser. */
export function redirectReply(location: string, status: 302 | 303 = 302): RawReply {
  return new RawReply('text/plain; charset=utf-8', '', { status, headers: { location } });
}

/** A stored file and how it is sent. */
export interface StoredFileReply {
  key: string;
  sizeBytes: number;
  contentType: string;
  /** Shown to the browser as the name of the download. */
  fileName?: string;
  /** Entity tag without quotes. */
  etag?: string;
  /** Whether anyone may keep the answer: only for what everyone may see. */
  isPublic?: boolean;
}

/** Types that a browser may show inside the portal's origin without running anything. */
const INLINE =
  /^(image\/(png|jpeg|gif|webp)|application\/(json|geo\+json|pdf)|text\/(plain|csv)|application\/(x-protobuf|octet-stream|zip))/;

/** What a page loads in order to run it. */
const RUNS = /^(script|(shared|service)?worker|(audio|paint)worklet)$/;

/** Sends a stored file with ranges, HEAD, entity tags, and headers that keep user files from running in the portal's origin. */
export function storedFileReply(
  files: FileStore,
  http: Pick<HttpFacts, 'header' | 'ifNoneMatch' | 'range' | 'isHead'>,
  file: StoredFileReply,
): RawReply {
  // The policy of the pages trusts scripts of the portal's own origin; what people upload must never be one of them.
  if (http.header('sec-fetch-site') === 'same-origin' && RUNS.test(http.header('sec-fetch-dest') ?? '')) throw fail('FORBIDDEN');
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': file.isPublic ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
  };
  const inline = INLINE.test(file.contentType);
  if (file.fileName !== undefined) headers['content-disposition'] = disposition(inline ? 'inline' : 'attachment', file.fileName);
  else if (!inline) headers['content-disposition'] = 'attachment';
  if (file.etag !== undefined) {
    headers.etag = `"${file.etag}"`;
    if (hasAlready(http, headers.etag)) {
      return new RawReply(file.contentType, null, { status: 304, headers });
    }
  }
  const range = http.range === undefined ? undefined : parseRange(http.range, file.sizeBytes);
  if (range === 'unsatisfiable') {
    return new RawReply(file.contentType, null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.sizeBytes}` } });
  }
  const length = range === undefined ? file.sizeBytes : range.end - range.start + 1;
  headers['content-length'] = String(length);
  if (range !== undefined) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.sizeBytes}`;
  const body = http.isHead || length === 0 ? null : files.read(file.key, range);
  return new RawReply(file.contentType, body, { status: range === undefined ? 200 : 206, headers });
}

/**
 * Sends a stored file in other words, which depend on the language that the call asks for. How long it is, is known at its end alone: there are no
 * ranges. The entity tag of the file has to tell the languages apart.
 */
export function spokenFileReply(
  files: FileStore,
  http: HttpFacts,
  file: StoredFileReply,
  spoken: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): RawReply {
  const { isHead, ifNoneMatch } = http;
  const whole = storedFileReply(files, { isHead, ifNoneMatch, range: undefined, header: (name) => http.header(name) }, file);
  const { 'content-length': _, 'accept-ranges': __, ...headers } = whole.headers;
  const bytes = whole.body;
  const body = bytes instanceof Readable ? Readable.from(spoken(bytes), { objectMode: false }) : bytes;
  // The file is closed also where nobody takes the rest.
  if (body instanceof Readable && bytes instanceof Readable) body.once('close', () => bytes.destroy());
  return new RawReply(whole.contentType, body, { status: whole.status, headers: { ...headers, vary: 'Accept-Language' } });
}

/** Whether the caller has what bears this entity tag, quotes included. */
export function hasAlready({ ifNoneMatch }: Pick<HttpFacts, 'ifNoneMatch'>, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}

/** One byte range; several ranges are answered with the whole file, which the protocol allows. */
function parseRange(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, from = '', to = ''] = match;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start >= size || start > end ? 'unsatisfiable' : { start, end };
}

/** The Content-Disposition header in both forms of RFC 6266. */
export function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
