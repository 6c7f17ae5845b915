// The table of a layer's rows.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, stubMedia } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTable } from './DataTable.tsx';
import { orderBy } from './use-rows.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string, more = {}) => ({
  name,
  type,
  alias: name,
  sqlType: '',
  domain: null,
  defaultValue: null,
  ...more,
});
const layer = {
  id: 0,
  name: 'Towns',
  objectIdField: 'fid',
  capabilities: 'Query',
  fields: [field('fid', 'esriFieldTypeOID'), field('town', 'esriFieldTypeString'), field('people', 'esriFieldTypeInteger')],
} as unknown as LayerInfo;
const item = { id: 'i1', owner: 'ada' } as Item;
/** Each table is of another item: what is not saved outlives a table. */
let opened = 1;
const towns = [{ attributes: { fid: 1, town: 'Aa', people: 12345 } }, { attributes: { fid: 2, town: 'Bb', people: null } }];

async function open(
  username: string,
  update: () => unknown = () => ({ updateResults: [{ objectId: 1, success: true }] }),
  now: readonly object[] = towns,
  more = '',
) {
  const view = await renderPage(
    <SessionGate>
      <DataTable item={{ ...item, id: `i${++opened}` }} service="towns" layer={layer} />
    </SessionGate>,
    `/home/item.html?id=i1${more}`,
    {
      'portals/self': () => ({ id: 'o', user: { username, privileges: [] } }),
      returnCountOnly: () => ({ count: 2 }),
      applyEdits: update,
      returnVersion: () => now[0] && { feature: now[0], version: 'v1' },
      objectIds: () => ({ features: now, fields: layer.fields }),
      '/query': () => ({ features: towns, fields: layer.fields }),
    },
    ['item'],
  );
  await screen.findByText('Aa');
  return view;
}
const asked = (calls: { url: string; body: string }[], name: string) =>
  calls.filter(({ url }) => url.includes('/query')).map(({ url }) => new URL(url, 'http://x').searchParams.get(name));

test('rows, their number, numbers in the language of the reader and missing values are shown', async () => {
  await open('bob');
  expect(screen.getByText('2 rows')).toBeTruthy();
  expect(screen.getByText('12,345')).toBeTruthy();
  // in mirrored pages too a number that is too wide loses its last digits, not its first
  expect(screen.getByText('12,345').getAttribute('dir')).toBe('ltr');
  expect(screen.getByText('no value')).toBeTruthy();
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('3');
});

test.each([
  ['bob', 'The layer has no rows yet. Once there are some, they are listed here.', false],
  ['ada', 'The layer has no rows yet. Add the first one, and it is listed here.', true],
])('a table without rows says what will be there, and not how rows are changed (%s)', async (username, words, mayAdd) => {
  await renderPage(
    <SessionGate>
      <DataTable item={{ ...item, owner: 'ada' } as Item} service="towns" layer={layer} />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user: { username, privileges: [] } }),
      returnCountOnly: () => ({ count: 0 }),
      '/query': () => ({ features: [], fields: layer.fields }),
    },
    ['item'],
  );
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText(/Double-click a value/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a row' }) !== null).toBe(mayAdd);
});

async function openMillion() {
  const view = await renderPage(
    <SessionGate>
      <DataTable item={item} service="towns" layer={layer} />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'bob', privileges: [] } }),
      returnCountOnly: () => ({ count: 1_000_000 }),
      '/query': ({ url }) => {
        const offset = Number(new URL(url, 'http://x').searchParams.get('resultOffset'));
        const row = (_: unknown, i: number) => ({ attributes: { fid: offset + i + 1, town: `Town ${offset + i + 1}`, people: null } });
        return { features: Array.from({ length: 100 }, row), fields: layer.fields };
      },
    },
    ['item'],
  );
  await screen.findByText('Town 1');
  return view;
}

test('the last of a million rows is reached by scrolling, and the focus stays in the table', async () => {
  const { asked: calls } = await openMillion();
  const table = screen.getByRole('table');
  expect(table.getAttribute('aria-rowcount')).toBe('1000001');
  const scroller = table.parentElement as HTMLElement;
  scroller.focus();
  // nothing is laid out here: the view is ten rows high, and the table as high as browsers bear
  fireEvent.scroll(scroller, { target: { scrollTop: 12_000_000 - 400 } });
  expect(await screen.findByText('Town 1000000')).toBeTruthy();
  expect(screen.queryByText('Town 1')).toBeNull();
  expect(new Set(asked(calls, 'resultOffset'))).toEqual(new Set([null, '0', '999900']));
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(document.activeElement).toBe(scroller);
});

