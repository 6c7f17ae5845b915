// Which language is spoken where nobody chose one.
import { expect, test } from 'vitest';
import { isLanguageAsked, offeredFor } from './language-store.ts';

test.each([
  ['en-us', 'en'],
  ['ar', 'ar'],
  ['ar-eg', 'ar'],
  ['fi-fi', undefined],
])('the culture %s is spoken as %s', (culture, tag) => {
  expect(offeredFor(culture)?.tag).toBe(tag);
});

test('the language of the organisation is for browsers that ask for none of ours', () => {
  expect(isLanguageAsked(['fi-FI', 'ar-EG'])).toBe(true);
  expect(isLanguageAsked(['fi-FI', 'sv'])).toBe(false);
  expect(isLanguageAsked([])).toBe(false);
});
