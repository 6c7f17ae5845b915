// Going through the table of a layer's rows with keys, and whose rows are changed in it.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTable } from './DataTable.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string) => ({ name, type, alias: name, sqlType: '', domain: null, defaultValue: null });
const layer = {
  id: 0,
  name: 'Towns',
  objectIdField: 'fid',
  capabilities: 'Query',
  fields: [field('fid', 'esriFieldTypeOID'), field('town', 'esriFieldTypeString'), field('people', 'esriFieldTypeInteger')],
} as unknown as LayerInfo;
const item = { id: 'i1', owner: 'ada' } as Item;

/** A table with so many rows; `later` is what those behind the first ones wait for, and may be a failure. */
async function open(
  username: string,
  { count = 2, shown = layer, privileges = [] as string[], later = async (): Promise<unknown> => undefined } = {},
) {
  const row = (place: number) => ({ attributes: { fid: place + 1, town: `Town ${place + 1}`, people: null } });
  await renderPage(
    <SessionGate>
      <DataTable item={item} service="towns" layer={shown} />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user: { username, privileges } }),
      returnCountOnly: () => ({ count }),
      '/query': async ({ url }) => {
        const offset = Number(new URL(url, 'http://x').searchParams.get('resultOffset'));
        const failure = offset > 0 && (await later());
        if (failure) return failure;
        return { features: Array.from({ length: Math.min(100, count) }, (_, i) => row(offset + i)), fields: layer.fields };
      },
    },
    ['item'],
  );
  await screen.findByText('Town 1');
}

const cellOf = (text: string) => screen.getByRole('button', { name: new RegExp(`^${text}\\. Edit`) });
const focused = () => document.activeElement?.closest('td')?.dataset.field;
const rowOf = () => Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'));

/** Goes on with the tab key until the table has the focus. */
async function tabToTable() {
  for (let i = 0; i < 20 && !document.activeElement?.hasAttribute('data-rows'); i++) await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('table').parentElement);
}

/** A slow line, and its end. */
function slowLine() {
  let go = (): void => undefined;
  const line = new Promise<undefined>((resolve) => {
    go = () => resolve(undefined);
  });
  return { later: () => line, go: () => go() };
}

test.each([
  ['ArrowDown', [2, 'fid']],
  ['Home', [2, 'fid']],
  ['End', [2, 'people']],
  ['PageDown', [10, 'fid']],
  ['Control>}{End}{/Control', [31, 'people']],
])('in a table that is only read, {%s} leads from the table to a cell in sight, and the tab key out again', async (keys, there) => {
  await open('bob', { count: 30 });
  await tabToTable();
  // lengthways the table is scrolled
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.hasAttribute('data-rows')).toBe(true);
  await userEvent.keyboard(`{${keys}}`);
  await waitFor(() => expect([rowOf(), focused()]).toEqual(there));
  await userEvent.tab();
  expect(document.activeElement?.closest('[data-rows]')).toBeNull();
});

test('where the first row is somebody else’s, keys lead through it to one’s own', async () => {
  const shown = {
    ...layer,
    capabilities: 'Query,Update',
    ownershipBasedAccessControlForFeatures: { allowOthersToUpdate: false },
    editFieldsInfo: { creatorField: 'town' },
  } as unknown as LayerInfo;
  await open('Town 2', { privileges: ['features:user:edit'], shown });
  expect(screen.queryByRole('button', { name: /^Town 1\./ })).toBeNull();
  await tabToTable();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
  expect([rowOf(), document.activeElement]).toEqual([3, cellOf('Town 2')]);
});

test('keys lead from cell to cell; one row at a time has stops of the tab key', async () => {
  await open('ada');
  cellOf('Town 1').focus();
  await userEvent.keyboard('{ArrowDown}');
  expect([rowOf(), focused()]).toEqual([3, 'town']);
  expect([cellOf('Town 1').tabIndex, cellOf('Town 2').tabIndex]).toEqual([-1, 0]);
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  expect([rowOf(), focused()]).toEqual([3, 'people']);
  await userEvent.keyboard('{Home}');
  // what nobody changes is read too
  expect([rowOf(), focused()]).toEqual([3, 'fid']);
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement?.getAttribute('type')).toBe('checkbox');
  await userEvent.keyboard('{ArrowUp}');
  expect([rowOf(), document.activeElement?.getAttribute('type')]).toEqual([2, 'checkbox']);
  await userEvent.keyboard('{Control>}{End}{/Control}');
  expect([rowOf(), focused()]).toEqual([3, 'people']);
  // out of the table, instead of through all its rows
  await userEvent.tab();
  expect(document.activeElement?.closest('table')).toBeNull();
});

test('in mirrored pages the arrows lead the way they point', async () => {
  await open('bob');
  const table = screen.getByRole('table').parentElement as HTMLElement;
  table.style.direction = 'rtl';
  await tabToTable();
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
  expect([rowOf(), focused()]).toEqual([2, 'town']);
  await userEvent.keyboard('{ArrowRight}');
  expect([rowOf(), focused()]).toEqual([2, 'fid']);
});

