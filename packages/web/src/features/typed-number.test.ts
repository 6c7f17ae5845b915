// Numbers as people type them in their language.
import { LANGUAGES } from '@graticule/i18n/languages';
import { expect, test } from 'vitest';
import { degreesTyped, figuresToType, figuresTyped, waysToType } from './typed-number.ts';

test.each<[string, string, string | undefined]>([
  // as the cells of each language show it
  ['en', '1,234', '1234'],
  ['en', '12,500', '12500'],
  ['en', '1,234,567.25', '1234567.25'],
  ['de', '1.234', '1234'],
  ['de', '12.500,75', '12500.75'],
  ['fr', '1\u202f234,5', '1234.5'],
  ['ar-EG', '\u061c-١٬٢٣٤٫٥', '-1234.5'],
  ['ar-EG', '١٢٣٫٥', '123.5'],
  ['de-CH', '1’234.5', '1234.5'],
  ['en-IN', '12,34,567.5', '1234567.5'],
  ['hi-IN', '१२,३४,५६७', '1234567'],
  ['sv', '−1\u00a0234,5', '-1234.5'],
  // decimals in the language
  ['en', '12.5', '12.5'],
  ['de', '12,5', '12.5'],
  ['de', '12,500', '12.5'],
  ['fr', '12,500', '12.5'],
  ['de', ',5', '0.5'],
  ['de', '2,', '2'],
  // figures of any script
  ['en', '١٢٣٫٥', '123.5'],
  ['en', '１２３．５', '123.5'],
  ['de', '१२३', '123'],
  // as machines write it, where it cannot be read otherwise
  ['en', '1234.5', '1234.5'],
  ['de', '1234.5', '1234.5'],
  ['de', '12.5', '12.5'],
  ['de', '0.125', '0.125'],
  ['de', '1.234e5', '123400'],
  ['fr', '1.234', '1.234'],
  ['ar-EG', '1234.5', '1234.5'],
  ['de-CH', '1234.5', '1234.5'],
  ['en', '-1e-7', '-1e-7'],
  ['en', ' +0009007199254740993 ', '9007199254740993'],
  // spaces and apostrophes stand between thousands everywhere
  ['en', '12 500', '12500'],
  ['de', "1'234'567,5", '1234567.5'],
  // what could be another number, or is none
  ['en', '12,5', undefined],
  ['en', '0,500', undefined],
  ['en', '1.234.567', undefined],
  ['en', '1.234,5', undefined],
  ['en', '1,23,456', undefined],
  ['de', '1,234.5', undefined],
  ['de', '1.23.456', undefined],
  ['fr', '12.500,5', undefined],
  ['ar-EG', '12,500', undefined],
  ['de-CH', '12,5', undefined],
  ['en', '12 50', undefined],
  ['en', '5²', undefined],
  ['en', 'ten', undefined],
  ['en', '1e400', undefined],
  ['en', '-', undefined],
  ['en', '', undefined],
])('%s: %s is %s', (tag, text, figures) => {
  expect(figuresTyped(text, tag)).toBe(figures);
});

test.each<[string, string, string[]]>([
  ['en', '12,5', ['125', '12.5']],
  ['de-CH', '12,500', ['12500', '12.5']],
  ['en', '0,500', ['0.5']],
  ['en', ',5', ['0.5']],
  ['en', '-1.234,5', ['-1234.5']],
  ['de', '1,234.5', ['1234,5']],
  ['en', '1.234.567', ['1234567']],
  ['ar-EG', '12,500', ['١٢٥٠٠', '١٢٫٥']],
  ['en', '12 50', []],
  ['en', '1.2.3', []],
  ['en', 'ten', []],
  ['en', '', []],
])('%s: instead of %s one writes %j', (tag, text, ways) => {
  expect(waysToType(text, tag)).toEqual(ways);
});

test('what stands in an input is read as the same number, in every language', () => {
  const numbers = ['0', '-5', '1234', '1.234', '-12.5', '1234567.125', '9007199254740993', '1e-7', '1.5e+21'];
  for (const tag of [...LANGUAGES.map((language) => language.tag), 'de-CH', 'ar-EG', 'fa', 'hi-IN-u-nu-deva'])
    for (const number of numbers) expect([tag, figuresTyped(figuresToType(number, tag), tag)]).toEqual([tag, number]);
  expect([figuresToType('1234.5', 'de'), figuresToType('1234.5', 'ar-EG'), figuresToType('12,5', 'de')]).toEqual([
    '1234,5',
    '١٢٣٤٫٥',
    '12,5',
  ]);
});

test('what a cell shows is read as the same number, in every language', () => {
  for (const tag of [...LANGUAGES.map((language) => language.tag), 'de-CH', 'ar-EG', 'en-IN', 'fa'])
    for (const number of [-1234.5, 12_500, 1_234_567.25]) {
      const shown = new Intl.NumberFormat(tag, { maximumFractionDigits: 10 }).format(number);
      expect([tag, shown, figuresTyped(shown, tag)]).toEqual([tag, shown, String(number)]);
    }
});

test.each([
  ['12,5', 12.5],
  ['13.405', 13.405],
  ['13,405', 13.405],
  ['١٣٫٤٠٥', 13.405],
  ['−7', -7],
  ['12.5°', 12.5],
  ['1.234,5', undefined],
  ['12.5, 50', undefined],
  ['', undefined],
])('degrees have no thousands: %s', (text, degrees) => {
  expect(degreesTyped(text)).toBe(degrees);
});
