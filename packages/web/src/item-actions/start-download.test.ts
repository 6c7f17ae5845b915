// What is heard of a download that the portal refuses, at once or only when the browser fetches it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiError } from '../api/api-error.ts';
import { startDownload } from './start-download.ts';

const ADDRESS = '/sharing/rest/content/items/i/export?exportFormat=CSV';
const TOO_MANY = JSON.stringify({ error: { code: 429, message: 'Too many requests.', details: ['Three downloads run.'] } });

let refused: ApiError[];
beforeEach(() => {
  refused = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const each of document.querySelectorAll('iframe')) each.remove();
});

/** The answers to the requests of the page, one after the other; gives their methods. */
function answer(...answers: readonly { status: number; body?: string }[]) {
  const methods: string[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    const next = answers[methods.length];
    methods.push(init.method ?? 'GET');
    if (!next) throw new TypeError('Failed to fetch');
    return new Response(init.method === 'HEAD' ? null : next.body, { status: next.status });
  });
  return methods;
}
const start = () => startDownload(ADDRESS, (error) => refused.push(error));
const frame = () => document.querySelector('iframe');

/** What the frame has loaded. The test environment loads nothing into frames. */
function loaded(parts: Readonly<Record<'contentDocument' | 'contentWindow', unknown>>) {
  const holder = frame();
  for (const [name, value] of Object.entries(parts)) Object.defineProperty(holder, name, { configurable: true, value });
  holder?.dispatchEvent(new Event('load'));
}
function showed(text: string, href = ADDRESS) {
  const contentDocument = document.implementation.createHTMLDocument();
  contentDocument.body.textContent = text;
  loaded({ contentDocument, contentWindow: { location: { href } } });
}

test('a refusal is thrown with the words of the portal, and nothing is saved', async () => {
  const methods = answer({ status: 429 }, { status: 429, body: TOO_MANY });
  await expect(start()).rejects.toMatchObject({ status: 429, message: 'Too many requests.', details: ['Three downloads run.'] });
  expect([methods, frame()]).toEqual([['HEAD', 'GET'], null]);
});

test('a refusal without words, as of what stands before the portal, is told by its number', async () => {
  answer({ status: 429 }, { status: 429, body: '<h1>Slow down</h1>' });
  await expect(start()).rejects.toMatchObject({ status: 429, message: '' });
  answer({ status: 502 });
  await expect(start()).rejects.toMatchObject({ status: 502 });
  answer();
  await expect(start()).rejects.toMatchObject({ status: 0 });
  expect(frame()).toBeNull();
});

test('what is refused no more when its words are asked for is saved', async () => {
  answer({ status: 429 }, { status: 200, body: 'a,b' });
  await start();
  expect([frame()?.getAttribute('src'), refused]).toEqual([ADDRESS, []]);
});

test('too many downloads are found out by the browser only, and heard of all the same', async () => {
  answer({ status: 200 });
  await start();
  // browsers load an empty page first
  showed('', 'about:blank');
  expect([refused, frame() === null]).toEqual([[], false]);
  showed(TOO_MANY);
  expect(refused).toMatchObject([{ status: 429, message: 'Too many requests.' }]);
  expect(frame()).toBeNull();
});

test('a page of the browser, which may not be looked at, says that the portal cannot be reached', async () => {
  answer({ status: 200 });
  await start();
  const contentWindow = {
    get location() {
      throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
    },
  };
  loaded({ contentDocument: null, contentWindow });
  expect(refused).toMatchObject([{ status: 0 }]);
  expect(frame()).toBeNull();
});