test('a row of a million is gone to by its place; a place that is none is said to be', async () => {
  await openMillion();
  const box = screen.getByRole('textbox', { name: 'Go to row' });
  await userEvent.type(box, '0{Enter}');
  expect(screen.getByText('Type a whole number from 1 to 1,000,000.')).toBeTruthy();
  await userEvent.clear(box);
  await userEvent.type(box, '500001{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Town 500001'));
  // a turn of the wheel goes on from there, row by row
  const scroller = screen.getByRole('table').parentElement as HTMLElement;
  fireEvent.scroll(scroller, { target: { scrollTop: scroller.scrollTop + 40 * 15 } });
  expect(await screen.findByText('Town 500016')).toBeTruthy();
  expect(screen.queryByText('Town 500001')).toBeNull();
  expect(screen.getByText('Town 500008')).toBeTruthy();
});

test('a column sorts upwards, downwards, not at all; ties are broken by the identifier', async () => {
  const { asked: calls } = await open('bob');
  const head = () => screen.getByRole('button', { name: 'town' });
  await userEvent.click(head());
  await waitFor(() => expect(asked(calls, 'orderByFields')).toContain('town ASC,fid ASC'));
  await userEvent.click(head());
  await waitFor(() => expect(asked(calls, 'orderByFields')).toContain('town DESC,fid ASC'));
  expect(screen.getByRole('columnheader', { name: 'town' }).getAttribute('aria-sort')).toBe('descending');
  expect(orderBy({ field: 'fid', isDescending: true }, 'fid')).toBe('fid DESC');
});

test('a filter asks for rows and their number with the same clause', async () => {
  const { asked: calls, location } = await open('bob');
  await userEvent.click(screen.getByRole('combobox', { name: 'Field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'town', hidden: true }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Value' }), "O'H");
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  const clause = "UPPER(town) LIKE UPPER('%O''H%') ESCAPE '!'";
  await waitFor(() => expect(asked(calls, 'where').filter((where) => where === clause)).toHaveLength(2));
  expect(JSON.parse(new URLSearchParams(location().search).get('filter') ?? '')).toEqual([0, 'and', ['town', 'contains', "O'H"]]);
});

test('a filter on a text for which nothing is typed shows every row again', async () => {
  const filter = JSON.stringify([0, 'and', ['town', 'contains', 'Aa']]);
  const { asked: calls, location } = await open('bob', undefined, towns, `&filter=${encodeURIComponent(filter)}`);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Value' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(asked(calls, 'where')).toContain('1=1'));
  expect(new URLSearchParams(location().search).has('filter')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Field' })));
});

test('the filter of the address is asked for as one clause, and shown to be changed', async () => {
  const filter = JSON.stringify([0, 'or', ['town', 'contains', 'Aa'], ['people', 'between', '5', '9']]);
  const { asked: calls, location } = await open('bob', undefined, towns, `&filter=${encodeURIComponent(filter)}`);
  const clause = "(UPPER(town) LIKE UPPER('%Aa%') ESCAPE '!') OR ((people >= 5 AND people <= 9))";
  expect(new Set(asked(calls, 'where'))).toEqual(new Set([clause]));
  expect(screen.getByDisplayValue('is between').getAttribute('aria-label')).toBe('Condition 2');
  expect(screen.getByLabelText<HTMLInputElement>('Up to 2').value).toBe('9');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(asked(calls, 'where')).toContain('1=1'));
  expect(new URLSearchParams(location().search).has('filter')).toBe(false);
});

test('a hidden column is not shown', async () => {
  await open('bob');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'people' }));
  expect(screen.queryByText('12,345')).toBeNull();
});

test('the owner changes a value in place; others do not', async () => {
  const { asked: calls } = await open('ada');
  await userEvent.dblClick(screen.getByRole('button', { name: /^Aa\./ }));
  const box = screen.getByRole('textbox', { name: 'Edit town' });
  await userEvent.clear(box);
  await userEvent.type(box, 'Zz{Enter}');
  await waitFor(() => {
    const sent = calls.find(({ url }) => url.includes('applyEdits'));
    expect(JSON.parse(new URLSearchParams(sent?.body).get('updates') ?? '')).toEqual([{ attributes: { fid: 1, town: 'Zz' } }]);
  });
  cleanup();
  await open('bob');
  expect(screen.queryByRole('button', { name: /Edit town/ })).toBeNull();
});

