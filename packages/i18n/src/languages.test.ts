// The language table and how wishes find a language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canonicalTag, chooseLanguage, fallbackChain, findLanguage, LANGUAGES, regionalTag } from './languages.ts';

test('CO-326 the interface languages are the listed ones and a root', () => {
  const wanted =
    'ar ca cs da de el en-gb en-us es-es fi-fi fr-fr he-il hu it-it ja-jp ko-kr nl-nl nb pl pt-br pt-pt ru sk sl sv th tr zh-tw zh-cn';
  expect(LANGUAGES.map((each) => each.culture).sort()).toEqual(['en', ...wanted.split(' ')].sort());
});

test('Arabic and Hebrew run from right to left, all others from left to right', () => {
  expect(LANGUAGES.filter((each) => each.direction === 'rtl').map((each) => each.tag)).toEqual(['ar', 'he-IL']);
});

test('the dot of an ending stands before it in Arabic, too', () => {
  const folder = join(import.meta.dirname, '../messages');
  const bare = readdirSync(folder).flatMap((area) =>
    // a mark from left to right begins it: without, the dot would stand on its other side
    [...readFileSync(join(folder, area, 'ar.json'), 'utf8').matchAll(/[^\u200e\w}-]\.[a-z]{2,}/g)].map(([found]) => `${area}: ${found}`),
  );
  expect(bare).toEqual([]);
});

describe('finding a language', () => {
  test.each([
    ['fr', 'fr-FR'],
    ['de-AT', 'de'],
    ['pt_BR', 'pt-BR'],
    ['ZH-tw', 'zh-TW'],
    ['no', 'nb'],
    ['ar-EG', 'ar'],
    ['en-xa', 'en-XA'],
  ])('%s finds %s', (wish, tag) => {
    expect(findLanguage(wish)?.tag).toBe(tag);
  });

  test('a language that is not spoken finds none, and English stands in', () => {
    expect(findLanguage('tlh')).toBeUndefined();
    expect(chooseLanguage(['tlh', 'xx']).tag).toBe('en');
  });

  test('the first wish that is offered wins', () => {
    const offered = LANGUAGES.filter((each) => ['en', 'ar'].includes(each.tag));
    expect(chooseLanguage(['fr-FR', 'ar-MA', 'en'], offered).tag).toBe('ar');
    expect(chooseLanguage(['en-GB'], offered).tag).toBe('en');
  });

  test('fallback goes from the exact tag over the language to English', () => {
    expect(fallbackChain('pt-br')).toEqual(['pt-BR', 'pt', 'en']);
    expect(fallbackChain('en')).toEqual(['en']);
    expect(canonicalTag('EN_us')).toBe('en-US');
  });
});

describe('the region of values', () => {
  test.each([
    ['en', ['en-GB', 'en'], 'en-GB'],
    ['en', ['de-AT', 'en', 'en-AU'], 'en-AU'],
    ['en', ['en'], 'en'],
    ['ar', ['en-GB'], 'ar'],
    ['en', ['*', 'en-IE'], 'en-IE'],
  ])('the page in %s for a browser that asks for %j writes as in %s', (language, wishes, region) => {
    expect(new Intl.Locale(regionalTag(language, wishes)).baseName).toBe(region);
  });

  test('digits and calendar stay those of the language, as its inputs write them', () => {
    const tag = regionalTag('ar', ['ar-EG']);
    const digits = (locale: string) => new Intl.DateTimeFormat(locale).resolvedOptions().numberingSystem;
    expect(digits(tag)).toBe(digits('ar'));
    expect(digits('ar-EG')).not.toBe(digits('ar'));
  });
});
