// The files of one row.
import type { Item } from '@graticule/contract/content/item';
import { told } from '@graticule/contract/refusals/refusal';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { changeLanguage } from '../language/language-store.ts';
import { renderPage } from '../testing/render-page.tsx';
import { AttachmentsDialog } from './AttachmentsDialog.tsx';

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await changeLanguage('en', { remember: false });
});

const layer = { id: 2 } as LayerInfo;
const item = { id: 'i', owner: 'ada' } as Item;
const PICTURE = { id: 1, name: 'bridge.png', contentType: 'image/png', size: 2048 };
const TEXT = { id: 2, name: '<b>notes</b>.txt', contentType: 'text/html', size: 10 };

async function open(files: unknown[], isEditable = true, answers: Parameters<typeof renderPage>[2] = {}, onClose = () => {}) {
  return renderPage(
    <AttachmentsDialog item={item} service="towns" layer={layer} objectId={7} isEditable={isEditable} onClose={onClose} />,
    '/x',
    { ...answers, '/7/attachments': () => ({ attachmentInfos: files }) },
    ['item', 'formats'],
  );
}

test('pictures are shown small, other files only by their name, which opens them', async () => {
  await open([PICTURE, TEXT]);
  const [picture, text] = await screen.findAllByRole('listitem');
  expect(picture?.querySelector('img')?.getAttribute('src')).toBe('/rest/services/Hosted/towns/FeatureServer/2/7/attachments/1?w=120');
  expect(text?.querySelector('img')).toBeNull();
  const link = within(text as HTMLElement).getByRole('link', { name: '<b>notes</b>.txt' });
  expect(link.getAttribute('href')).toBe('/rest/services/Hosted/towns/FeatureServer/2/7/attachments/2');
});

/** Files travel by XMLHttpRequest, which tells how much was sent; each is answered by hand. */
function sending() {
  const requests: { tell: (loaded: number) => void; answer: (reply: object) => void; name: string; language: string; isBroken: boolean }[] =
    [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: object) => void } = {};
      status = 200;
      responseText = '';
      onload?: () => void;
      onabort?: () => void;
      #request: (typeof requests)[number] | undefined;
      #headers = new Headers();
      open() {}
      setRequestHeader(name: string, value: string) {
        this.#headers.set(name, value);
      }
      abort() {
        if (this.#request) this.#request.isBroken = true;
        this.onabort?.();
      }
      send(body: FormData) {
        this.#request = {
          name: (body.get('attachment') as File).name,
          language: this.#headers.get('accept-language') ?? '',
          isBroken: false,
          tell: (loaded) => this.upload.onprogress?.({ lengthComputable: true, loaded, total: 4 }),
          answer: (reply) => {
            this.responseText = JSON.stringify(reply);
            this.onload?.();
          },
        };
        requests.push(this.#request);
      }
    },
  );
  return requests;
}
const DONE = { addAttachmentResult: { objectId: 3, success: true } };
const attach = (...names: string[]) => {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  return userEvent.upload(
    input,
    names.map((name) => new File(['four'], name, { type: 'image/jpeg' })),
  );
};

