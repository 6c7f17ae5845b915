// The search box above a table, and what the columns of a layer with subtypes and moments show.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTable } from './DataTable.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string, more = {}) => ({ name, type, alias: name, domain: null, defaultValue: null, ...more });
const list = (...names: string[]) => ({ type: 'codedValue', name: 'l', codedValues: names.map((name, code) => ({ name, code })) });
const layer = {
  id: 0,
  name: 'Works',
  objectIdField: 'fid',
  capabilities: 'Query',
  typeIdField: 'kind',
  types: [
    { id: 1, name: 'Gauge', domains: { state: list('Dry', 'Flowing') } },
    { id: 2, name: 'Weir', domains: { state: list('Open', 'Closed') } },
  ],
  fields: [
    field('fid', 'esriFieldTypeOID'),
    field('kind', 'esriFieldTypeInteger'),
    field('state', 'esriFieldTypeInteger'),
    field('name', 'esriFieldTypeString'),
    field('seen', 'esriFieldTypeDate'),
    field('opened', 'esriFieldTypeDate'),
  ],
} as unknown as LayerInfo;
const day = (date: number, hour = 0) => Date.UTC(2024, 4, date, hour);
const works = [
  { attributes: { fid: 1, kind: 1, state: 1, name: 'Aa', seen: day(1), opened: day(8) } },
  { attributes: { fid: 2, kind: 2, state: 1, name: 'Bb', seen: day(2, 9), opened: day(9) } },
  { attributes: { fid: 3, kind: 2, state: 7, name: 'Cc', seen: day(3, 10), opened: null } },
];
let opened = 0;

async function open(address = '', shown = layer) {
  const view = await renderPage(
    <SessionGate>
      <DataTable item={{ id: `s${++opened}`, owner: 'ada' } as Item} service="works" layer={shown} />
    </SessionGate>,
    `/home/item.html?id=i1${address}`,
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      returnVersion: () => ({ feature: works[1], version: 'v1' }),
      applyEdits: () => ({ updateResults: [{ objectId: 2, success: true }] }),
      returnCountOnly: ({ url }) => ({ count: new URL(url, 'http://x').searchParams.get('where')?.includes('zz') ? 0 : 3 }),
      '/query': ({ url }) => ({ features: url.includes('zz') ? [] : works, fields: layer.fields }),
    },
    ['item'],
  );
  await screen.findByText('Aa');
  const asked = () =>
    view.asked.filter(({ url }) => url.includes('/query')).map(({ url }) => new URL(url, 'http://x').searchParams.get('where'));
  return { ...view, clauses: asked };
}
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search in the table' });
const cells = (row: number) =>
  within(screen.getAllByRole('row')[row] as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const inName = (text: string) => `UPPER(name) LIKE UPPER('%${text}%') ESCAPE '!'`;

test('rows are looked for once nobody types, with the filter, and all are back when the box is cleared', async () => {
  const filter = JSON.stringify([0, 'and', ['kind', 'is', '2']]);
  const { clauses } = await open(`&filter=${encodeURIComponent(filter)}`);
  await userEvent.type(box(), 'zz');
  expect(await screen.findByText('No row matches the search.')).toBeTruthy();
  expect(screen.getByText('No rows')).toBeTruthy();
  expect(new Set(clauses())).toEqual(new Set(['kind = 2', `(kind = 2) AND (${inName('zz')})`]));
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(await screen.findByText('3 rows')).toBeTruthy();
  expect([box().value, document.activeElement]).toEqual(['', box()]);
  expect(screen.getByText('Aa')).toBeTruthy();
});

test('only columns that are shown are looked through; Enter does not wait, and Escape clears', async () => {
  const { clauses } = await open();
  await userEvent.type(box(), '7{Enter}');
  const found = `fid = 7 OR ${inName('7')}`;
  await waitFor(() => expect(clauses().at(-1)).toBe(found));
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'name' }));
  await waitFor(() => expect(clauses().at(-1)).toBe('fid = 7'));
  await userEvent.type(box(), '{Escape}');
  expect(box().value).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull();
});

