// Replies and failures of calls.
import { getItem } from '@graticule/contract/content/items';
import { afterEach, expect, test, vi } from 'vitest';
import { call, whenSessionIsLost } from './call.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  whenSessionIsLost(() => {});
});

function portalAnswers(body: string, status = 200): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

const ask = (options = {}) => call(getItem, { id: 'a' }, options);

test('a reply is given as it is', async () => {
  portalAnswers('{"id":"a","title":"Trees"}');
  expect((await ask()).title).toBe('Trees');
});

test('an error envelope with status 200 is an error with code, message code and details', async () => {
  portalAnswers('{"error":{"code":400,"messageCode":"CONT_0001","message":"No such item","details":["x"]}}');
  await expect(ask()).rejects.toMatchObject({ status: 400, messageCode: 'CONT_0001', message: 'No such item', details: ['x'] });
});

test('a session that has ended is reported once, unless the caller deals with it', async () => {
  portalAnswers('{"error":{"code":498,"message":"Invalid token.","details":[]}}');
  const lost = vi.fn();
  whenSessionIsLost(lost);
  await expect(ask()).rejects.toMatchObject({ status: 498 });
  await expect(ask({ quiet: true })).rejects.toMatchObject({ status: 498 });
  expect(lost).toHaveBeenCalledTimes(1);
});

test('a portal that is down, unreachable or talks nonsense gives an error of its own', async () => {
  portalAnswers('<html>', 503);
  await expect(ask()).rejects.toMatchObject({ status: 503 });
  portalAnswers('<html>');
  await expect(ask()).rejects.toMatchObject({ status: 500 });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network');
  });
  await expect(ask()).rejects.toMatchObject({ status: 0 });
});
