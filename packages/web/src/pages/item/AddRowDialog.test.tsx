// A row that is added to a layer with subtypes and templates.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { AddRowDialog } from './AddRowDialog.tsx';
import type { RowScope } from './related-rows.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string, more = {}) => ({ name, type, alias: name, domain: null, defaultValue: null, ...more });
const list = (...names: string[]) => ({ type: 'codedValue', name: 'l', codedValues: names.map((name, code) => ({ name, code })) });
const template = (name: string, attributes: object) => ({ name, prototype: { attributes } });
const fields = [
  field('fid', 'esriFieldTypeOID'),
  field('kind', 'esriFieldTypeInteger'),
  field('state', 'esriFieldTypeInteger'),
  field('river', 'esriFieldTypeString', { defaultValue: 'Ume' }),
];
const types = [
  {
    id: 1,
    name: 'Gauge',
    domains: { state: list('Dry', 'Flowing') },
    templates: [template('Gauge', { kind: 1, state: 1, river: 'Lula' })],
  },
  { id: 2, name: 'Weir', domains: { state: list('Open', 'Closed') }, templates: [template('Weir', { kind: 2, state: 0 })] },
];
const layer = { id: 0, capabilities: 'Query', fields, types, typeIdField: 'kind' } as unknown as LayerInfo;

async function open(of: LayerInfo = layer, scope?: RowScope) {
  const { asked } = await renderPage(
    <AddRowDialog service="works" layer={of} scope={scope} onClose={() => {}} />,
    '/x',
    { addFeatures: () => ({ addResults: [{ objectId: 3, success: true }] }) },
    ['item'],
  );
  return async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Add a row' }));
    await waitFor(() => expect(asked.some(({ url }) => url.includes('addFeatures'))).toBe(true));
    const sent = asked.find(({ url }) => url.includes('addFeatures'))?.body;
    return JSON.parse(new URLSearchParams(sent).get('features') ?? '')[0].attributes;
  };
}
const input = (name: string) => screen.getByRole<HTMLInputElement>(name === 'river' ? 'textbox' : 'combobox', { name });
const choose = async (name: string, option: string) => {
  await userEvent.click(input(name));
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};

test('the chosen subtype gives the values of its template, and the lists to choose from', async () => {
  const add = await open();
  expect(input('river').value).toBe('Ume');
  await choose('kind', 'Gauge');
  expect([input('state').value, input('river').value]).toEqual(['Flowing', 'Lula']);
  await choose('kind', 'Weir');
  expect([input('state').value, input('river').value]).toEqual(['Open', 'Ume']);
  expect(screen.queryByRole('combobox', { name: 'Begin with' })).toBeNull();
  await choose('state', 'Closed');
  expect(await add()).toEqual({ kind: 2, state: 1, river: 'Ume' });
});

test('what was typed stays when another subtype is chosen, and is told where it does not fit', async () => {
  await open({ ...layer, types: [{ ...types[0], domains: { state: list('Dry', 'Flowing', 'Flooded') } }, types[1]] } as LayerInfo);
  await choose('kind', 'Gauge');
  await userEvent.clear(input('river'));
  await userEvent.type(input('river'), 'Vind');
  await choose('state', 'Flooded');
  await choose('kind', 'Weir');
  expect(input('river').value).toBe('Vind');
  expect(screen.getByText('Choose a value from the list.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a row' }).disabled).toBe(true);
});

test('the subtype that new rows have by themselves gives its values at once, which alone make no row', async () => {
  const begun = [fields[0], field('kind', 'esriFieldTypeInteger', { defaultValue: 2 }), ...fields.slice(2)];
  await open({ ...layer, fields: begun } as unknown as LayerInfo);
  expect([input('kind').value, input('state').value]).toEqual(['Weir', 'Open']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a row' }).disabled).toBe(true);
});

test('where there are more templates than subtypes one is chosen to begin with', async () => {
  const more = [{ ...types[0], templates: [...(types[0]?.templates ?? []), template('Dry gauge', { kind: 1, state: 0 })] }, types[1]];
  const add = await open({ ...layer, types: more } as unknown as LayerInfo);
  await choose('Begin with', 'Dry gauge');
  expect([input('kind').value, input('state').value, input('river').value]).toEqual(['Gauge', 'Dry', 'Ume']);
  expect(await add()).toEqual({ kind: 1, state: 0, river: 'Ume' });
});

test('a row that is joined by its subtype has the lists of that', async () => {
  const add = await open(layer, { field: layer.fields[1] as LayerInfo['fields'][number], value: 2 });
  expect(screen.queryByRole('combobox', { name: 'kind' })).toBeNull();
  expect(input('state').value).toBe('Open');
  expect(await add()).toEqual({ kind: 2, state: 0, river: 'Ume' });
});

test('a default value that is taken away is not given by the layer again', async () => {
  const add = await open();
  await choose('kind', 'Weir');
  await userEvent.clear(input('river'));
  expect(await add()).toEqual({ kind: 2, state: 0, river: null });
});
