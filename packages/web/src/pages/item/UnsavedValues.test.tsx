// Values of a table that are not saved: they stay with their rows, in sight or not.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { whenSessionIsLost } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTable } from './DataTable.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string) => ({ name, type, alias: name, domain: null, defaultValue: null });
const layer = {
  id: 0,
  name: 'Towns',
  objectIdField: 'fid',
  capabilities: 'Query',
  fields: [field('fid', 'esriFieldTypeOID'), field('town', 'esriFieldTypeString'), field('people', 'esriFieldTypeInteger')],
} as unknown as LayerInfo;
const refusal = { updateResults: [{ objectId: 1, success: false, error: { code: 1000, description: 'Locked.' } }] };
let opened = 0;

/** A table of so many rows, whose towns have the number of their row. */
async function open(total: number, answers: Parameters<typeof renderPage>[2] = {}) {
  const view = await renderPage(
    <SessionGate>
      <DataTable item={{ id: `u${++opened}`, owner: 'ada' } as Item} service="towns" layer={layer} />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      applyEdits: () => refusal,
      returnVersion: ({ url }) => {
        const fid = Number(new URL(url, 'http://x').pathname.split('/').at(-1));
        return { feature: { attributes: { town: `Town ${fid}`, people: fid } }, version: 'v1' };
      },
      returnCountOnly: ({ url }) => {
        const where = new URL(url, 'http://x').searchParams.get('where') ?? '';
        const at = Number(/fid < (\d+)/.exec(where)?.[1] ?? 0);
        return { count: where === '1=1' ? total : at > 0 ? at - 1 : 1 };
      },
      '/query': ({ url }) => {
        const { searchParams } = new URL(url, 'http://x');
        const offset = Number(searchParams.get('resultOffset'));
        const isDown = searchParams.get('orderByFields') === 'town DESC,fid ASC';
        const row = (_: unknown, i: number) => {
          const fid = isDown ? total - offset - i : offset + i + 1;
          return { attributes: { fid, town: `Town ${fid}`, people: fid } };
        };
        return { features: Array.from({ length: Math.min(100, total - offset) }, row), fields: layer.fields };
      },
      ...answers,
    },
    ['item'],
  );
  await screen.findByText('Town 2');
  return view;
}
const type = async (cell: RegExp, box: string, text: string) => {
  await userEvent.dblClick(screen.getByRole('button', { name: cell }));
  const input = screen.getByRole('textbox', { name: box });
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
const sent = (asked: { url: string; body: string }[]) =>
  asked
    .filter(({ url }) => url.includes('applyEdits'))
    .map(({ body }) => JSON.parse(new URLSearchParams(body).get('updates') ?? '')[0].attributes);
/** From now on the portal answers questions of which the address holds `part` only once the line lets them go. */
function holdBack(part: string) {
  const fetchNow = globalThis.fetch;
  const line = { go: (): void => undefined, answered: 0 };
  const free = new Promise<void>((resolve) => {
    line.go = resolve;
  });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes(part)) await free.then(() => line.answered++);
    return fetchNow(url, init);
  });
  return line;
}
const scroll = (top: number) => fireEvent.scroll(screen.getByRole('table').parentElement as HTMLElement, { target: { scrollTop: top } });

test('a value that was refused stays with its row when the rows change their order, and is saved there', async () => {
  const { asked } = await open(3, {
    returnVersion: () => ({ feature: { attributes: { town: 'Theirs' } }, version: 'v1' }),
    applyEdits: () => ({ updateResults: [{ objectId: 1, success: true }] }),
  });
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await screen.findByText(/Somebody changed town/);
  const head = screen.getByRole('button', { name: 'town' });
  await userEvent.click(head);
  await userEvent.click(head);
  await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('Town 3'));
  const rows = screen.getAllByRole('row').map((row) => [row.getAttribute('aria-rowindex'), row.hasAttribute('data-failed')]);
  // the fault stands below the row that it is about
  expect(rows).toEqual([
    ['1', false],
    ['2', false],
    ['3', false],
    ['4', true],
    [null, false],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(sent(asked)).toEqual([{ fid: 1, town: 'Mine' }]));
});

