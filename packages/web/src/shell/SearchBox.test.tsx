// The search box of the header.
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { SearchBox } from './SearchBox.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address = '/home/index.html') => renderPage(<SearchBox />, address, {}, []);
const box = () => screen.getByRole('combobox');

test('CO-019 CO-020 Enter searches with the filter that the arrow keys chose', async () => {
  const { location } = await open();
  await userEvent.type(box(), 'rivers{ArrowDown}{ArrowDown}{Enter}');
  expect(location().pathname + location().search).toBe('/home/search.html?q=rivers&t=content&focus=layers');
});

test('CO-022 CO-159 CO-294 an asterisk shows why the search does not start, in a dialog with an OK', async () => {
  const { location } = await open();
  await userEvent.type(box(), 'riv*{Enter}');
  expect(await screen.findByText('The search cannot start')).toBeTruthy();
  expect(location().pathname).toBe('/home/index.html');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(document.activeElement).toBe(box());
});

test('CO-160 an empty search only returns to the box', async () => {
  const { location } = await open();
  await userEvent.type(box(), '   {Enter}');
  expect(location().pathname).toBe('/home/index.html');
  expect(document.activeElement).toBe(box());
});

const OFFERED = ['All content', 'Maps', 'Layers', 'Apps', 'Scenes', 'Tools', 'Files', 'Groups'];

test.each([
  ['CO-017 the menu offers the filters', '/home/index.html', OFFERED],
  ['CO-018 this group is offered only on group.html', '/home/group.html?id=g1', ['This group', ...OFFERED]],
])('%s', async (_, address, offered) => {
  await open(address);
  await userEvent.click(screen.getByRole('button', { name: /^What to search/ }));
  const entries = await screen.findAllByRole('menuitem', { hidden: true });
  expect(entries.map((entry) => entry.textContent)).toEqual(offered);
});

test('on the page of a group its content is searched first', async () => {
  const { location } = await open('/home/group.html?id=g1');
  await userEvent.type(box(), 'roads{Enter}');
  expect(location().search).toBe('?q=roads&t=content&group=g1');
});

const found = [
  { kind: 'item', id: 'i1', title: 'Rivers of Europe', type: 'Feature Service' },
  { kind: 'group', id: 'g1', title: 'River people', type: 'Group' },
];
const openWith = (suggestions: unknown[] = found) =>
  renderPage(<SearchBox />, '/home/index.html', { '/search/suggest': () => ({ suggestions }) }, ['item-types']);

test('arrow keys walk through the suggestions and back to the text; Enter opens the chosen one', async () => {
  const { location } = await openWith();
  await userEvent.type(box(), 'riv');
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Rivers of EuropeFeature layer', 'River peopleGroup']);
  await userEvent.keyboard('{ArrowUp}');
  expect(box().getAttribute('aria-activedescendant')).toBe(options[1]?.id);
  await userEvent.keyboard('{ArrowDown}');
  expect(box().getAttribute('aria-activedescendant')).toBeNull();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(location().pathname + location().search).toBe('/home/item.html?id=i1');
});

test('CO-019 with suggestions shown and none chosen, Enter searches for the text', async () => {
  const { location } = await openWith();
  await userEvent.type(box(), 'riv');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Enter}');
  expect(location().search).toBe('?q=riv&t=content');
});

test('Escape closes the suggestions and keeps the text; the arrow keys choose filters again', async () => {
  const { location } = await openWith();
  await userEvent.type(box(), 'riv');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(location().search).toBe('?q=riv&t=content&focus=maps');
});

test('a suggestion is opened with the pointer', async () => {
  const { location } = await openWith();
  await userEvent.type(box(), 'riv');
  await userEvent.click(await screen.findByRole('option', { name: /River people/ }));
  expect(location().pathname + location().search).toBe('/home/group.html?id=g1');
});

test('typing on aborts the request before, and one is sent for each pause only', async () => {
  const signals: AbortSignal[] = [];
  await openWith();
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.signal) signals.push(init.signal);
    return signals.length === 1 ? new Promise(() => {}) : answer(url, init);
  });
  await userEvent.type(box(), 'rive');
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  await userEvent.type(box(), 'r');
  await screen.findAllByRole('option');
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
});
