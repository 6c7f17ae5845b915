// @vitest-environment jsdom
// Made texts, read as HTML by a parser that follows the standard: nothing that could run there is taken for harmless.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdsActiveMarkup } from './active-markup.ts';

const SIGNS = [
  '<',
  '>',
  '/',
  '!',
  '-',
  '--',
  '?',
  '=',
  '"',
  "'",
  ' ',
  '\n',
  '\t',
  '\f',
  '\r',
  'x',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
];
const TAGS = ['<b', '<b/', '<i ', '<p>', '</b', '</', '</>', '<a href=', ' title=', ' src=', '<img onerror=a>', '<script>', 'onclick=a '];
const ADDRESSES = ['javascript:', 'java\tscript:', 'javascript&colon;', '&#106;avascript:', '&#x00006A;avascript:', 'https://example.org/'];
const texts = fc.array(fc.constantFrom(...SIGNS, ...TAGS, ...ADDRESSES), { minLength: 2, maxLength: 16 }).map((parts) => parts.join(''));

function isActiveFor(text: string): boolean {
  const place = document.createElement('div');
  place.innerHTML = text;
  const isActive = ({ name, value }: Attr): boolean =>
    (/^on[a-z]/.test(name) && value !== '') || (/^(href|src)$/.test(name) && /^[\0- ]*javascript:/i.test(value.replace(/[\t\n\r]/g, '')));
  return [...place.querySelectorAll('*')].some((one) => one.localName === 'script' || [...one.attributes].some(isActive));
}

it('what a parser of the standard finds is found', () => {
  let active = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (!isActiveFor(text)) return;
      active++;
      expect(holdsActiveMarkup(text)).toBe(true);
    }),
    { numRuns: 10_000 },
  );
  // Otherwise nothing was tried.
  expect(active).toBeGreaterThan(1000);
});