test('a refused value far out of sight is counted above the table, which leads back to it', async () => {
  await open(100_000);
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await screen.findByText(/Locked\./);
  scroll(3_000_000);
  await screen.findByText('Town 75001');
  expect(screen.queryByText(/Locked\./)).toBeNull();
  expect(screen.getByText('1 value is not saved.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show it' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Locked.');
  expect(screen.getByRole('button', { name: /^Mine\./ })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
});

test('a refused value that is looked for does not take the focus from whoever types elsewhere meanwhile', async () => {
  await open(100_000);
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await screen.findByText(/Locked\./);
  scroll(3_000_000);
  await screen.findByText('Town 75001');
  // the first rows are asked for again, on a slow line
  queryClient.removeQueries({ type: 'inactive' });
  const line = holdBack('resultOffset=0');
  await userEvent.click(screen.getByRole('button', { name: 'Show it' }));
  await waitFor(() => expect(screen.queryByText('Town 75001')).toBeNull());
  const box = screen.getByRole('searchbox', { name: 'Search in the table' });
  await userEvent.click(box);
  line.go();
  await screen.findByText(/Locked\./);
  expect(document.activeElement).toBe(box);
});

test('a refused value that is found after somebody went elsewhere neither takes the focus nor moves the rows', async () => {
  await open(100_000);
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await screen.findByText(/Locked\./);
  scroll(3_000_000);
  await screen.findByText('Town 75001');
  queryClient.removeQueries({ type: 'inactive' });
  const line = holdBack('returnCountOnly');
  await userEvent.click(screen.getByRole('button', { name: 'Show it' }));
  const box = screen.getByRole('searchbox', { name: 'Search in the table' });
  await userEvent.click(box);
  line.go();
  await waitFor(() => expect(line.answered).toBe(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(box);
  expect(screen.getByText('Town 75001')).toBeTruthy();
  // pressed again, it leads there
  await userEvent.click(screen.getByRole('button', { name: 'Show it' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
});

test('what is being typed when its row is scrolled away is saved; what is no value is kept with the reason', async () => {
  const { asked } = await open(100_000, { applyEdits: () => ({ updateResults: [{ objectId: 1, success: true }] }) });
  await type(/^Town 2\./, 'Edit town', 'Mine');
  scroll(3_000_000);
  await waitFor(() => expect(sent(asked)).toEqual([{ fid: 2, town: 'Mine' }]));
  // nobody begins again at the top of the page
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('table').parentElement));
  scroll(0);
  await screen.findByText('Town 1');
  await type(/^1\. Edit people/, 'Edit people', '12x');
  scroll(3_000_000);
  expect(await screen.findByText('1 value is not saved.')).toBeTruthy();
  scroll(0);
  expect((await screen.findByRole('alert')).textContent).toContain('Type a number.');
  expect(screen.getByRole('button', { name: /^12x\. Edit people/ })).toBeTruthy();
  expect(sent(asked)).toHaveLength(1);
});

test('a value that was refused is still there when the table is opened again', async () => {
  const view = await open(3);
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await screen.findByText(/Locked\./);
  view.unmount();
  opened -= 1;
  await open(3);
  expect(within(await screen.findByRole('table')).getByRole('alert').textContent).toContain('Locked.');
});

test('two quick changes of one row are told apart: that the first is refused is not lost', async () => {
  let resolve = (_: object): void => undefined;
  const promise = new Promise<object>((done) => {
    resolve = done;
  });
  const { asked } = await open(3, {
    applyEdits: ({ body }) =>
      new URLSearchParams(body).get('updates')?.includes('Mine') ? promise : { updateResults: [{ objectId: 1, success: true }] },
  });
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await type(/^1\. Edit people/, 'Edit people', '9{Enter}');
  await waitFor(() => expect(sent(asked)).toHaveLength(2));
  resolve(refusal);
  expect((await screen.findByRole('alert')).textContent).toContain('Locked.');
  expect(screen.getByRole('button', { name: /^Mine\./ })).toBeTruthy();
});

test('a refused value is saved by trying again, or discarded; the focus goes back to its cell', async () => {
  let answer: object = refusal;
  const { asked } = await open(3, { applyEdits: () => answer });
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('alert');
  answer = { updateResults: [{ objectId: 1, success: true }] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent(asked)).toEqual([1, 1, 1].map((fid) => ({ fid, town: 'Mine' }))));
  await waitFor(() => expect(screen.queryByText('1 value is not saved.')).toBeNull());

  answer = refusal;
  await type(/^Town 2\./, 'Edit town', 'Mine{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Town 2\./ })));
});

test('a refused value is dropped by typing what stood there', async () => {
  await open(3, {});
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await screen.findByRole('alert');
  await type(/^Mine\./, 'Edit town', 'Town 1{Enter}');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByRole('button', { name: /^Town 1\./ })).toBeTruthy();
});

test('who saves after the session has ended signs in, and the value is saved then', async () => {
  let isOver = true;
  const lost = vi.fn(async () => {
    isOver = false;
    return true;
  });
  whenSessionIsLost(lost);
  const ended = { error: { code: 498, message: 'Invalid token.', details: [] } };
  const row = { feature: { attributes: { town: 'Town 1' } }, version: 'v1' };
  const { asked } = await open(3, {
    returnVersion: () => (isOver ? ended : row),
    applyEdits: () => ({ updateResults: [{ objectId: 1, success: true }] }),
  });
  await type(/^Town 1\./, 'Edit town', 'Mine{Enter}');
  await waitFor(() => expect(sent(asked)).toEqual([{ fid: 1, town: 'Mine' }]));
  expect(lost).toHaveBeenCalledTimes(1);
  whenSessionIsLost(async () => false);
});
