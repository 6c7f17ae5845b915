// Replies and failures of calls.
import { getItem } from '@graticule/contract/content/items';
import { deleteItem } from '@graticule/contract/content/user-items';
import { afterEach, expect, test, vi } from 'vitest';
import { call, whenSessionIsLost } from './call.ts';
import { keys } from './keys.ts';
import { rememberSignIn } from './other-account.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  whenSessionIsLost(async () => false);
});

function portalAnswers(body: string, status = 200): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

const ask = (options = {}) => call(getItem, { id: 'a' }, options);

test('a reply is given as it is', async () => {
  portalAnswers('{"id":"a","title":"Trees"}');
  expect((await ask()).title).toBe('Trees');
});

test('CO-300 CO-302 what the portal refuses reaches who asked: an error envelope with status 200 is an error with code, message code and details', async () => {
  portalAnswers('{"error":{"code":400,"messageCode":"CONT_0001","message":"No such item","details":["x"]}}');
  await expect(ask()).rejects.toMatchObject({ status: 400, messageCode: 'CONT_0001', message: 'No such item', details: ['x'] });
});

test('a session that has ended is reported once, unless the caller deals with it', async () => {
  portalAnswers('{"error":{"code":498,"message":"Invalid token.","details":[]}}');
  const lost = vi.fn(async () => false);
  whenSessionIsLost(lost);
  await expect(ask()).rejects.toMatchObject({ status: 498 });
  await expect(ask({ quiet: true })).rejects.toMatchObject({ status: 498 });
  expect(lost).toHaveBeenCalledTimes(1);
});

test('a call whose session has ended is sent again once the person is signed in', async () => {
  let answers = ['{"error":{"code":498,"message":"Invalid token.","details":[]}}', '{"id":"a","title":"Trees"}'];
  vi.stubGlobal('fetch', async () => new Response(answers.shift()));
  whenSessionIsLost(async () => true);
  expect((await ask()).title).toBe('Trees');
  // the new session may be refused as well: nobody is asked for ever
  answers = Array.from({ length: 3 }, () => '{"error":{"code":498,"message":"Invalid token.","details":[]}}');
  await expect(ask()).rejects.toMatchObject({ status: 498 });
  expect(answers).toHaveLength(1);
});

test('a change that is refused asks whether the session is still there, a read is not', async () => {
  portalAnswers('{"error":{"code":403,"message":"No.","details":[]}}');
  const lost = vi.fn(async () => false);
  whenSessionIsLost(lost);
  await expect(ask()).rejects.toMatchObject({ status: 403 });
  expect(lost).not.toHaveBeenCalled();
  await expect(call(deleteItem, { username: 'ada', id: 'a' })).rejects.toMatchObject({ status: 403 });
  expect(lost).toHaveBeenCalledTimes(1);
});

test('nothing is changed in the name of somebody who signed in in another tab', async () => {
  const asked = vi.fn(async () => new Response('{"success":true}'));
  let holder = 'ada';
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/portals/self') ? Promise.resolve(new Response(JSON.stringify({ user: { username: holder } }))) : asked(),
  );
  queryClient.setQueryData(keys.session, { user: { username: 'ada' } });
  const remove = (options = {}) => call(deleteItem, { username: 'ada', id: 'a' }, options);
  const kept = vi.spyOn(document, 'cookie', 'get');
  const cookie = (username: string) => kept.mockReturnValue(`a=b; esri_auth=${encodeURIComponent(JSON.stringify({ email: username }))}`);
  cookie('Ada');
  await remove();
  expect(asked).toHaveBeenCalledTimes(1);
  // a cookie that other software of the host wrote says nothing
  cookie('bob');
  await remove();
  expect(asked).toHaveBeenCalledTimes(2);
  holder = 'bob';
  await expect(remove()).rejects.toMatchObject({ status: 498 });
  await expect(remove({ quiet: true })).rejects.toMatchObject({ status: 498 });
  expect(asked).toHaveBeenCalledTimes(2);
  // whoever the page belongs to signs in again, and then it is done
  whenSessionIsLost(async () => true);
  await remove();
  expect(asked).toHaveBeenCalledTimes(3);
  whenSessionIsLost(async () => false);
  rememberSignIn('Bob');
  await remove();
  expect(asked).toHaveBeenCalledTimes(4);
  cookie('carla');
  holder = 'carla';
  await expect(remove()).rejects.toMatchObject({ status: 498 });
  for (const other of ['', 'not json', '5', '{"email":5}']) {
    kept.mockReturnValue(`esri_auth=${encodeURIComponent(other)}`);
    await remove();
  }
  expect(asked).toHaveBeenCalledTimes(8);
});

test('a portal that is down, unreachable or talks nonsense gives an error of its own', async () => {
  portalAnswers('<html>', 503);
  await expect(ask()).rejects.toMatchObject({ status: 503 });
  // what stands before the portal speaks English, which is not passed on
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }));
  await expect(ask()).rejects.toMatchObject({ status: 502, message: '' });
  portalAnswers('<html>');
  await expect(ask()).rejects.toMatchObject({ status: 500 });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network');
  });
  await expect(ask()).rejects.toMatchObject({ status: 0 });
});

test('a call says which language the page speaks, for what is written on the other side', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    asked.push(headers);
    return new Response('{"id":"a"}');
  });
  const { lang } = document.documentElement;
  for (const spoken of ['ar', '']) {
    document.documentElement.lang = spoken;
    await ask();
  }
  document.documentElement.lang = lang;
  expect(asked).toEqual([{ 'Accept-Language': 'ar' }, {}]);
});
