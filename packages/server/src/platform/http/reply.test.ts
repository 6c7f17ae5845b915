import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { FileStore } from '../files/file-store.ts';
import { disposition, storedFileReply } from './reply.ts';
import type { HttpFacts } from './request.ts';

const files = {
  read: (_key: string, range?: { start: number; end: number }) =>
    Readable.from([range === undefined ? 'all' : `${range.start}-${range.end}`]),
} as unknown as FileStore;
const http = (facts: Partial<HttpFacts> = {}): HttpFacts =>
  ({ isHead: false, range: undefined, ifNoneMatch: undefined, header: () => undefined, ...facts }) as HttpFacts;
const file = { key: 'k', sizeBytes: 100, contentType: 'application/zip', fileName: 'roads.zip', etag: 'abc' };

describe('storedFileReply', () => {
  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/100', '10'],
    ['bytes=90-', 206, 'bytes 90-99/100', '10'],
    ['bytes=-5', 206, 'bytes 95-99/100', '5'],
    ['bytes=0-999', 206, 'bytes 0-99/100', '100'],
    ['bytes=100-', 416, 'bytes */100', undefined],
    ['bytes=0-1,5-6', 200, undefined, '100'],
    ['lines=1-2', 200, undefined, '100'],
  ])('answers the range %s with %d', (range, status, contentRange, length) => {
    const reply = storedFileReply(files, http({ range }), file);
    expect([reply.status, reply.headers['content-range'], reply.headers['content-length']]).toEqual([status, contentRange, length]);
  });

  it.each([
    ['same-origin', 'script', false],
    ['same-origin', 'serviceworker', false],
    ['same-origin', 'image', true],
    ['cross-site', 'script', true],
  ])('asked for from %s as %s: given is %s, so that no uploaded file runs in the pages', (site, dest, given) => {
    const facts: Record<string, string> = { 'sec-fetch-site': site, 'sec-fetch-dest': dest };
    const ask = () => storedFileReply(files, http({ header: (name) => facts[name] }), file);
    if (given) expect(ask().status).toBe(200);
    else expect(ask).toThrow('permissions');
  });

  it('answers an entity tag that the browser has with 304', () => {
    expect(storedFileReply(files, http({ ifNoneMatch: 'W/"abc"' }), file).status).toBe(304);
  });

  it('announces the length of a HEAD request without opening the file', () => {
    const reply = storedFileReply(files, http({ isHead: true }), file);
    expect([reply.body, reply.headers['content-length']]).toEqual([null, '100']);
  });

  it.each(['text/html', 'image/svg+xml', 'application/xml', 'text/javascript', 'application/xhtml+xml'])(
    'never lets %s run in the portal',
    (contentType) => {
      const { headers } = storedFileReply(files, http(), { ...file, contentType });
      const inline = headers['content-disposition']?.startsWith('inline');
      expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(inline).toBe(false);
    },
  );
});

describe('disposition', () => {
  it('writes both forms of a name that is not plain', () => {
    expect(disposition('attachment', 'Straßen "2024".zip')).toBe(
      `attachment; filename="Stra_en _2024_.zip"; filename*=UTF-8''Stra%C3%9Fen%20%222024%22.zip`,
    );
  });
});
