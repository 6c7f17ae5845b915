// Folding and cutting of words for search.
import { describe, expect, it } from 'vitest';
import { quoteLexeme, searchDocument, singular, wordsOf } from './search-text.ts';

describe('words', () => {
  it.each([
    ['Fire Maps', ['fire', 'maps']],
    ['Zürich–Genève', ['zurich', 'geneve']],
    ['grp_a-1', ['grp', 'a', '1']],
    ['Straße Ærø Łódź', ['strasse', 'aero', 'lodz']],
    ['خَرِيطَة', ['خريطة']],
    ['北京map', ['北', '京', 'map']],
    ["it's; drop table", ['it', 's', 'drop', 'table']],
    ['---', []],
  ])('of %s', (text, words) => expect(wordsOf(text)).toEqual(words));
});

it.each([
  ['fires', 'fire'],
  ['cities', 'city'],
  ['boxes', 'box'],
  ['glass', 'glass'],
  ['status', 'status'],
  ['basis', 'basis'],
  ['gas', 'gas'],
  ['maps', 'map'],
])('the singular of %s is %s', (plural, expected) => expect(singular(plural)).toBe(expected));

it('writes a document with general words, words by field and whole values', () => {
  const document = searchDocument([
    { name: 'title', values: ["Ada's fires"], weight: 'A', general: true },
    { name: 'type', values: ['Web Map'], weight: 'D', general: false, exact: true },
  ]);
  expect(document.split(' ').sort()).toEqual(
    "'ada':1A 'title:ada':1A 's':2A 'title:s':2A 'fires':3A 'title:fires':3A 'fire':3A 'title:fire':3A 'type=web map':6D 'type:web':6D 'type:map':7D"
      .split(' ')
      .sort(),
  );
});

it('quotes what would end a lexeme', () => {
  expect(quoteLexeme("a'b\\c")).toBe("'a''b\\\\c'");
});
