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
const box = () => screen.getByRole('searchbox');

test('Enter searches with the filter that the arrow keys chose', async () => {
  const { location } = await open();
  await userEvent.type(box(), 'rivers{ArrowDown}{ArrowDown}{Enter}');
  expect(location().pathname + location().search).toBe('/home/search.html?q=rivers&t=content&focus=layers');
});

test('CO-159 an asterisk shows why the search does not start', async () => {
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

test('on the page of a group its content is searched first', async () => {
  const { location } = await open('/home/group.html?id=g1');
  await userEvent.type(box(), 'roads{Enter}');
  expect(location().search).toBe('?q=roads&t=content&group=g1');
});