test('several files are attached one after the other, each with its progress, and the list is asked for again', async () => {
  const { asked } = await open([]);
  const requests = sending();
  await screen.findByText('No files are attached to this row.');
  await attach('a.jpg', 'b.jpg');
  act(() => requests[0]?.tell(1));
  expect(screen.getByRole('progressbar', { name: 'a.jpg on its way' }).getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByText('Waiting for its turn')).toBeTruthy();
  act(() => requests[0]?.answer(DONE));
  await waitFor(() => expect(requests.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']));
  expect(asked.filter(({ url }) => url.includes('/7/attachments'))).toHaveLength(2);
  act(() => requests[1]?.answer(DONE));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files on their way' })).toBeNull());
});

test('a file that is refused is told with its reason, and the same file can be sent or chosen again', async () => {
  await open([]);
  const requests = sending();
  await screen.findByText('No files are attached to this row.');
  await attach('a.jpg');
  act(() => requests[0]?.answer({ addAttachmentResult: { success: false, error: { code: 400, description: 'Too large.' } } }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too large.');
  // the field is empty again: a browser tells of the same file only then
  expect((document.querySelector('input[type=file]') as HTMLInputElement).value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Try a.jpg again' }));
  act(() => requests[1]?.answer(DONE));
  await waitFor(() => expect(screen.queryByText('a.jpg')).toBeNull());
});

test('whoever adds files sees the first of them, or the one that is not taken', async () => {
  await open([]);
  sending();
  const shown: (string | undefined)[] = [];
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.querySelector('bdi')?.textContent);
  });
  await screen.findByText('No files are attached to this row.');
  await attach('a.jpg', 'b.jpg', 'c.jpg');
  await attach('d.jpg', 'run.exe', 'e.jpg');
  expect(shown).toEqual(['a.jpg', 'run.exe']);
  scroll.mockRestore();
});

test('a file that the portal would refuse is told without being sent, and is not offered again; the others go', async () => {
  await open([]);
  const requests = sending();
  await screen.findByText('No files are attached to this row.');
  await attach('run.exe', 'a.jpg');
  expect(screen.getByRole('alert').textContent).toBe('run.exe is of a type that may not be attached. Put it into a zip archive.');
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  expect(requests.map(({ name }) => name)).toEqual(['a.jpg']);
  act(() => requests[0]?.answer(DONE));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel run.exe' }));
  expect(screen.queryByText('run.exe')).toBeNull();
});

test('a file that is cancelled is broken off, and the next one goes', async () => {
  await open([]);
  const requests = sending();
  await screen.findByText('No files are attached to this row.');
  await attach('a.jpg', 'b.jpg');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel a.jpg' }));
  expect(requests[0]?.isBroken).toBe(true);
  await waitFor(() => expect(requests[1]?.name).toBe('b.jpg'));
  // once everything was sent, the portal may have it
  act(() => requests[1]?.tell(4));
  expect(screen.queryByRole('button', { name: 'Cancel b.jpg' })).toBeNull();
  act(() => requests[1]?.answer(DONE));
});

test('deleting asks first; Escape takes the question back, and leaves the dialog open', async () => {
  const onClose = vi.fn();
  const { asked } = await open([PICTURE], true, {}, onClose);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove bridge.png' }));
  expect(screen.getByRole('group', { name: 'Delete bridge.png for good?' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove bridge.png' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(asked.some(({ url }) => url.includes('deleteAttachments'))).toBe(false);
});

test('why a file was not added or deleted is said in the language of the page', async () => {
  await changeLanguage('ar', { remember: false });
  const gone = { deleteAttachmentResults: [{ objectId: 1, success: false, error: { code: 1000, ...told('file-not-there') } }] };
  await open([PICTURE], true, { deleteAttachments: () => gone });
  const requests = sending();
  await userEvent.click(await screen.findByRole('button', { name: /bridge\.png/ }));
  await userEvent.click(screen.getByRole('button', { name: 'حذف' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^الملف غير موجود\. [^a-z]*$/i);
  await attach('a.jpg');
  // what the portal does later, in a job, is told in that language too
  expect(requests[0]?.language).toBe('ar');
  act(() => requests[0]?.answer({ addAttachmentResult: { success: false, error: { code: 1000, ...told('edit-global-id-taken') } } }));
  await screen.findByText(/^المعرّف العام مستخدم بالفعل\. [^a-z]*$/i);
});

test('a file is deleted; what the portal refuses is said and stays', async () => {
  const refused = { deleteAttachmentResults: [{ objectId: 1, success: false, error: { code: 403, description: 'Not yours.' } }] };
  const { asked } = await open([PICTURE], true, { deleteAttachments: () => refused });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove bridge.png' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not yours.');
  const sent = asked.find(({ url }) => url.includes('deleteAttachments'));
  expect(new URLSearchParams(sent?.body).get('attachmentIds')).toBe('1');
  expect(screen.getByText('bridge.png')).toBeTruthy();
});

test('readers see the files and change nothing', async () => {
  await open([PICTURE], false);
  await screen.findByText('bridge.png');
  expect(screen.queryByRole('button', { name: /Remove|Attach/ })).toBeNull();
});

test('the focus goes on when a file on its way is cancelled: to the next one, and from the last to adding files', async () => {
  await open([]);
  sending();
  await screen.findByText('No files are attached to this row.');
  await attach('a.jpg', 'b.jpg', 'c.jpg');
  const cancel = (name: string) => screen.getByRole('button', { name: `Cancel ${name}` });
  await userEvent.click(cancel('b.jpg'));
  await waitFor(() => expect(document.activeElement).toBe(cancel('c.jpg')));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(cancel('a.jpg')));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-add-file')).toBe(true));
});

test('a key that was meant for a file that has just been sent drops no other', async () => {
  await open([]);
  const requests = sending();
  await screen.findByText('No files are attached to this row.');
  await attach('a.jpg', 'b.jpg');
  screen.getByRole('button', { name: 'Cancel a.jpg' }).focus();
  act(() => requests[0]?.tell(4));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel a.jpg' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-add-file')).toBe(true));
  expect(screen.getByRole('button', { name: 'Cancel b.jpg' })).toBeTruthy();
});
