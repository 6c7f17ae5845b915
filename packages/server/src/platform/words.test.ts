import { expect, it } from 'vitest';
import { askedLanguage, wordsOf, writtenLanguage } from './words.ts';

it.each([
  ['ar', 'ar'],
  ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
  ['fr-FR,fr;q=0.9,en;q=0.5,ar;q=0.7', 'ar'],
  ['en;q=0.1, AR;q=0.2', 'ar'],
  ['ar;q=0,en-GB', 'en'],
  ['fr', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
  [';;q=x,,ar;q=', 'ar'],
])('a request that asks for %j is answered in %j', (header, expected) => {
  expect(askedLanguage(header)).toBe(expected);
});

it('knows the language of a culture, and its words', async () => {
  expect(['ar-eg', 'EN', 'fr-fr', '', null].map(writtenLanguage)).toEqual(['ar', 'en', undefined, undefined, undefined]);
  expect((await wordsOf('formats', 'ar')).find('formats.place-blank')).toMatch(/[\u0600-\u06ff]/);
  expect((await wordsOf('formats', 'en')).find('formats.place-blank')).toBe('the row names no place');
});