test('a search for the same again leaves chosen rows chosen; one for others does not', async () => {
  await open('', { ...layer, capabilities: 'Query,Delete,Editing' } as LayerInfo);
  const chosen = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Choose row/ })[0] as HTMLInputElement;
  await userEvent.click(chosen());
  await userEvent.type(box(), ' {Enter}');
  expect(chosen().checked).toBe(true);
  await userEvent.type(box(), 'a{Enter}');
  await waitFor(() => expect(chosen().checked).toBe(false));
});

test('a search that matches more values than can be asked for says that it leaves rows out', async () => {
  const names = [...Array(600).keys()].map((at) => `stretch ${at}`);
  const { clauses } = await open('', {
    ...layer,
    types: [],
    fields: [...layer.fields, field('part', 'esriFieldTypeInteger', { domain: list(...names) })],
  } as LayerInfo);
  await userEvent.type(box(), 'stretch{Enter}');
  const said = 'So many values of lists match that some of their rows are left out. Type more to find all of them.';
  expect(await screen.findByText(said)).toBeTruthy();
  await userEvent.type(box(), ' 59{Enter}');
  await waitFor(() => expect(clauses().at(-1)).toContain('part IN (59, 590, '));
  expect(screen.queryByText(said)).toBeNull();
});

test('a row shows its subtype, and values by the list of its subtype; what the list does not have stays', async () => {
  await open();
  expect(cells(1).slice(2, 5)).toEqual(['Gauge', 'Flowing', 'Aa']);
  expect(cells(2).slice(2, 5)).toEqual(['Weir', 'Closed', 'Bb']);
  expect(cells(3).slice(2, 5)).toEqual(['Weir', '7', 'Cc']);
});

test('a value is chosen from the list of the subtype of its row, and the subtype from all of them', async () => {
  const { asked } = await open();
  await userEvent.dblClick(screen.getByRole('button', { name: /^Closed\. Edit state/ }));
  const offered = () => screen.getAllByRole<HTMLOptionElement>('option').map(({ textContent }) => textContent);
  expect(offered()).toEqual(['', 'Open', 'Closed']);
  await userEvent.keyboard('{Escape}');
  await userEvent.dblClick(screen.getAllByRole('button', { name: /^Weir\. Edit kind/ })[0] as HTMLElement);
  expect(offered()).toEqual(['', 'Gauge', 'Weir']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Edit kind' }), 'Gauge');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(asked.some(({ url }) => url.includes('applyEdits'))).toBe(true));
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('applyEdits'))?.body);
  expect(JSON.parse(sent.get('updates') ?? '')).toEqual([{ attributes: { fid: 2, kind: 1 } }]);
  expect(JSON.parse(sent.get('ifUnchanged') ?? '')).toEqual({ 2: 'v1' });
});

test('a filter offers the subtypes, and the values that any of them lists', async () => {
  await open();
  const options = async (name: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Field' }));
    await userEvent.click(await screen.findByRole('option', { name, hidden: true }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Value' }));
    const listed = document.getElementById(screen.getByRole('combobox', { name: 'Value' }).getAttribute('aria-controls') ?? '');
    return within(listed as HTMLElement)
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent);
  };
  expect(await options('kind')).toEqual(['Gauge', 'Weir']);
  expect(await options('state')).toEqual(['Dry / Open', 'Flowing / Closed']);
});

test('midnight is a time in a column of moments, and a day in a column of days', async () => {
  await open();
  const [seen, day] = cells(1).slice(5);
  const later = cells(2)[5] ?? '';
  expect(seen).toMatch(/\d:\d\d/);
  expect(later).toMatch(/\d:\d\d/);
  expect(day).toBe('May 8, 2024');
  // it is typed with its time as well
  await userEvent.dblClick(screen.getAllByRole('button', { name: /Edit seen$/ })[0] as HTMLElement);
  expect(screen.getByLabelText<HTMLInputElement>('Time of day: seen').value).toMatch(/^\d\d:\d\d$/);
});