test('while a value is typed, keys move within it', async () => {
  await open('ada');
  cellOf('Town 1').focus();
  await userEvent.keyboard('{F2}!{ArrowDown}{PageDown}');
  const input = document.activeElement as HTMLInputElement;
  expect([rowOf(), focused(), input.localName, input.value]).toEqual([2, 'town', 'input', 'Town 1!']);
  await userEvent.keyboard('{Escape}{ArrowDown}');
  expect([rowOf(), focused()]).toEqual([3, 'town']);
});

test('the last of a million rows is reached with keys, and the rows before it page by page', async () => {
  await open('bob', { count: 1_000_000 });
  const cell = (text: string) => screen.getByText(text).closest('td') as HTMLElement;
  cell('Town 1').focus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await waitFor(() => expect([rowOf(), focused()]).toEqual([1_000_001, 'people']));
  await userEvent.keyboard('{ArrowLeft}{PageUp}');
  await waitFor(() => expect([rowOf(), focused()]).toEqual([999_993, 'town']));
  // keys are not lost while rows are on their way
  await userEvent.keyboard('{Control>}{Home}{/Control}{PageDown}');
  await waitFor(() => expect([rowOf(), focused()]).toEqual([10, 'fid']));
  const place = screen.getByRole('textbox', { name: 'Go to row' });
  await userEvent.type(place, '500001{Enter}');
  await waitFor(() => expect(rowOf()).toBe(500_002));
  await userEvent.keyboard('{ArrowRight}{Control>}{End}{/Control}{PageUp}{ArrowLeft}');
  await waitFor(() => expect([rowOf(), focused()]).toEqual([999_993, 'town']));
});

test('where people change only what they added, the rows of others are neither changed nor chosen, and that is said', async () => {
  const shown = {
    ...layer,
    capabilities: 'Query,Editing',
    ownershipBasedAccessControlForFeatures: { allowOthersToUpdate: false, allowOthersToDelete: false },
    editFieldsInfo: { creatorField: 'town' },
  } as unknown as LayerInfo;
  // the names of the towns stand for those who added them
  await open('Town 1', { privileges: ['features:user:edit'], shown });
  expect(screen.getByText(/^You change only rows that you added\./)).toBeTruthy();
  expect(cellOf('Town 1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Town 2/ })).toBeNull();
  const [own, other] = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect([own?.disabled, other?.disabled, other?.title]).toEqual([false, true, 'Somebody else added this row.']);
  // keys pass over what cannot be pressed
  screen.getByText('Town 2').closest('td')?.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect([rowOf(), focused()]).toEqual([3, 'fid']);
  cleanup();
  await open('ada', { shown });
  expect(cellOf('Town 2')).toBeTruthy();
  expect(screen.queryByText(/^You change only rows/)).toBeNull();
});

test('rows that come late do not take the focus from whoever types elsewhere meanwhile', async () => {
  const { later, go } = slowLine();
  await open('ada', { count: 1_000_000, later });
  cellOf('Town 1').focus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search in the table' });
  await userEvent.click(box);
  await userEvent.keyboard('To');
  go();
  await screen.findByText('Town 1000000');
  expect(document.activeElement).toBe(box);
  await userEvent.keyboard('wn');
  expect(box.value).toBe('Town');
});

test('who comes back to the table goes on from what is in sight, not from where keys led before', async () => {
  const { later, go } = slowLine();
  await open('bob', { count: 1_000_000, later });
  await tabToTable();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  go();
  await screen.findByText('Town 1000000');
  expect(document.activeElement?.hasAttribute('data-rows')).toBe(true);
  await userEvent.keyboard('{ArrowDown}');
  expect([rowOf(), focused()]).toEqual([999_992, 'fid']);
});

test('a row that is gone to by its number gets the focus however late it comes, unless somebody went elsewhere', async () => {
  const first = slowLine();
  await open('bob', { count: 1_000_000, later: first.later });
  const place = screen.getByRole<HTMLInputElement>('textbox', { name: 'Go to row' });
  await userEvent.type(place, '500001{Enter}');
  // letters that are typed meanwhile are not of the next number
  await userEvent.keyboard('7');
  expect(place.value).toBe('');
  first.go();
  await waitFor(() => expect(rowOf()).toBe(500_002));
  cleanup();
  const second = slowLine();
  await open('bob', { count: 1_000_000, later: second.later });
  await userEvent.type(screen.getByRole('textbox', { name: 'Go to row' }), '500001{Enter}');
  const box = screen.getByRole('searchbox', { name: 'Search in the table' });
  await userEvent.click(box);
  second.go();
  await screen.findByText('Town 500001');
  expect(document.activeElement).toBe(box);
});

test('rows that failed and come much later do not take the focus', async () => {
  let failure: unknown = { error: { code: 400, message: 'Locked.', details: [] } };
  await open('bob', { count: 1_000_000, later: async () => failure });
  await tabToTable();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await screen.findByRole('button', { name: 'Try again' });
  failure = undefined;
  // as when somebody comes back to the window
  await act(() => queryClient.refetchQueries());
  await screen.findByText('Town 1000000');
  expect(document.activeElement?.hasAttribute('data-rows')).toBe(true);
});
