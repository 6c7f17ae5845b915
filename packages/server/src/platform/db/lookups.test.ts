import { describe, expect, it } from 'vitest';
import { Lookups, lookupStatement, type Question } from './lookups.ts';

/** Rounds whose answers are given by hand. */
function rounds() {
  const begun: { questions: readonly Question[]; end(): void }[] = [];
  const lookups = new Lookups((questions) => new Promise((resolve) => begun.push({ questions, end: resolve })));
  const answer = (round: number, rows: object[]): void => {
    for (const question of begun[round]?.questions ?? []) question.answer(rows);
    begun[round]?.end();
  };
  return { begun, lookups, answer };
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('look-ups', () => {
  it('ask the same once for all who came before the round began', async () => {
    const { begun, lookups, answer } = rounds();
    const first = [lookups.ask(lookupStatement('a', [1])), lookups.ask(lookupStatement('a', [1])), lookups.ask(lookupStatement('a', [2]))];
    await settled();
    expect(begun.map(({ questions }) => questions.length)).toEqual([2]);
    answer(0, [{ n: 1 }]);
    expect(await Promise.all(first)).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
  });

  it('never answer with what was asked before: who comes while a round is on its way waits for the next', async () => {
    const { begun, lookups, answer } = rounds();
    const early = lookups.ask(lookupStatement('a', []));
    await settled();
    const late = [lookups.ask(lookupStatement('a', [])), lookups.ask(lookupStatement('b', []))];
    await settled();
    expect(begun).toHaveLength(1);
    answer(0, [{ n: 1 }]);
    expect(await early).toEqual([{ n: 1 }]);
    await settled();
    expect(begun[1]?.questions.map(({ text }) => text)).toEqual(['a', 'b']);
    answer(1, [{ n: 2 }]);
    expect(await Promise.all(late)).toEqual([[{ n: 2 }], [{ n: 2 }]]);
  });

  it('bound a round, and refuse all of one that could not be asked', async () => {
    let left = 2;
    const sizes: number[] = [];
    const lookups = new Lookups(async (questions) => {
      sizes.push(questions.length);
      if (--left > 0) throw new Error('away');
      for (const question of questions) question.answer([]);
    });
    const asked = Array.from({ length: 100 }, (_, at) => lookups.ask(lookupStatement('a', [at])));
    const results = await Promise.allSettled(asked);
    expect(sizes).toEqual([64, 36]);
    expect(results.map(({ status }) => status)).toEqual([...Array(64).fill('rejected'), ...Array(36).fill('fulfilled')]);
  });
});
