// Layers come to a service and go: what is sent, and what has to be typed before.
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

const towns = { id: 0, name: 'towns', type: 'Feature Layer', geometryType: 'esriGeometryPoint', objectIdField: 'fid', fields: [] };
const notes = { id: 1, name: 'notes', type: 'Table', objectIdField: 'fid', fields: [] };

async function open({ answer = { success: true } as object } = {}) {
  let tables: object[] = [notes];
  const answers = {
    addToDefinition: () => answer,
    deleteFromDefinition: () => {
      if ('success' in answer) tables = [];
      return answer;
    },
    '/query': () => ({ count: 12 }),
    'FeatureServer/layers': () => ({ layers: [towns], tables }),
  };
  const item = { id: 'i', owner: 'ada', typeKeywords: [] } as unknown as Item;
  return renderPage(<ServiceParts item={item} service="places" />, '/x', answers, ['item']);
}
const sent = (asked: { url: string; body: string }[], name: string) =>
  asked
    .filter(({ url }) => url.includes(`/rest/admin/services/Hosted/places/FeatureServer/${name}`))
    .map(({ body }) => JSON.parse(new URLSearchParams(body).get(name) ?? ''));

test('an empty layer is added with its kind and its fields; lines without words are left out', async () => {
  const { asked } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a layer or table' }));
  const dialog = within(await screen.findByRole('dialog'));
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add a layer or table' });
  expect(submit.disabled).toBe(true);
  const why = () => document.getElementById(submit.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(why()).toBe('Type a name that no other layer of the service has.');
  const name = await dialog.findByRole('textbox', { name: 'Name' });
  await userEvent.type(name, 'TOWNS ');
  expect(dialog.getByText('The service has a layer of this name.')).toBeTruthy();
  await userEvent.clear(name);
  await userEvent.type(name, 'Walks');
  expect(why()).toBeUndefined();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Kind of layer' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Lines' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of field 1' }), 'Street name');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a field' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Name of field 2' })));
  await userEvent.keyboard('Length');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Type of field 2' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Number' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add a field' }));
  await userEvent.click(submit);
  await waitFor(() =>
    expect(sent(asked, 'addToDefinition')).toEqual([
      {
        layers: [
          {
            name: 'Walks',
            type: 'Feature Layer',
            geometryType: 'esriGeometryPolyline',
            fields: [
              { name: 'Street_name', alias: 'Street name', type: 'esriFieldTypeString', length: 256 },
              { name: 'Length', alias: 'Length', type: 'esriFieldTypeDouble' },
            ],
          },
        ],
      },
    ]),
  );
});

test('a table is deleted once its name is typed, and the focus stays among the layers', async () => {
  const { asked } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the layer notes' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('12 rows and their files are gone for good.')).toBeTruthy();
  const box = dialog.getByRole('textbox', { name: 'Type notes to confirm' });
  await userEvent.type(box, 'note{Enter}');
  expect(sent(asked, 'deleteFromDefinition')).toEqual([]);
  await userEvent.type(box, 's{Enter}');
  await waitFor(() => expect(sent(asked, 'deleteFromDefinition')).toEqual([{ tables: [{ id: 1 }] }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete the layer notes' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete the layer towns' })));
});

test('why a layer stays is said in the dialog', async () => {
  await open({ answer: { error: { code: 400, message: 'A view shows the layer.', details: [] } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the layer towns' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Type towns to confirm' }), 'towns{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('A view shows the layer.');
});
