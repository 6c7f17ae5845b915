import type { Location } from 'react-router';
import { expect, test } from 'vitest';
import { scrollKey } from './scroll-key.ts';

const visit = (pathname: string, search: string, key: string): Location => ({ pathname, search, key, hash: '', state: null });

test('a typed address does not open where another typed address was scrolled to', () => {
  const list = scrollKey(visit('/home/content.html', '', 'default'));
  expect(scrollKey(visit('/home/item.html', '?id=1', 'default'))).not.toBe(list);
  expect(scrollKey(visit('/home/content.html', '?q=road', 'default'))).not.toBe(list);
});

test('reloading a page keeps its place', () => {
  expect(scrollKey(visit('/home/content.html', '', 'default'))).toBe(scrollKey(visit('/home/content.html', '', 'default')));
});

test('each visit within the portal has a place of its own', () => {
  expect(scrollKey(visit('/home/content.html', '', 'a1'))).not.toBe(scrollKey(visit('/home/content.html', '', 'b2')));
});
