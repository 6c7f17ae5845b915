// Making a view of a layer.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ViewDialog } from './ViewDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type = 'esriFieldTypeString') => ({ name, type, alias: name, domain: null });
const layer = {
  id: 0,
  name: 'Towns',
  type: 'Feature Layer',
  fields: [field('fid', 'esriFieldTypeOID'), field('town'), field('secret')],
} as unknown as LayerInfo;
const item = { id: 'i', owner: 'ada', title: 'Towns' } as Item;

const open = (answers: Parameters<typeof renderPage>[2]) =>
  renderPage(<ViewDialog item={item} service="towns" layers={[layer]} onClose={() => {}} />, '/x', answers, ['item']);
const sent = (asked: { url: string; body: string }[], name: string) =>
  new URLSearchParams(asked.find(({ url }) => url.includes(name))?.body);

test('a view of some rows and some fields is made, and its page opens', async () => {
  const { asked, location } = await open({
    createService: () => ({ success: true, name: 'View_of_Towns_x', itemId: 'v' }),
    addToDefinition: () => ({ success: true }),
  });
  await userEvent.type(await screen.findByLabelText('Only rows where'), 'people > 10');
  await userEvent.click(screen.getByRole('checkbox', { name: 'secret' }));
  await userEvent.click(screen.getByRole('button', { name: 'Make the view' }));
  await waitFor(() => expect(location().search).toBe('?id=v'));
  expect(sent(asked, 'createService').get('isView')).toBe('true');
  const { layers } = JSON.parse(sent(asked, 'addToDefinition').get('addToDefinition') ?? '');
  expect(layers[0].viewDefinitionQuery).toBe('people > 10');
  expect(layers[0].adminLayerInfo.viewLayerDefinition).toMatchObject({ sourceServiceName: 'towns', sourceLayerFields: 'town' });
});

test('a condition that is refused is told, and the empty service is taken away again', async () => {
  const { asked } = await open({
    createService: () => ({ success: true, name: 'View_of_Towns_x', itemId: 'v' }),
    addToDefinition: () => ({ error: { code: 400, message: 'There is no field peple.', details: [] } }),
    '/items/v/delete': () => ({ success: true, itemId: 'v' }),
  });
  await userEvent.type(await screen.findByLabelText('Only rows where'), 'peple > 10');
  await userEvent.click(screen.getByRole('button', { name: 'Make the view' }));
  expect((await screen.findByRole('alert')).textContent).toBe('There is no field peple.');
  expect(sent(asked, '/items/v/delete').get('permanentDelete')).toBe('true');
});

test('a view needs a name and a field', async () => {
  await open({});
  const submit = () => screen.getByRole('button', { name: 'Make the view' }) as HTMLButtonElement;
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('View of Towns');
  await userEvent.click(screen.getByRole('checkbox', { name: 'town' }));
  expect(submit().disabled).toBe(false);
  await userEvent.click(screen.getByRole('checkbox', { name: 'secret' }));
  expect(submit().disabled).toBe(true);
});
