// Columns that people make wider and narrower.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTable } from './DataTable.tsx';

const field = (name: string, type: string) => ({ name, type, alias: name, domain: null, defaultValue: null });
const layer = {
  id: 0,
  name: 'Towns',
  objectIdField: 'fid',
  capabilities: 'Query',
  fields: [field('fid', 'esriFieldTypeOID'), field('town', 'esriFieldTypeString')],
} as unknown as LayerInfo;

// the test environment lays nothing out: heads are as wide as they are made, or 150; what stands in cells is 7 wide for each letter
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return Number.parseInt(this.style.inlineSize, 10) || 150;
  });
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return (this.textContent ?? '').length * 7;
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  document.documentElement.dir = '';
});

async function open(id = 'i1') {
  const view = await renderPage(
    <SessionGate>
      <DataTable item={{ id, owner: 'ada' } as Item} service="towns" layer={layer} />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'bob', privileges: [] } }),
      returnCountOnly: () => ({ count: 1 }),
      '/query': () => ({ features: [{ attributes: { fid: 1, town: 'A town with a rather long name' } }], fields: layer.fields }),
    },
    ['item'],
  );
  await screen.findByText(/^A town/);
  return view;
}
const edge = () => screen.getByRole('separator', { name: 'Width of town' });
const widths = () => screen.getAllByRole('columnheader').map((head) => head.style.inlineSize);

test('the edge of a head is dragged; the other columns stay as wide as they are', async () => {
  await open();
  expect(widths()).toEqual(['', '']);
  fireEvent.pointerDown(edge(), { button: 0, pointerId: 1, clientX: 500 });
  expect(widths()).toEqual(['', '']);
  fireEvent.pointerMove(edge(), { pointerId: 1, clientX: 540 });
  fireEvent.pointerMove(edge(), { pointerId: 1, clientX: 580 });
  expect(widths()).toEqual(['150px', '230px']);
  expect(edge().getAttribute('aria-valuenow')).toBe('230');
  fireEvent.pointerUp(edge(), { pointerId: 1 });
  fireEvent.pointerMove(edge(), { pointerId: 1, clientX: 900 });
  expect(widths()).toEqual(['150px', '230px']);
  // a head is still called as its column, and its click still sorts
  expect(screen.getByRole('columnheader', { name: 'town' }).hasAttribute('aria-sort')).toBe(false);
});

test.each([
  { dir: 'ltr', key: 'ArrowRight', width: '166px' },
  { dir: 'ltr', key: 'ArrowLeft', width: '134px' },
  { dir: 'rtl', key: 'ArrowLeft', width: '166px' },
  { dir: 'rtl', key: 'ArrowRight', width: '134px' },
])('$key moves the edge to its side ($dir), and so does a drag', async ({ dir, key, width }) => {
  document.documentElement.dir = dir;
  document.documentElement.style.direction = dir;
  await open();
  edge().focus();
  await userEvent.keyboard(`{${key}}`);
  expect(widths()[1]).toBe(width);
  const side = key === 'ArrowRight' ? 1 : -1;
  fireEvent.pointerDown(edge(), { button: 0, pointerId: 1, clientX: 500 });
  fireEvent.pointerMove(edge(), { pointerId: 1, clientX: 500 + 20 * side });
  expect(widths()[1]).toBe(width === '166px' ? '186px' : '114px');
  document.documentElement.style.direction = '';
});

test('a double click, or Enter, makes the column as wide as what stands in it; no column vanishes', async () => {
  await open();
  await userEvent.dblClick(edge());
  expect(widths()[1]).toBe(`${30 * 7 + 26}px`);
  edge().focus();
  for (let i = 0; i < 9; i++) await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(widths()[1]).toBe(`${edge().getAttribute('aria-valuemin')}px`);
  await userEvent.keyboard('{Enter}');
  expect(widths()[1]).toBe(`${30 * 7 + 26}px`);
});

test('the widths of a layer are kept while the tab is open, and are of no other layer', async () => {
  const view = await open();
  edge().focus();
  await userEvent.keyboard('{ArrowRight}');
  view.unmount();
  await open();
  expect(widths()).toEqual(['150px', '166px']);
  cleanup();
  await open('i2');
  expect(widths()).toEqual(['', '']);
  cleanup();
  sessionStorage.setItem('graticule-columns-i1-0', '{"town":"wide","fid":null}');
  await open();
  expect(widths()).toEqual(['', '']);
});
