// What stands in the text of statements instead of being bound.
import { describe, expect, it } from 'vitest';
import { identifier, numberSql, quoted, textSql } from './sql-text.rules.ts';

describe('a text that stands in a statement', () => {
  it.each([
    ['l_0a1b', "'l_0a1b'::text"],
    ["it's '", "'it''s '''::text"],
    ['', "''::text"],
    ['$1 ; --', "'$1 ; --'::text"],
  ])('is quoted: %s', (text, sql) => {
    expect(textSql(text)).toBe(sql);
  });

  it.each([['a\\b'], ['a\0b']])('is refused where a setting of the database decides what it says', (text) => {
    expect(() => textSql(text)).toThrow('has to be bound');
  });
});

describe('a number that stands in a statement', () => {
  it.each([
    [-19705094.539662674, "'-19705094.539662674'::float8"],
    [1e-7, "'1e-7'::float8"],
    [1e21, "'1e+21'::float8"],
    [0, "'0'::float8"],
  ])('is written with all its digits: %s', (number, sql) => {
    expect(numberSql(number)).toBe(sql);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY]])('has to be one: %s', (number) => {
    expect(() => numberSql(number)).toThrow('has to be bound');
  });
});

it('a text in quotes holds no sign without a code', () => {
  expect(quoted("a'\0b")).toBe("'a''b'");
});

it('names are quoted', () => {
  expect(identifier('a "b"')).toBe('"a ""b"""');
});
