// Files for layers: what is asked of the service, and how a file goes on after the page was loaded anew.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepUnfinishedRows, unfinishedRows } from './unfinished-rows.ts';
import { dropFromService, uploadToService } from './upload-to-service.ts';

const PART = 8 * 1024 * 1024;
const file = new File(['x'.repeat(PART + 9)], 'new.csv', { lastModified: 5 });
const known = { service: 'trees', upload: 'old', username: 'ada', name: 'new.csv', size: file.size, lastModified: 5, share: 0.9 };
const gone = { error: { code: 400, message: 'The upload does not exist. Send the file again.', details: [] } };

let asked: string[];
beforeEach(() => {
  asked = [];
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** A service that answers by the last word of the path. */
function service(answers: Record<string, unknown>): void {
  const answer = (url: string) => {
    const [upload = '', word = ''] = new URL(url, 'http://x').pathname.split('/').slice(-2);
    asked.push(`${upload}/${word}`);
    return JSON.stringify(answers[word] ?? { success: true });
  };
  vi.stubGlobal('fetch', async (url: string) => new Response(answer(url)));
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 200;
      responseText = '';
      onload?: () => void;
      #url = '';
      setRequestHeader() {}
      open(_method: string, url: string) {
        this.#url = url;
      }
      abort() {}
      send() {
        this.responseText = answer(this.#url);
        this.onload?.();
      }
    },
  );
}
const send = () => uploadToService('trees', file, 'ada', { signal: new AbortController().signal, onProgress: vi.fn() });
const REGISTERED = { success: true, item: { itemID: 'new' } };

test('a file that is sent is known until it is used or dropped', async () => {
  service({ register: REGISTERED, parts: { parts: [] } });
  expect(await send()).toBe('new');
  expect(asked).toEqual(['uploads/register', 'new/parts', 'new/uploadPart', 'new/uploadPart', 'new/commit']);
  expect(unfinishedRows('trees', 'ada')).toMatchObject([{ upload: 'new', name: 'new.csv', share: 1 }]);
  expect(unfinishedRows('trees', 'bob')).toEqual([]);
  await dropFromService({ service: 'trees', upload: 'new' });
  expect(asked.at(-1)).toBe('new/delete');
  expect(unfinishedRows('trees', 'ada')).toEqual([]);
});

test('after the page was loaded anew the same file goes on with the parts that are missing', async () => {
  keepUnfinishedRows({ ...known, begun: Date.now() });
  service({ old: { itemID: 'old', committed: false }, parts: { parts: [1] } });
  expect(await send()).toBe('old');
  expect(asked).toEqual(['uploads/old', 'old/parts', 'old/uploadPart', 'old/commit']);
});

test('a file that had arrived as a whole is not sent again', async () => {
  keepUnfinishedRows({ ...known, begun: Date.now() });
  service({ old: { itemID: 'old', committed: true } });
  expect(await send()).toBe('old');
  expect(asked).toEqual(['uploads/old']);
});

test.each([
  ['that the portal knows no longer', { ...known, begun: Date.now() }, ['uploads/old', 'uploads/register']],
  ['with another date', { ...known, lastModified: 6, begun: Date.now() }, ['uploads/register']],
  ['of another service', { ...known, service: 'roads', begun: Date.now() }, ['uploads/register']],
  ['of two days ago', { ...known, begun: Date.now() - 2 * 86_400_000 }, ['uploads/register']],
])('a file %s begins anew', async (_, rows, first) => {
  keepUnfinishedRows(rows);
  service({ old: gone, register: REGISTERED, parts: { parts: [] } });
  expect(await send()).toBe('new');
  expect(asked.slice(0, first.length)).toEqual(first);
  expect(unfinishedRows('trees', 'ada')[0]?.upload).toBe('new');
});

test('what is refused leaves nothing behind', async () => {
  service({ register: REGISTERED, parts: { parts: [] }, uploadPart: { error: { code: 403, message: 'full', details: [] } } });
  await expect(send()).rejects.toMatchObject({ status: 403 });
  expect(asked.at(-1)).toBe('new/delete');
  expect(unfinishedRows('trees', 'ada')).toEqual([]);
});
