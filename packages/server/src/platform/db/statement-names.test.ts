import { describe, expect, it } from 'vitest';
import { StatementNames } from './statement-names.ts';

describe('names of statements', () => {
  it('are given to texts that come for the third time, and stay', () => {
    const names = new StatementNames();
    expect([names.nameFor('a'), names.nameFor('a')]).toEqual([undefined, undefined]);
    const name = names.nameFor('a');
    expect(name).toMatch(/^g\d+$/);
    expect(names.nameFor('a')).toBe(name);
    expect(names.isLive(name ?? '')).toBe(true);
  });

  it('are bounded: the one not used for longest gives way, and never comes again', () => {
    const names = new StatementNames();
    const often = (text: string): string => [1, 2, 3].map(() => names.nameFor(text)).at(-1) ?? '';
    const first = often('first');
    const second = often('second');
    for (let i = 0; i < 98; i++) often(`filler ${i}`);
    names.nameFor('first');
    often('one more');
    expect(names.isLive(first)).toBe(true);
    expect(names.isLive(second)).toBe(false);
    expect(often('second')).not.toBe(second);
  });

  it('are not given to texts that all differ', () => {
    const names = new StatementNames();
    for (let i = 0; i < 5_000; i++) expect(names.nameFor(`text ${i}`)).toBeUndefined();
  });

  it('are not given to long texts, whose plans are large', () => {
    const names = new StatementNames();
    const long = `select 1 where 1 in (${Array.from({ length: 1000 }, (_, i) => `$${i + 1}::integer`).join(', ')})`;
    for (let i = 0; i < 5; i++) expect(names.nameFor(long)).toBeUndefined();
  });
});
