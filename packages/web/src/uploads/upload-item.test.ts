// Uploading a file as an item: what is asked of the portal, and how an upload goes on after a reload.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepUnfinished, unfinishedUploads } from './unfinished.ts';
import { giveUpUpload, type Upload, uploadItem } from './upload-item.ts';

const BYTES = 'x'.repeat(9 * 1024 * 1024);
const PART = 8 * 1024 * 1024;
const file = new File([BYTES], 'roads.csv', { lastModified: 5 });
const upload: Upload = { file, username: 'ada', folder: undefined, type: 'CSV', title: 'Roads', tags: [], key: 'made-up-for-this-one' };
const record = {
  itemId: 'i',
  username: 'ada',
  name: 'roads.csv',
  size: file.size,
  lastModified: 5,
  partBytes: PART,
  title: 'Roads',
  type: 'CSV',
};
const missing = { error: { code: 400, messageCode: 'CONT_0001', message: 'Item does not exist.', details: [] } };

let asked: string[];
beforeEach(() => {
  asked = [];
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** A portal that answers by the last word of the path. */
function portal(answers: Record<string, unknown>): void {
  const answer = (url: string) => {
    const word = new URL(url, 'http://x').pathname.split('/').at(-1) ?? '';
    asked.push(word);
    return JSON.stringify(answers[word] ?? { success: true });
  };
  vi.stubGlobal('fetch', async (url: string) => new Response(answer(url)));
  // files travel by XMLHttpRequest, which tells how much was sent
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: unknown } = {};
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

const sending = () => ({ signal: new AbortController().signal, onProgress: vi.fn() });

test('a small file whose answer is lost is sent again with the same key', async () => {
  const keys: unknown[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 200;
      responseText = JSON.stringify({ success: true, id: 'i', folder: null });
      onload?: () => void;
      onerror?: () => void;
      setRequestHeader() {}
      open() {}
      abort() {}
      send(body: FormData) {
        keys.push(body.get('idempotencyKey'));
        if (keys.length === 1) this.onerror?.();
        else this.onload?.();
      }
    },
  );
  const waited: boolean[] = [];
  const onWaiting = (isWaiting: boolean) => void waited.push(isWaiting);
  const small = { ...upload, file: new File(['x'], 'roads.csv') };
  expect((await uploadItem(small, { ...sending(), onWaiting, wait: async () => undefined })).id).toBe('i');
  expect(keys).toEqual([upload.key, upload.key]);
  expect(waited).toEqual([true, false]);
});

test('a small file goes with one request', async () => {
  portal({ addItem: { success: true, id: 'i' } });
  const small = { ...upload, file: new File(['a,b'], 'small.csv') };
  expect(await uploadItem(small, sending())).toEqual({ id: 'i', owner: 'ada', type: 'CSV', title: 'Roads' });
  expect(asked).toEqual(['addItem']);
});

test('a large file goes in parts that are joined in the end; nothing of it is remembered then', async () => {
  portal({ addItem: { success: true, id: 'i' }, parts: { parts: [], received: [] } });
  await uploadItem(upload, sending());
  expect(asked).toEqual(['addItem', 'parts', 'addPart', 'addPart', 'commit']);
  expect(unfinishedUploads('ada')).toEqual([]);
});

test('an upload that was cut off is remembered, and the same file goes on with the parts that are missing', async () => {
  portal({ addItem: { success: true, id: 'i' }, parts: { parts: [], received: [] }, addPart: { error: { code: 403, message: 'full' } } });
  await expect(uploadItem(upload, sending())).rejects.toMatchObject({ status: 403 });
  expect(unfinishedUploads('ada')).toMatchObject([{ itemId: 'i', name: 'roads.csv', share: 0 }]);
  expect(unfinishedUploads('bob')).toEqual([]);

  asked = [];
  const sha256 = createHash('sha256').update(BYTES.slice(0, PART)).digest('hex');
  portal({ parts: { parts: [1], received: [{ partNum: 1, size: PART, sha256 }] }, status: { status: 'partial' } });
  expect((await uploadItem(upload, sending())).id).toBe('i');
  expect(asked).toEqual(['parts', 'status', 'parts', 'addPart', 'commit']);
});

test('a file whose bytes are others than those that arrived begins anew', async () => {
  keepUnfinished({ ...record, share: 0.5 });
  portal({ addItem: { success: true, id: 'new' }, parts: { parts: [], received: [{ partNum: 1, size: PART, sha256: 'other' }] } });
  expect((await uploadItem(upload, sending())).id).toBe('new');
  expect(asked.slice(0, 3)).toEqual(['parts', 'cancel', 'addItem']);
});

test('an upload that the portal no longer knows begins anew', async () => {
  keepUnfinished({ ...record, share: 0.5 });
  portal({ addItem: { success: true, id: 'new' }, parts: missing });
  await expect(uploadItem(upload, sending())).rejects.toMatchObject({ messageCode: 'CONT_0001' });
  expect(asked.slice(0, 2)).toEqual(['parts', 'addItem']);
});

test('when the answer to the last step was lost, the finished item is found', async () => {
  keepUnfinished({ ...record, share: 1 });
  portal({ parts: { parts: [], received: [] }, status: { status: 'completed' } });
  expect((await uploadItem(upload, sending())).id).toBe('i');
  expect(asked).toEqual(['parts', 'status']);
  expect(unfinishedUploads('ada')).toEqual([]);
});

test('giving up cleans up at the portal and here, also when the portal knows nothing of it', async () => {
  keepUnfinished({ ...record, share: 0.5 });
  portal({ cancel: missing });
  await giveUpUpload('ada', 'i');
  expect(asked).toEqual(['cancel']);
  expect(unfinishedUploads('ada')).toEqual([]);
});

/** Requests that are answered by hand; `sent` is what the browser says was sent. */
function slowRequests(): { answer: () => void; tell: (sent: number) => void; wasBroken: () => boolean } {
  let request: { onload?: () => void; onabort?: () => void; upload: { onprogress?: (event: object) => void } } | undefined;
  let isBroken = false;
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 200;
      responseText = JSON.stringify({ success: true, id: 'i', folder: null });
      onload?: () => void;
      onabort?: () => void;
      setRequestHeader() {}
      open() {}
      abort() {
        isBroken = true;
        this.onabort?.();
      }
      send() {
        request = this;
      }
    },
  );
  return {
    answer: () => request?.onload?.(),
    tell: (loaded) => request?.upload.onprogress?.({ lengthComputable: true, loaded, total: 1 }),
    wasBroken: () => isBroken,
  };
}

test('a small file that is given up while it is sent is broken off; one that was sent is told of, because it is an item', async () => {
  const small = { ...upload, file: new File(['a,b'], 'small.csv') };
  for (const [share, isMade] of [
    [0.5, false],
    [1, true],
  ] as const) {
    const control = new AbortController();
    const requests = slowRequests();
    const work = uploadItem(small, { signal: control.signal, onProgress: vi.fn() });
    const end = work.then(({ id }) => id).catch((error: Error) => error.name);
    await Promise.resolve();
    requests.tell(share);
    control.abort();
    requests.answer();
    expect(await end).toBe(isMade ? 'i' : 'AbortError');
    expect(requests.wasBroken()).toBe(!isMade);
  }
});
