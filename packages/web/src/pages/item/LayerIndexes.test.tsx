// The indexes of layers: how they are told, and what is sent when one is added or deleted.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { LayerIndexes } from './LayerIndexes.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, alias: string, type = 'esriFieldTypeString') => ({ name, alias, type, domain: null });
const index = (name: string, fields: string, more: object = {}) => ({ name, fields, isUnique: false, isAscending: true, ...more });
const trees = {
  id: 2,
  name: 'trees',
  type: 'Feature Layer',
  objectIdField: 'fid',
  globalIdField: 'gid',
  fields: [field('fid', 'fid', 'esriFieldTypeOID'), field('gid', 'gid'), field('code', 'Code'), field('height', 'Height (m)')],
  indexes: [
    index('PK_fid', 'fid', { isUnique: true }),
    index('gid_Index', 'gid', { isUnique: true }),
    index('SHAPE_Index', 'SHAPE'),
    index('tallest', 'height,code', { isAscending: false }),
  ],
};

async function open(layer: object = {}, answer: object = { success: true }, typeKeywords: string[] = [], others: object[] = []) {
  let kept: object = { ...trees, ...layer };
  const answers = {
    addToDefinition: () => answer,
    deleteFromDefinition: () => {
      if ('success' in answer) kept = { ...kept, indexes: trees.indexes.slice(0, 3) };
      return answer;
    },
    'FeatureServer/layers': () => ({ layers: [kept, ...others], tables: [] }),
  };
  const item = { id: 'i', owner: 'ada', typeKeywords } as unknown as Item;
  return renderPage(<LayerIndexes item={item} service="trees" />, '/x', answers, ['item']);
}
const sent = (asked: { url: string; body: string }[], name: string) =>
  asked
    .filter(({ url }) => url.includes(`/rest/admin/services/Hosted/trees/FeatureServer/2/${name}`))
    .map(({ body }) => JSON.parse(new URLSearchParams(body).get(name) ?? ''));

test('the indexes are told with the words of their fields; those of every layer cannot be deleted', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Indexes of trees' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map((cell) => cell.textContent?.replace(/[\u2068\u2069]/g, '')),
    ),
  ).toEqual([
    ['fid', 'each value once · belongs to every layer'],
    ['gid', 'each value once · belongs to every layer'],
    ['Places', 'belongs to every layer'],
    ['Height (m) and Codetallest', 'backwards'],
  ]);
  expect(screen.getAllByRole('button', { name: /^Delete/ }).map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete the index tallest',
  ]);
});

test('an index is added on the fields in their order, once one is chosen', async () => {
  const { asked } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add an index to trees' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add an index to trees' });
  const submit = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add an index' });
  expect(submit.disabled).toBe(true);
  const why = within(dialog).getByText('Choose at least one field.');
  expect(submit.getAttribute('aria-describedby')).toBe(why.id);
  const box = within(dialog).getByRole('combobox', { name: 'Fields' });
  await userEvent.click(box);
  await userEvent.click(await screen.findByRole('option', { name: 'Height (m)' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Code' }));
  expect(within(dialog).queryByText('Choose at least one field.')).toBeNull();
  // an index is read in both directions, so none is chosen
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'No value may stand twice' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name (optional)' }), ' by height ');
  await userEvent.click(submit);
  await waitFor(() =>
    expect(sent(asked, 'addToDefinition')).toEqual([{ indexes: [{ name: 'by height', fields: 'height,code', isUnique: true }] }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('why the portal makes no such index is said in the dialog', async () => {
  await open({}, { error: { code: 400, message: 'A value stands there twice.', details: [] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Add an index to trees' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Fields' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Code' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add an index' }));
  expect((await screen.findByRole('alert')).textContent).toContain('A value stands there twice.');
});

test('an index is deleted, and the focus goes on to the button that adds one', async () => {
  const { asked } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the index tallest' }));
  expect(await screen.findByText('No row is lost. Conditions on these fields may take longer.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(asked, 'deleteFromDefinition')).toEqual([{ indexes: [{ name: 'tallest' }] }]));
  await waitFor(() => expect(screen.queryByText('tallest')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add an index to trees' })));
});

test('a view says where its indexes are', async () => {
  await open({}, undefined, ['View Service']);
  expect(await screen.findByText('A view uses the indexes of its source. Add them there.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the indexes of several layers stand below the names of the layers', async () => {
  await open({}, undefined, [], [{ ...trees, id: 3, name: 'shrubs' }]);
  expect((await screen.findByText('Indexes of trees')).closest('caption')).not.toBeNull();
  expect(screen.getByRole('table', { name: 'Indexes of shrubs' })).toBeTruthy();
  cleanup();
  await open();
  expect((await screen.findByRole('table', { name: 'Indexes of trees' })).querySelector('caption')).toBeNull();
});