test('a refused change stays in its row with the reason', async () => {
  await open('ada', () => ({ updateResults: [{ objectId: 1, success: false, error: { code: 1000, description: 'Too long.' } }] }));
  await userEvent.dblClick(screen.getByRole('button', { name: /^Aa\./ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit town' }), 'a{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('town of row 1 was not saved: Too long.');
  expect(screen.getByRole('button', { name: /^Aaa\./ })).toBeTruthy();
});

const edited = async (value: string) => {
  await userEvent.dblClick(screen.getByRole('button', { name: /^Aa\./ }));
  const box = screen.getByRole('textbox', { name: 'Edit town' });
  await userEvent.clear(box);
  await userEvent.type(box, `${value}{Enter}`);
};
const sentTo = (calls: { url: string; body: string }[]) => calls.filter(({ url }) => url.includes('applyEdits'));

/** What stands beside each other. */
const told = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

test('a value that somebody changed meanwhile is not written over unasked', async () => {
  const { asked: calls } = await open('ada', undefined, [{ attributes: { town: 'Theirs' } }]);
  await edited('Mine');
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody changed town meanwhile.');
  expect(told()).toEqual(['Theirs', 'Mine']);
  expect(sentTo(calls)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(sentTo(calls)).toHaveLength(1));
  expect(sentTo(calls)[0]?.body).toContain('Mine');
});

test('the value of the other person can be kept', async () => {
  const { asked: calls } = await open('ada', undefined, [{ attributes: { town: 'Theirs' } }]);
  await edited('Mine');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep theirs' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(sentTo(calls)).toEqual([]);
});

test('who goes on typing writes over what was shown of the other person, and over nothing newer', async () => {
  const now: { attributes: { town: string | null } }[] = [{ attributes: { town: null } }];
  const { asked: calls } = await open('ada', undefined, now);
  await edited('Mine');
  await screen.findByRole('alert');
  expect(told()).toEqual(['no value', 'Mine']);
  await userEvent.click(screen.getByRole('button', { name: 'Go on typing' }));
  const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Edit town' });
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('Mine');
  await userEvent.keyboard('{Escape}');
  expect(told()).toEqual(['no value', 'Mine']);
  await userEvent.click(screen.getByRole('button', { name: 'Go on typing' }));
  now[0] = { attributes: { town: 'Newer' } };
  await userEvent.type(box(), ' and theirs{Enter}');
  await waitFor(() => expect(told()).toEqual(['Newer', 'Mine and theirs']));
  expect(sentTo(calls)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Go on typing' }));
  await userEvent.type(box(), '!{Enter}');
  await waitFor(() => expect(sentTo(calls)).toHaveLength(1));
  const [{ attributes }] = JSON.parse(new URLSearchParams(sentTo(calls)[0]?.body).get('updates') ?? '[]');
  expect(attributes).toEqual({ fid: 1, town: 'Mine and theirs!' });
});

test('a row that somebody deleted meanwhile is said to be gone', async () => {
  const { asked: calls } = await open('ada', undefined, []);
  await edited('Mine');
  expect((await screen.findByRole('alert')).textContent).toContain('Row 1 was deleted by somebody meanwhile.');
  // it may be wanted elsewhere
  expect(told()).toEqual(['Mine']);
  expect(sentTo(calls)).toEqual([]);
});

test('letters are no number', async () => {
  const { asked: calls } = await open('ada');
  await userEvent.dblClick(screen.getByRole('button', { name: /^12,345\./ }));
  const box = screen.getByRole('textbox', { name: 'Edit people' });
  await userEvent.clear(box);
  await userEvent.type(box, 'many{Enter}');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(calls.some(({ url }) => url.includes('applyEdits'))).toBe(false);
});

test('a moment is changed in its cell with its time of day; what was not touched is not saved to the minute', async () => {
  const opened = new Date(2020, 2, 5, 11, 15, 30, 250).getTime();
  const dated = { ...layer, fields: [...layer.fields, field('opened', 'esriFieldTypeDate')] } as LayerInfo;
  const rows = [{ attributes: { fid: 1, town: 'Aa', people: 1, opened } }];
  const { asked: calls } = await renderPage(
    <SessionGate>
      <DataTable item={item} service="towns" layer={dated} />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      returnCountOnly: () => ({ count: 1 }),
      returnVersion: () => ({ feature: rows[0], version: 'v1' }),
      applyEdits: () => ({ updateResults: [{ objectId: 1, success: true }] }),
      '/query': () => ({ features: rows, fields: dated.fields }),
    },
    ['item'],
  );
  await screen.findByText('Aa');
  const start = async () => userEvent.dblClick(await screen.findByRole('button', { name: /Edit opened/ }));
  await start();
  const time = screen.getByLabelText<HTMLInputElement>('Time of day: opened');
  expect([screen.getByLabelText<HTMLInputElement>('Edit opened', { selector: 'input' }).value, time.value]).toEqual([
    '2020-03-05',
    '11:15:30',
  ]);
  // from one input to the other nothing is saved yet
  await userEvent.click(time);
  expect(screen.getByLabelText('Time of day: opened')).toBe(time);
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByLabelText('Time of day: opened')).toBeNull();
  expect(sentTo(calls)).toHaveLength(0);

  await start();
  const again = screen.getByLabelText<HTMLInputElement>('Time of day: opened');
  await userEvent.clear(again);
  await userEvent.type(again, '18:40');
  await userEvent.click(document.body);
  await waitFor(() => expect(sentTo(calls)).toHaveLength(1));
  const [{ attributes }] = JSON.parse(new URLSearchParams(sentTo(calls)[0]?.body).get('updates') ?? '[]');
  expect(attributes.opened).toBe(new Date(2020, 2, 5, 18, 40).getTime());
});

test('how a value is changed is said in the words of the hand or the mouse', async () => {
  await open('ada');
  expect(screen.getByText(/^Double-click a value/)).toBeTruthy();
  cleanup();
  vi.unstubAllGlobals();
  stubMedia((media) => media === '(hover: none)');
  await open('ada');
  expect(screen.getByText('Tap a value twice to change it.')).toBeTruthy();
});

test('a number that is none is told beside the value, and nothing is saved until it is one', async () => {
  const { asked: calls } = await open('ada');
  await userEvent.dblClick(screen.getByRole('button', { name: /^12,345\./ }));
  const box = screen.getByRole('textbox', { name: 'Edit people' });
  await userEvent.clear(box);
  await userEvent.type(box, '12x{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Type a number.');
  expect(box.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  expect(sentTo(calls)).toHaveLength(0);
  await userEvent.type(box, '{Backspace}{Enter}');
  await waitFor(() => expect(sentTo(calls)).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a number with thousands, as its cell shows it, is saved as such; what could be another one is not saved', async () => {
  const { asked: calls } = await open('ada');
  await userEvent.dblClick(screen.getByRole('button', { name: /^12,345\./ }));
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Edit people' });
  await userEvent.clear(box);
  await userEvent.type(box, '12,50{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Write 1250 or 12.5.');
  expect([box.value, sentTo(calls).length]).toEqual(['12,50', 0]);
  await userEvent.type(box, '0{Enter}');
  await waitFor(() => expect(sentTo(calls)).toHaveLength(1));
  expect(JSON.parse(new URLSearchParams(sentTo(calls)[0]?.body).get('updates') ?? '')).toEqual([{ attributes: { fid: 1, people: 12500 } }]);
});

test('a row with files is told from one without, with one call for all rows in sight', async () => {
  const withFiles = { ...layer, hasAttachments: true } as LayerInfo;
  const { asked: calls } = await renderPage(
    <SessionGate>
      <DataTable item={item} service="towns" layer={withFiles} />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      queryAttachments: () => ({ fields: [], attachmentGroups: [{ parentObjectId: 2, parentGlobalId: '', count: 3 }] }),
      returnCountOnly: () => ({ count: 2 }),
      '/query': () => ({ features: towns, fields: layer.fields }),
    },
    ['item'],
  );
  expect((await screen.findByRole('button', { name: 'Files of row 2: 3 files' })).textContent).toBe('3');
  expect(screen.getByRole('button', { name: 'Files of row 1' }).hasAttribute('data-none')).toBe(true);
  const counts = calls.filter(({ url }) => url.includes('queryAttachments'));
  expect(counts.map(({ url }) => new URL(url, 'http://x').searchParams.get('objectIds'))).toEqual(['1,2']);
});
