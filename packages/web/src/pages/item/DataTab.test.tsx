// The way from a row to those that belong to it in another layer, and back; and changes taken back.
import type { Item } from '@graticule/contract/content/item';
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTab } from './DataTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string) => ({ name, type, alias: name, sqlType: '', domain: null, defaultValue: null });
const side = (relatedTableId: number, role: string, keyField: string) => ({ id: 4, name: 'visits', relatedTableId, role, keyField });
const trees = {
  id: 0,
  name: 'Trees',
  type: 'Feature Layer',
  objectIdField: 'fid',
  displayField: 'code',
  capabilities: 'Query,Create,Update',
  fields: [field('fid', 'esriFieldTypeOID'), field('code', 'esriFieldTypeString')],
  relationships: [side(1, 'esriRelRoleOrigin', 'code')],
};
const visits = {
  id: 1,
  name: 'Visits',
  type: 'Table',
  objectIdField: 'oid',
  displayField: 'note',
  capabilities: 'Query,Create,Update',
  fields: [field('oid', 'esriFieldTypeOID'), field('tree', 'esriFieldTypeString'), field('note', 'esriFieldTypeString')],
  relationships: [side(0, 'esriRelRoleDestination', 'tree')],
};
const rows = {
  trees: [{ attributes: { fid: 7, code: "T'7" } }],
  visits: [{ attributes: { oid: 3, tree: "T'7", note: 'pruned' } }],
};

async function open(
  change: (body: string) => object = () => ({ updateResults: [{ objectId: 7, success: true }] }),
  { user = { username: 'ada', privileges: [] as string[] }, capabilities = trees.capabilities, itemControl = 'admin', first = "T'7" } = {},
) {
  const view = await renderPage(
    <SessionGate>
      <DataTab item={{ id: 'i1', owner: 'ada', title: 'Care', itemControl } as Item} service="care" />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user }),
      queryRelatedRecords: () => ({ fields: [], relatedRecordGroups: [{ objectId: 7, count: 1 }] }),
      returnCountOnly: () => ({ count: 1 }),
      applyEdits: ({ body }) => change(body),
      returnVersion: () => ({ feature: rows.trees[0], version: 'v1' }),
      addFeatures: () => ({ addResults: [{ objectId: 9, success: true }] }),
      'FeatureServer/1/query': () => ({ features: rows.visits, fields: visits.fields }),
      'FeatureServer/0/query': () => ({ features: rows.trees, fields: trees.fields }),
      'FeatureServer/layers': () => ({ layers: [{ ...trees, capabilities }], tables: [visits] }),
    },
    ['item'],
  );
  await screen.findByText(first);
  return view;
}

test('the rows that belong to a row open with their number, and the way leads back', async () => {
  const { asked } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Related rows of row 7' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Visits\s*1 row/ }));
  expect(await screen.findByText('pruned')).toBeTruthy();
  const clauses = asked
    .filter(({ url }) => url.includes('FeatureServer/1/query'))
    .map(({ url }) => new URL(url, 'http://x').searchParams.get('where'));
  expect(new Set(clauses)).toEqual(new Set(["tree = 'T''7'"]));
  await userEvent.click(screen.getByRole('button', { name: "Trees: T'7" }));
  await waitFor(() => expect(screen.queryByText('pruned')).toBeNull());
  expect(await screen.findByText("T'7")).toBeTruthy();
});

test('a row that is added there belongs to the row it was opened from', async () => {
  const { asked } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Related rows of row 7' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Visits/ }));
  await screen.findByText('pruned');
  await userEvent.click(screen.getByRole('button', { name: 'Add a row' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'note' }), 'watered');
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a row' }).at(-1) as HTMLElement);
  await waitFor(() => expect(asked.some(({ url }) => url.includes('addFeatures'))).toBe(true));
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('addFeatures'))?.body).get('features');
  expect(JSON.parse(sent ?? '')).toEqual([{ attributes: { tree: "T'7", note: 'watered' } }]);
});

test('the latest change of a value is taken back', async () => {
  let code = "T'7";
  rows.trees = [{ attributes: { fid: 7, code } }];
  await open((body) => {
    code = JSON.parse(new URLSearchParams(body).get('updates') ?? '')[0].attributes.code;
    rows.trees = [{ attributes: { fid: 7, code } }];
    return { updateResults: [{ objectId: 7, success: true }] };
  });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await userEvent.dblClick(screen.getByText("T'7"));
  const input = screen.getByRole('textbox', { name: 'Edit code' });
  await userEvent.clear(input);
  await userEvent.type(input, 'T-8{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(code).toBe("T'7"));
  expect(await screen.findByText("T'7")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

test('what others did to the rows and to the layer is read with one button, which keeps the focus', async () => {
  rows.trees = [{ attributes: { fid: 7, code: "T'7" } }];
  const { asked } = await open();
  const before = asked.length;
  rows.trees = [{ attributes: { fid: 7, code: 'T-9' } }];
  const button = screen.getByRole('button', { name: 'Refresh' });
  await userEvent.click(button);
  expect(await screen.findByText('T-9')).toBeTruthy();
  expect(await screen.findByText('The rows are up to date.')).toBeTruthy();
  const since = asked.slice(before).map(({ url }) => url);
  expect(since.some((url) => url.includes('FeatureServer/layers'))).toBe(true);
  expect(since.some((url) => url.includes('returnCountOnly'))).toBe(true);
  expect(document.activeElement).toBe(button);
});

test('rows that were read a while ago are read anew when somebody comes back to the page', async () => {
  rows.trees = [{ attributes: { fid: 7, code: "T'7" } }];
  await open();
  rows.trees = [{ attributes: { fid: 7, code: 'T-9' } }];
  const comeBack = () =>
    act(() => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
  comeBack();
  expect(screen.getByText("T'7")).toBeTruthy();
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000);
  comeBack();
  expect(await screen.findByText('T-9')).toBeTruthy();
  now.mockRestore();
  focusManager.setFocused(undefined);
});

test('a layer whose rows are not to be read says so, asks for none of them, and takes new ones where it may', async () => {
  const user = { username: 'bo', privileges: ['features:user:edit'] };
  const first = 'The rows are not shown';
  const { asked } = await open(undefined, { user, capabilities: 'Create', itemControl: '', first });
  expect(screen.getByText('The owner of this layer lets people add rows, but not read them.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Statistics' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Add a row' }));
  expect(await screen.findByRole('dialog', { name: 'Add a row' })).toBeTruthy();
  expect(asked.filter(({ url }) => url.includes('/0/query'))).toEqual([]);
  cleanup();
  await open(undefined, { user: { username: 'bo', privileges: [] }, capabilities: 'Create', itemControl: '', first });
  expect(screen.getByText(/^The owner of this layer does not let others read them\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a row' })).toBeNull();
  cleanup();
  // its owner sees them
  await open(undefined, { capabilities: 'Create', first: '1 row' });
});
