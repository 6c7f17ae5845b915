// Layers of a view: others of its source come whole, those that are there are taken out.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ServiceParts } from './ServiceParts.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const towns = { id: 0, name: 'towns', type: 'Feature Layer', geometryType: 'esriGeometryPoint', fields: [] };
const notes = { id: 1, name: 'notes', type: 'Table', fields: [] };
/** A layer as administrators of a view are told of it. */
const shown = (id: number, sourceServiceItemId: string, sourceLayerId: number) => ({
  id,
  name: 'x',
  adminLayerInfo: { viewLayerDefinition: { sourceServiceItemId, sourceLayerId } },
});
const source = (name: string, serviceItemId: string) => ({ name, type: 'FeatureServer', url: `https://x/${name}`, serviceItemId });

interface Scene {
  tables?: object[];
  sources?: object[];
  /** What is told of the service `places`. */
  places?: object;
  answer?: object;
}

async function open({ tables = [notes], sources = [source('places', 's')], places, answer = { success: true } }: Scene = {}) {
  let left = tables;
  const answers = {
    addToDefinition: () => answer,
    deleteFromDefinition: () => {
      if ('success' in answer) left = [];
      return answer;
    },
    'view/FeatureServer/layers': () => ({ layers: [towns], tables: left }),
    'view/FeatureServer/sources': () => ({ services: sources }),
    'admin/services/Hosted/places/FeatureServer': () =>
      places ?? { layers: [towns, { id: 4, name: 'walks', geometryType: 'esriGeometryPolyline' }], tables: [{ id: 2, name: 'visits' }] },
    'admin/services/Hosted/roads/FeatureServer': () => ({ layers: [{ id: 0, name: 'roads', geometryType: 'esriGeometryPolyline' }] }),
    // layer 0 of another service is not that of this one
    'admin/services/Hosted/view/FeatureServer': () => ({ layers: [shown(0, 's', 0)], tables: [shown(1, 'other', 2)] }),
  };
  const item = { id: 'i', owner: 'ada', typeKeywords: ['View Service'] } as unknown as Item;
  const page = await renderPage(<ServiceParts item={item} service="view" />, '/x', answers, ['item']);
  await screen.findByText('towns');
  return page;
}
const sent = (asked: { url: string; body: string }[], name: string) =>
  asked
    .filter(({ url }) => url.includes(`/rest/admin/services/Hosted/view/FeatureServer/${name}`))
    .map(({ body }) => JSON.parse(new URLSearchParams(body).get(name) ?? ''));
const openAdding = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add layers of the source' }));
  return within(await screen.findByRole('dialog'));
};
const whole = (service: string, sourceLayerId: number, name: string) => ({
  name,
  adminLayerInfo: { viewLayerDefinition: { sourceServiceName: service, sourceLayerId, sourceLayerFields: '*' } },
});

test('layers and tables that the view does not show yet are offered, and added with all fields and rows', async () => {
  const { asked } = await open({ sources: [source('places', 's'), source('roads', 'r')] });
  const dialog = await openAdding();
  expect(await dialog.findAllByRole('checkbox')).toHaveLength(3);
  expect(dialog.queryByRole('checkbox', { name: /towns/ })).toBeNull();
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' });
  expect(submit.disabled).toBe(true);
  expect(document.getElementById(submit.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose at least one layer.');
  for (const name of [/walks/, /visits/, /roads/]) await userEvent.click(dialog.getByRole('checkbox', { name }));
  await userEvent.click(submit);
  await waitFor(() =>
    expect(sent(asked, 'addToDefinition')).toEqual([
      { layers: [whole('places', 4, 'walks'), whole('roads', 0, 'roads')], tables: [whole('places', 2, 'visits')] },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('where all is shown the dialog says so, and why layers of others are not offered', async () => {
  await open({ places: { layers: [towns], tables: [] } });
  expect(await (await openAdding()).findByText('The view shows all layers of its source. Add a layer to the source first.')).toBeTruthy();
  cleanup();
  await open({ places: { error: { code: 403, message: 'No.', details: [] } } });
  const dialog = await openAdding();
  expect(await dialog.findByText(/^The layers of places are not yours to show/)).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
  cleanup();
  await open({ places: { error: { code: 500, message: 'Broken.', details: [] } } });
  expect((await (await openAdding()).findByRole('alert')).textContent).toContain('Broken.');
  cleanup();
  // another client may have taken out the last layer
  await open({ sources: [] });
  expect(await (await openAdding()).findByText(/^The view shows no layer any more/)).toBeTruthy();
});

test('a layer is taken out once it is said what is lost, and the focus stays among the layers', async () => {
  const { asked } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Take notes out of the view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take notes out of the view' }));
  expect(dialog.getByText(/Its rows stay in the source of the view/)).toBeTruthy();
  expect(dialog.getByText(/^What the view says of it is lost/)).toBeTruthy();
  expect(sent(asked, 'deleteFromDefinition')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Take out' }));
  await waitFor(() => expect(sent(asked, 'deleteFromDefinition')).toEqual([{ tables: [{ id: 1 }] }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take notes out of the view' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add layers of the source' })));
});

test('the last layer stays, and the page says what to do; a view gets no empty layers', async () => {
  await open({ tables: [] });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Take towns out of the view' });
  expect(button.disabled).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^The last layer stays/);
  expect(screen.queryByRole('button', { name: 'Add a layer or table' })).toBeNull();
});

test('why a layer stays is said in the dialog', async () => {
  await open({ answer: { error: { code: 400, message: 'Somebody was faster.', details: [] } } });
  await userEvent.click(screen.getByRole('button', { name: 'Take towns out of the view' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Take out' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody was faster.');
});
