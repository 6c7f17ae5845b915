// Publishing a hosted layer as vector tiles.
import type { Item } from '@graticule/contract/content/item';
import { refuse } from '@graticule/contract/refusals/refusal';
import { TILE_ZOOMS } from '@graticule/contract/services/vector-tiles';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { changeLanguage } from '../language/language-store.ts';
import { renderPage } from '../testing/render-page.tsx';
import { TilesDialog } from './TilesDialog.tsx';

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await changeLanguage('en', { remember: false });
});

const item = { id: 'i', owner: 'ada', title: 'Towns' } as Item;
const open = (answers: Parameters<typeof renderPage>[2]) =>
  renderPage(<TilesDialog item={item} onClose={() => {}} />, '/x', answers, ['item', 'formats']);
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish the tiles' });

test('the layer is published as tiles between two zoom levels, and the page of the new item opens', async () => {
  const made = { type: 'Vector Tile Service', serviceItemId: 'v', serviceurl: '', encodedServiceURL: '', size: -1, jobId: 'v' };
  const { asked, location } = await open({ '/publish': () => ({ services: [made] }) });
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Tiles of Towns');
  expect(screen.getByLabelText<HTMLInputElement>('To zoom level').value).toBe(String(TILE_ZOOMS.max));
  await userEvent.clear(screen.getByLabelText('From zoom level'));
  expect(submit().disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('From zoom level'), '4');
  await userEvent.clear(screen.getByLabelText('To zoom level'));
  await userEvent.type(screen.getByLabelText('To zoom level'), '2');
  expect(submit().disabled).toBe(true);
  await userEvent.clear(screen.getByLabelText('To zoom level'));
  await userEvent.type(screen.getByLabelText('To zoom level'), '14');
  await userEvent.click(submit());
  await waitFor(() => expect(location().search).toBe('?id=v'));
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('/publish'))?.body);
  expect([sent.get('fileType'), sent.get('outputType'), sent.get('itemId')]).toEqual(['featureService', 'vectorTiles', 'i']);
  expect(JSON.parse(sent.get('publishParameters') ?? '')).toMatchObject({ title: 'Tiles of Towns', minZoom: 4, maxZoom: 14 });
});

test('a title in other letters makes an address in plain ones', async () => {
  const { asked } = await open({ '/publish': () => ({ error: { code: 403, message: 'No.', details: [] } }) });
  const title = await screen.findByLabelText('Title');
  await userEvent.clear(title);
  await userEvent.type(title, 'مربعات');
  await userEvent.click(submit());
  await screen.findByRole('alert');
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('/publish'))?.body);
  expect(JSON.parse(sent.get('publishParameters') ?? '')).toMatchObject({
    title: 'مربعات',
    name: expect.stringMatching(/^tiles_[0-9a-z]+$/),
  });
});

test('why the tiles cannot be published is told where they were asked for', async () => {
  await open({ '/publish': () => ({ error: { code: 403, message: 'You may not publish tiles.', details: [] } }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish the tiles' }));
  expect((await screen.findByRole('alert')).textContent).toContain('You may not publish tiles.');
});

test('why one source cannot be published is told in the language of the page', async () => {
  await changeLanguage('ar', { remember: false });
  const { status: code, message, reasons } = refuse('service-name-taken', { name: 'tiles' });
  await open({ '/publish': () => ({ services: [{ type: 'Vector Tile Service', success: false, error: { code, message, reasons } }] }) });
  await userEvent.click((await screen.findAllByRole('button')).find((button) => button.getAttribute('type') === 'submit') as HTMLElement);
  expect((await screen.findByRole('alert')).textContent).toContain('اسم الخدمة «tiles» مستخدم');
});
