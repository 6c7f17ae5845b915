// What layers are called, which field is the title of their rows, and deleting all rows: what is sent, and who sees it.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { SettingsTab } from './SettingsTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, alias: string) => ({ name, alias, type: 'esriFieldTypeString', domain: null });
const trees = {
  id: 0,
  name: 'trees',
  type: 'Feature Layer',
  capabilities: 'Query',
  objectIdField: 'fid',
  displayField: 'code',
  supportsTruncate: true,
  maxRecordCount: 2000,
  fields: [field('code', 'Code'), field('species', 'Species')],
};
const url = 'https://x.example/rest/services/Hosted/trees/FeatureServer';
const item = {
  id: 'i',
  owner: 'ada',
  type: 'Feature Service',
  typeKeywords: ['Hosted Service'],
  url,
  contentStatus: '',
  itemControl: 'update',
} as unknown as Item;

const TEXTS = { serviceDescription: '', description: '', copyrightText: '', maxRecordCount: 2000 };

async function open(answers: Parameters<typeof renderPage>[2] = {}, layer: object = trees, username = 'ada') {
  return renderPage(
    <SessionGate>
      <SettingsTab item={item} onDelete={() => {}} />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username, privileges: [] } }),
      ...answers,
      updateDefinition: answers.updateDefinition ?? (() => ({ success: true })),
      'FeatureServer/layers': () => ({ layers: [layer], tables: [] }),
      'append/jobs': () => ({ jobs: [], more: false }),
      '/truncate': answers['/truncate'] ?? (() => ({ success: true })),
      '/query': () => ({ count: 1200 }),
      'FeatureServer?': () => ({ ...TEXTS, capabilities: 'Query', editorTrackingInfo: {}, layers: [], tables: [] }),
    },
    ['item', 'formats'],
  );
}
type Calls = Awaited<ReturnType<typeof open>>['asked'];
const definitions = (asked: Calls) =>
  asked
    .filter(({ url: to }) => to.includes('trees/FeatureServer/0/updateDefinition'))
    .map(({ body }) => JSON.parse(new URLSearchParams(body).get('updateDefinition') ?? ''));
const nameBox = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the layer trees' });

test('a layer gets another name, and not an empty one', async () => {
  const { asked } = await open();
  const box = await nameBox();
  await userEvent.clear(box);
  expect(screen.getByText('A layer needs a name.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await userEvent.type(box, ' Street trees{Enter}');
  await waitFor(() => expect(definitions(asked)).toEqual([{ name: 'Street trees' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(box));
});

test('a name that somebody else gave meanwhile stands below the one that was typed, which is saved over it on purpose', async () => {
  let now = { name: 'Oaks', editingInfo: { schemaLastEditDate: 9 } };
  const { asked } = await open(
    {
      updateDefinition: ({ body }) => {
        const sent = new URLSearchParams(body);
        if (sent.get('ifUnchanged') !== String(now.editingInfo.schemaLastEditDate))
          return { error: { code: 409, message: 'changed', details: [] } };
        return { success: true };
      },
      'FeatureServer/0?': () => ({ ...trees, ...now }),
    },
    { ...trees, editingInfo: { schemaLastEditDate: 5 } },
  );
  const box = await nameBox();
  await userEvent.type(box, '!{Enter}');
  expect((await screen.findByRole('definition')).textContent).toBe('Oaks');
  expect(box.value).toBe('trees!');
  // a third name is shown before it is written over, too
  now = { name: 'Elms', editingInfo: { schemaLastEditDate: 10 } };
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(screen.getByRole('definition').textContent).toBe('Elms'));
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(screen.queryByRole('definition')).toBeNull());
  expect(definitions(asked)).toEqual([{ name: 'trees!' }, { name: 'trees!' }, { name: 'trees!' }]);
});

test('a name that the portal refuses stays as it was typed, and why is said beside it; giving up brings back the old one', async () => {
  await open({ updateDefinition: () => ({ error: { code: 400, message: 'No such name, please.', details: [] } }) });
  const box = await nameBox();
  await userEvent.type(box, '!{Enter}');
  expect(await screen.findByText('No such name, please.')).toBeTruthy();
  expect(box.value).toBe('trees!');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(box.value).toBe('trees');
  expect(screen.queryByText('No such name, please.')).toBeNull();
});

test('the title of rows is another field', async () => {
  const { asked } = await open();
  const select = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Title of a row of trees' });
  expect(select.value).toBe('Code');
  await userEvent.click(select);
  await userEvent.click(await screen.findByRole('option', { name: 'Species' }));
  await waitFor(() => expect(definitions(asked)).toEqual([{ displayField: 'species' }]));
});

test('all rows are deleted once the name of the layer is typed, and how many go is said', async () => {
  const { asked } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete all rows of trees' }));
  expect(await screen.findByText('1,200 rows and their files are gone for good.')).toBeTruthy();
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete all rows' });
  const box = screen.getByRole('textbox', { name: 'Type trees to confirm' });
  await userEvent.type(box, 'tree{Enter}');
  expect(submit.disabled).toBe(true);
  const calls = () => asked.filter(({ url: to }) => to.includes('/rest/admin/services/Hosted/trees/FeatureServer/0/truncate'));
  expect(calls()).toHaveLength(0);
  await userEvent.type(box, 's');
  await userEvent.click(submit);
  await waitFor(() => expect(calls()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('why the portal does not delete the rows is said in the dialog', async () => {
  await open({ '/truncate': () => ({ error: { code: 400, message: 'A copy is being made.', details: [] } }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete all rows of trees' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Type trees to confirm' }), 'trees');
  await userEvent.click(screen.getByRole('button', { name: 'Delete all rows' }));
  expect((await screen.findByRole('alert')).textContent).toContain('A copy is being made.');
});

test('the rows of a view are not deleted there, and it says why', async () => {
  await open({}, { ...trees, supportsTruncate: false });
  expect(await screen.findByText('The rows of a view belong to its source. Empty that one.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Delete all rows/ })).toBeNull();
});

test('members of a group that updates the item do neither', async () => {
  await open({}, trees, 'bob');
  await screen.findByRole('button', { name: 'Count rows and extent anew' });
  expect(screen.queryByRole('textbox', { name: /Name of the layer/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Delete all rows/ })).toBeNull();
});
