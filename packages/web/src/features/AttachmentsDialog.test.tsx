// The files of one row.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { AttachmentsDialog } from './AttachmentsDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layer = { id: 2 } as LayerInfo;
const item = { id: 'i', owner: 'ada' } as Item;
const PICTURE = { id: 1, name: 'bridge.png', contentType: 'image/png', size: 2048 };
const TEXT = { id: 2, name: '<b>notes</b>.txt', contentType: 'text/html', size: 10 };

async function open(files: unknown[], isEditable = true, answers: Parameters<typeof renderPage>[2] = {}) {
  return renderPage(
    <AttachmentsDialog item={item} service="towns" layer={layer} objectId={7} isEditable={isEditable} onClose={() => {}} />,
    '/x',
    { ...answers, '/7/attachments': () => ({ attachmentInfos: files }) },
    ['item'],
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

test('a file is attached, and the list is asked for again', async () => {
  const { asked } = await open([], true, { addAttachment: () => ({ addAttachmentResult: { objectId: 3, success: true } }) });
  await screen.findByText('No files are attached to this row.');
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['x'], 'photo.jpg', { type: 'image/jpeg' }));
  await waitFor(() =>
    expect(asked.map(({ url }) => url.split('?')[0]?.split('/').at(-1))).toEqual(['attachments', 'addAttachment', 'attachments']),
  );
});

test('a file is removed; what the portal refuses is said and stays', async () => {
  const refused = { deleteAttachmentResults: [{ objectId: 1, success: false, error: { code: 403, description: 'Not yours.' } }] };
  const { asked } = await open([PICTURE], true, { deleteAttachments: () => refused });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove bridge.png' }));
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
