// Links and embed codes.
import { expect, test } from 'vitest';
import { embedCode, mapLink } from './embed.ts';

test('the link opens the viewer with the map', () => {
  expect(mapLink('a1')).toBe(`${location.origin}/home/webmap/viewer.html?webmap=a1`);
});

test('the embed code cannot be broken out of by a title', () => {
  const code = embedCode('a1', 'A "map" <script>', { width: 640, height: 480 });
  const frame = new DOMParser().parseFromString(code, 'text/html').querySelector('iframe');
  expect(frame?.getAttribute('src')).toBe(mapLink('a1', true));
  expect(frame?.title).toBe('A "map" <script>');
  expect(code).not.toContain('<script');
});
